"""A field to try the campaign rules on: a small map, a scenario in a few lines, a clock to turn."""

from __future__ import annotations

from collections import deque
from typing import Any, Self, TypeVar

import msgspec
from hypothesis import settings

from world.advance import StepFailed, advance
from world.batch import Batch
from world.campaign import found
from world.dice import Secret
from world.entity import Entity
from world.kernel.nouns import SaidInVain
from world.notice import Notice
from world.order import require_sound
from world.ordertext import parse_order
from world.pack import Pack
from world.rules import campaign
from world.rules.campaign.nouns.army import Army
from world.said import AnswerDecision, GiveOrder, Input, Saying
from world.scenario.scenario import read_scenario
from world.state import World

E = TypeVar("E", bound=Entity)
N = TypeVar("N", bound=Notice)

HOUR = 3_600_000
DAY = 24 * HOUR

#: One row of hexes 0101 to 2001 with a road along it, open country above and below, and a river
#: across with a bridge on the road: 1001/1101.
ROAD = """\
map "A road" layout=odd-q
0101:2005 flatland settlement=20
0101-0201-0301-0401-0501-0601-0701-0801-0901-1001 road "East road"
1001-1101-1201-1301-1401-1501-1601-1701-1801-1901-2001 road "East road"
0101 fortress "Westwall" population=5000
2001 city "Eastham" population=30000
1005 town "Southby" population=2000
"""


def infantry(name: str, soldiers: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "infantry", "soldiers": soldiers, **more}


def cavalry(name: str, soldiers: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "cavalry", "soldiers": soldiers, **more}


def artillery(name: str, soldiers: int, **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "artillery", "soldiers": soldiers, **more}


#: The specimen army sheet of the source (EX-01).
SAMPLE = [
    infantry("Guards of Negrava", 800, special="grenadiers", wagons=10),
    infantry("2nd Line", 750, wagons=10),
    infantry("3rd Line", 750, wagons=5),
    infantry("1st Free City Grenadiers", 800, special="grenadiers"),
    infantry("1st Exemplia Line", 800),
    infantry("1st Exemplia Rifles", 600),
    cavalry("The Emperor's Hussars", 200, special="lancers"),
    cavalry("2nd Horse", 200),
    cavalry("1st Exemplia Horse", 200),
    artillery("1st Exemplia Battery", 100, six_pounders=10),
]


def army(at: str, detachments: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"at": at, "detachments": detachments, **more}


