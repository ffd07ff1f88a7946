"""A game at the table, played by test code: say things, let time pass, look at what came of it."""

from __future__ import annotations

import json
from collections import deque
from typing import Any, TypeVar

import msgspec

from tests.packs import table
from world.advance import advance
from world.campaign import found
from world.dice import Secret
from world.entity import Entity
from world.order import Order
from world.pack import Pack
from world.said import AnswerDecision, GiveOrder, Input
from world.scenario.scenario import read_scenario

HOUR = 3_600_000
DAY = 24 * HOUR
E = TypeVar("E", bound=Entity)


class Game:
    """A campaign of the toy pack at 1:1, from game 0 on."""

    def __init__(
        self,
        roads: list[dict[str, Any]],
        people: list[dict[str, Any]],
        *,
        seed: int = 1,
        params: dict[str, Any] | None = None,
        calendar: dict[str, Any] | None = None,
        pack: Pack = table.PACK,
        **rest: Any,
    ) -> None:
        text = {
            "title": "a test",
            "pack": pack.name,
            "params": params or {},
            "calendar": calendar or {"start": "1815-06-15 00:00"},
            "table": {"roads": roads, "people": people, **rest},
        }
        self.files = {"scenario.yaml": json.dumps(text)}
        scenario = read_scenario(self.files, pack)
        self.world, first = found(pack, scenario, secret=Secret.of_seed(seed), start=0)
        self.batches = [first]
        self.counts: dict[str, int] = {}
        self.now = 0

    def say(self, person: str, order: Order) -> None:
        """Somebody orders something now."""
        body = msgspec.Raw(msgspec.json.encode(order, order="deterministic"))
        self._hear(person, GiveOrder(order=body))

    def answer(self, rule: str, option: str, text: str = "", person: str = "gm") -> None:
        """Somebody answers the oldest open decision of a rule."""
        self._hear(person, AnswerDecision(decision=f"rule:{rule}", option=option, text=text))

    def _hear(self, person: str, body: GiveOrder | AnswerDecision) -> None:
        n = self.counts[person] = self.counts.get(person, 0) + 1
        said = Input(person=person, n=n, received=self.now * 1000, body=body)
        self._advance(deque([said]))

    def change(self, entity: str, field: str, value: Any) -> None:
        """The referee changes the truth."""
        self.say("gm", table.Change(entity=entity, field=field, value=json.dumps(value)))

    def until(self, instant: int) -> None:
        """Let time pass up to a game instant (ms)."""
        self.now = instant
        self._advance(deque())

    def _advance(self, inputs: deque[Input]) -> None:
        batch = advance(self.world, self.now * 1000, inputs=inputs)
        self.batches.append(batch)

    # -- looking ---------------------------------------------------------------------------------

    def told(self, person: str, kind: str = "") -> list[dict[str, Any]]:
        """The notices of a person, oldest first, with the game instant as ``at``."""
        return [
            {"at": row.at, **json.loads(row.body)}
            for batch in self.batches
            for row in batch.notice_rows
            if row.person == person and row.kind.startswith(kind)
        ]

    def known(self, person: str, kind: str = "") -> list[dict[str, Any]]:
        """The record of a person, oldest first."""
        return [
            {"at": row.at, **json.loads(row.body)}
            for batch in self.batches
            for row in batch.known_rows
            if row.person == person and row.kind.startswith(kind)
        ]

    def seen(self, person: str) -> list[bytes]:
        """Every byte that reached a person, with its instant and name."""
        rows = []
        for batch in self.batches:
            rows += [
                f"{r.at} {r.id} {r.kind} {r.n} ".encode() + r.body
                for r in batch.notice_rows
                if r.person == person
            ]
            rows += [
                f"{r.at} {r.kind} {r.n} ".encode() + r.body
                for r in batch.known_rows
                if r.person == person
            ]
        return rows

    def lines(self) -> list[dict[str, Any]]:
        """The journal."""
        return [
            msgspec.json.decode(row.body, type=dict)
            for batch in self.batches
            for row in batch.journal_rows
        ]

    def dice(self, words: str) -> list[tuple[int, str]]:
        """Every die thrown for a reason that contains *words*: its first face and its dice."""
        return [
            (roll["faces"][0], roll["dice"])
            for line in self.lines()
            for roll in line.get("dice", ())
            if words in roll["reason"]
        ]

    def one(self, kind: type[E]) -> E:
        """The only entity of a kind."""
        (only,) = self.world.of(kind)
        return only

    def all(self, kind: type[E]) -> tuple[E, ...]:
        """All entities of a kind, in id order."""
        return self.world.of(kind)


def road(a: str, b: str, km: float, land: str = "common", ground: str = "road") -> dict[str, Any]:
    """A road of the scenario."""
    return {"a": a, "b": b, "metres": round(km * 1000), "land": land, "ground": ground}


def people(**places: str) -> list[dict[str, Any]]:
    """People of the scenario by place; ``ann="paris"``."""
    return [{"id": person, "place": place} for person, place in places.items()]
