"""Templates filled in for a reader: in their language, by their clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from service.language.catalogue import english
from service.language.times import away, game, said, wall
from world.template import filled, forms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.language.reader import Reader
    from world.state import World

#: Until when an answer is waited for.
IN_TIME: Final = english("in time")
BY: Final = english("by {instant}")
BY_AWAY: Final = english("by {instant} ({away})")


class Speech:
    """Puts things into words for a reader; *world* is the campaign's, where it is spoken of."""

    def __init__(self, reader: Reader, world: World | None = None) -> None:
        self.reader = reader
        self.tongue = reader.tongue
        self._world = world

    def say(self, english: str, **fields: Any) -> str:
        """A text of the program's own with its fields; extracted for translators by this name."""
        return self.fill(english, fields)

    def fill(self, english: str, fields: Mapping[str, Any], phrases: tuple[str, ...] = ()) -> str:
        """A template (see :mod:`world.template`) with its fields."""
        return filled(
            self.tongue.phrase(english),
            fields,
            lambda value, manner: self._said(value, manner, phrases),
        )

    def limit(self, wall_us: int | None) -> str:
        """Until when: "by Tue 1 Dec 2026, 21:00 CET (in 5 hours)"; None is "in time"."""
        if wall_us is None:
            return self.tongue.phrase(IN_TIME)
        instant, left = wall(wall_us, self.reader), away(wall_us, self.reader)
        return self.tongue.phrase(BY_AWAY if left else BY).format(instant=instant, away=left)

    def when(self, game_ms: int) -> str:
        """A game instant, and if the reader wants it the real one at which it comes."""
        world = self._campaign
        date = game(world, game_ms, self.tongue)
        real = None
        if self.reader.real and game_ms > world.now:
            real = world.face.wall(game_ms)
        if real is None:
            return date
        left = away(real, self.reader)
        return f"{date} ({left}{', ' if left else ''}{wall(real, self.reader)})"

    @property
    def _campaign(self) -> World:
        assert self._world is not None  # noqa: S101 - whoever speaks of a campaign hands it in
        return self._world

    def _said(self, value: Any, manner: str, phrases: tuple[str, ...]) -> str:
        match manner.partition("|")[0]:
            case "when":
                return self.when(int(value))
            case "limit":
                wall_us = None if value is None else self._campaign.face.answering_wall(int(value))
                return self.limit(wall_us)
            case "name":
                return self._title(value)
            case "names":
                return ", ".join(self._title(person) for person in value)
            case "count":
                words = forms(manner)
                return f"{value} {words[min(self.tongue.form(abs(value)), len(words) - 1)]}"
            case "phrase":
                return self.tongue.like(value, phrases, lambda part: said(part, self.reader))
        return str(value)

    def _title(self, person: str) -> str:
        world = self._campaign
        return world.pack.answers.title(world, person)