def sides(**more: Any) -> dict[str, Any]:
    """Two sides at war, Red under Ney and Blue under Blake, each with its commander's army."""
    base: dict[str, Any] = {
        "title": "A field",
        "pack": "campaign",
        "calendar": {"start": "1815-06-12 06:00"},
        "factions": {
            "red": {"name": "Red", "head": "ney"},
            "blue": {"name": "Blue", "head": "blake"},
        },
        "commanders": {
            "ney": {"name": "Marshal Ney", "faction": "red"},
            "blake": {"name": "General Blake", "faction": "blue"},
        },
        "stances": [{"between": ["red", "blue"], "stance": "war"}],
        "armies": {
            "first": army("0101", [infantry("Line", 1000)], name="First Army", commander="ney"),
            "second": army("2001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
        },
        "strongholds": {
            "westwall": {"holder": "ney"},
            "eastham": {"holder": "blake"},
        },
    }
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            base[key] = {**base[key], **value}
        else:
            base[key] = value
    return base


_PACK = campaign.pack()

#: For properties that play whole weeks: fewer examples than of those that only reckon.
FEWER = settings(max_examples=max(5, settings().max_examples // 4))


class Loaded(Secret):
    """Dice that show what a test wants where it says so: faces in turn, by a part of the reason."""

    __slots__ = ("wanted",)

    def __init__(self, seed: int, wanted: dict[str, list[tuple[int, ...]]]) -> None:
        super().__init__(Secret.of_seed(seed).bytes)
        self.wanted = {reason: list(rolls) for reason, rolls in wanted.items()}

    def faces(self, event: str, reason: str, n: int, attempt: int, dice: str) -> tuple[int, ...]:
        """The next of the faces wanted for the reason, or true ones."""
        for part, rolls in self.wanted.items():
            if part in reason and rolls:
                return rolls.pop(0)
        return super().faces(event, reason, n, attempt, dice)


#: Figures under which nobody eats: most stories are about something else than bread.
FED: dict[str, Any] = {
    "supply.infantry_per_day": 0,
    "supply.artillerist_per_day": 0,
    "supply.nc_per_day": 0,
    "supply.cavalry_per_day": 0,
    "supply.wagon_per_day": 0,
    "supply.cannon_per_day": 0,
}

#: Dice that bring fair weather every day.
FAIR: dict[str, list[tuple[int, ...]]] = {"weather": [(1,)] * 1000}


class Field:
    """A campaign under way, with everything it told and wrote.

    Nobody eats in it unless it is ``hungry``.
    """

    def __init__(
        self,
        scenario: dict[str, Any] | None = None,
        *,
        map_text: str = ROAD,
        seed: int = 1,
        params: dict[str, Any] | None = None,
        pack: Pack | None = None,
        dice: dict[str, list[tuple[int, ...]]] | None = None,
        hungry: bool = False,
    ) -> None:
        self.pack = pack or _PACK
        spec = dict(scenario if scenario is not None else sides())
        fed = {} if hungry else FED
        spec["params"] = {**fed, **spec.get("params", {}), **(params or {})}
        # JSON is YAML, and quoting is its own affair.
        files = {"scenario.yaml": msgspec.json.encode(spec).decode(), "map.txt": map_text}
        read = read_scenario(files, self.pack)
        self.world: World
        self.batches: list[Batch] = []
        self.world, batch = found(
            self.pack, read, secret=Loaded(seed, {**FAIR, **(dice or {})}), start=0
        )
        self.batches.append(batch)
        self._counts: dict[str, int] = {}

    def run(self, until: int) -> Self:
        """Let time pass up to a game instant (ms)."""
        self._advance(until, deque())
        return self

    def _advance(self, until: int, inputs: deque[Input]) -> None:
        wall = self.world.face.wall(until)
        assert wall is not None
        batch = Batch()
        try:
            advance(self.world, wall, inputs=inputs, into=batch)
        except StepFailed as failure:
            raise failure.error from failure
        self.batches.append(batch)

    def say(self, at: int, person: str, body: Saying) -> Self:
        """Somebody says something at an instant, which must not be past."""
        wall = self.world.face.wall(at)
        assert wall is not None
        n = self._counts[person] = self._counts.get(person, 0) + 1
        said = Input(person=person, n=n, received=wall, body=body)
        self._advance(at, deque([said]))
        return self

    def order(self, at: int, person: str, text: str) -> Self:
        """Somebody gives an order in its text form."""
        order = parse_order(self.pack, text)
        require_sound(order, self.pack, self.pack.view(self.world, person))
        return self.force(at, person, text)

    def force(self, at: int, person: str, text: str) -> Self:
        """An order that meets the truth without having been checked against its author's view."""
        order = parse_order(self.pack, text)
        raw = msgspec.Raw(msgspec.json.encode(order, order="deterministic"))
        return self.say(at, person, GiveOrder(order=raw))

    def answer(self, at: int, person: str, rule: str, option: str, text: str = "") -> Self:
        """Somebody answers the oldest open decision of a rule."""
        body = AnswerDecision(decision=f"rule:{rule}", option=option, text=text)
        return self.say(at, person, body)

    def army(self, army_id: str) -> Army:
        """An army as it stands."""
        return self.world.get(Army, army_id)

    def get(self, kind: type[E], entity_id: str) -> E:
        """An entity as it stands."""
        return self.world.get(kind, entity_id)

    def told(self, person: str, kind: type[N]) -> list[tuple[int, N]]:
        """The notices of a kind a person got, with their game instants."""
        tag = kind.__struct_config__.tag
        return [
            (row.at, msgspec.json.decode(row.body, type=kind))
            for batch in self.batches
            for row in batch.notice_rows
            if row.person == person and row.kind == tag
        ]

    def refusals(self, person: str) -> list[str]:
        """Codes of what a person said in vain."""
        return [notice.code for _, notice in self.told(person, SaidInVain)]

    def journal(self) -> list[bytes]:
        """The journal, line by line."""
        return [row.body for batch in self.batches for row in batch.journal_rows]
