"""The words of a notice, for the person who reads it.

Templates name the notice's own fields.  After a colon stands how a field is said: ``when`` a game
instant in the campaign's calendar, ``limit`` an instant of answering time as a wall instant (where
there is none, "in time"), ``name`` a person's title.  That a template names fields which are there
is checked when packs are composed, never discovered by a reader.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Any

import msgspec

from world.clock import utc

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from world.state import World


class Worded(msgspec.Struct, frozen=True):
    """A notice in words: one line, the whole text, and the campaign's date.

    ``markdown`` says that the text is Markdown of the rules' own.
    """

    title: str
    text: str
    date: str
    markdown: bool = False


class _Said(string.Formatter):
    """Fills a template with a notice's fields."""

    def __init__(self, world: World) -> None:
        self.world = world

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        del args
        return kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        world = self.world
        if value is None:
            return "in time" if format_spec == "limit" else "—"
        if format_spec == "when":
            return world.calendar.format(int(value), "datetime")
        if format_spec == "limit":
            return f"by {utc(world.face.answering_wall(int(value)))}"
        if format_spec == "name":
            return world.pack.answers.title(world, str(value))
        if format_spec == "names":
            return ", ".join(world.pack.answers.title(world, person) for person in value)
        return str(value) if not format_spec else format(value, format_spec)


def word(world: World, body: bytes, at: int) -> Worded:
    """A notice in words.

    Args:
        world: the campaign, for its calendar and the titles of persons.
        body: the notice as it was kept.
        at: game instant (ms) at which it was told.
    """
    notice = world.pack.notice_decoder.decode(body)
    fields = msgspec.structs.asdict(notice)
    said = _Said(world)
    return Worded(
        title=said.format(notice.title, **fields).replace("\n", " ")[:200].rstrip(),
        text=said.format(notice.wording, **fields),
        date=world.calendar.format(at, "datetime"),
        markdown=notice.markdown,
    )
