"""A stage for measurements: the campaign rules under a scenario's figures, on a map as needed.

Nothing is worked out here: letters, telegrams and marches are ordered as players order them, and
what is measured is the instant at which somebody is told.
"""

from __future__ import annotations

from collections import deque
from fractions import Fraction
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from service.packs import pack_named
from world.advance import StepFailed, advance
from world.batch import Batch
from world.campaign import found
from world.dice import Secret
from world.entity import Entity
from world.errors import Fault
from world.ordertext import parse_order
from world.said import GiveOrder, Input
from world.scenario.scenario import read_scenario

if TYPE_CHECKING:
    from collections.abc import Mapping

    from world.batch import NoticeRow
    from world.notice import Notice
    from world.state import World

E = TypeVar("E", bound=Entity)
N = TypeVar("N", bound="Notice")

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR

#: Figures by name, as a scenario writes them.
Figures = dict[str, str]

_SCENARIO = "hundred_days"


def scenario_files(name: str = _SCENARIO) -> dict[str, str]:
    """The files of a scenario that comes with the program."""
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in files("scenarios").joinpath(name).iterdir()
        if entry.name.endswith((".yaml", ".txt"))
    }


def historical_figures() -> Figures:
    """The figures that the scenario of 1815 sets for itself, as it writes them."""
    read = read_scenario(scenario_files(), pack_named("campaign"))
    return {name: as_written(value) for name, value in read.params.overrides.items()}


def historical_map() -> str:
    """The map of the scenario of 1815."""
    return scenario_files()["map.txt"]


def as_written(value: Any) -> str:
    """A figure as a scenario writes it."""
    if isinstance(value, tuple):
        return ",".join(map(as_written, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


class Stage:
    """A campaign that is played to be measured.

    Args:
        cast: the scenario's sections: commanders, armies and the like.
        map_text: its map.
        figures: parameters that differ from the rules' own.
        start: local date and time of game 0, by the mean time of Brussels.
        seed: of the dice.

    Attributes:
        world: as it stands.
        now: how far time has passed (game ms); the world itself stands at its last event.
    """

    def __init__(
        self,
        cast: Mapping[str, Any],
        map_text: str,
        figures: Figures,
        *,
        start: str = "1815-06-12 00:00",
        seed: int = 1815,
    ) -> None:
        self._pack = pack_named("campaign")
        calendar = {"kind": "gregorian", "start": start, "zone": "+00:17:30"}
        spec = {"title": "A measurement", "pack": "campaign", "calendar": calendar, **cast}
        # JSON is YAML, and quoting is its own affair.
        texts = {"scenario.yaml": msgspec.json.encode(spec).decode(), "map.txt": map_text}
        read = read_scenario(texts, self._pack, figures)
        self.world: World
        self.world, first = found(self._pack, read, secret=Secret.of_seed(seed), start=0)
        self._notices: list[NoticeRow] = list(first.notice_rows)
        self._said: dict[str, int] = {}
        self.now = 0

    def run(self, until: int) -> None:
        """Let time pass up to a game instant (ms)."""
        self._advance(until, deque())

    def order(self, at: int, person: str, text: str) -> None:
        """Somebody gives an order at a game instant (ms), as he would write it."""
        n = self._said[person] = self._said.get(person, 0) + 1
        raw = msgspec.Raw(msgspec.json.encode(parse_order(self._pack, text), order="deterministic"))
        said = Input(person=person, n=n, received=self._wall(at), body=GiveOrder(order=raw))
        self._advance(at, deque([said]))

    def told(self, person: str, kind: type[N]) -> list[tuple[int, N]]:
        """The notices of a kind that somebody got so far, with their game instants (ms)."""
        tag = kind.__struct_config__.tag
        return [
            (row.at, msgspec.json.decode(row.body, type=kind))
            for row in self._notices
            if row.person == person and row.kind == tag
        ]

    def first(self, person: str, kind: type[N], by: int) -> int:
        """The instant (ms) of the first notice of a kind, waited for until *by*.

        Raises:
            Fault: it has not come by then.
        """
        at = self.now
        while not self.told(person, kind) and at < by:
            at = min(at + DAY, by)
            self.run(at)
        found = self.told(person, kind)
        if not found:
            raise Fault(f"{person} was told no {kind.__name__} in {by} ms; told: {self._kinds()}")
        return found[0][0]

    def get(self, kind: type[E], entity_id: str) -> E:
        """An entity as it stands."""
        return self.world.get(kind, entity_id)

    def _kinds(self) -> str:
        return ", ".join(sorted({f"{row.person}: {row.kind}" for row in self._notices}))

    def _wall(self, at: int) -> int:
        wall = self.world.face.wall(at)
        if wall is None:
            raise Fault("the clock of a measurement stands")
        return wall

    def _advance(self, until: int, inputs: deque[Input]) -> None:
        batch = Batch()
        try:
            advance(self.world, self._wall(until), inputs=inputs, into=batch)
        except StepFailed as failure:
            raise failure.error from failure
        self._notices += batch.notice_rows
        self.now = until


def hours(ms: int) -> Fraction:
    """A span in hours."""
    return Fraction(ms, HOUR)


def days(ms: int) -> Fraction:
    """A span in days."""
    return Fraction(ms, DAY)


def minutes(ms: int) -> Fraction:
    """A span in minutes."""
    return Fraction(ms, MINUTE)
