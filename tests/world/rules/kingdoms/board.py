"""A board to try the kingdoms rules on: a few kingdoms that are there already, and the referee.

No opportunity appears and no event befalls anybody unless a test asks for it, so that a turn opens
as soon as the one before has closed.
"""

from __future__ import annotations

import functools
from collections import deque
from fractions import Fraction
from typing import Any, TypeVar

import msgspec

from world.advance import StepFailed, advance
from world.batch import Batch
from world.campaign import found
from world.decision import Decision
from world.dice import Secret
from world.errors import Refused
from world.kernel.nouns import REFEREE, SaidInVain
from world.notice import Notice
from world.ordertext import parse_order
from world.pack import Pack
from world.rules import kingdoms
from world.rules.kingdoms.nouns.game import Game, game
from world.rules.kingdoms.nouns.kingdom import Kingdom
from world.rules.kingdoms.nouns.ratings import Levels
from world.rules.kingdoms.nouns.turn import LAST_TURN_ID, Outcome, Turn
from world.rules.kingdoms.nouns.view import KingdomsView
from world.said import AnswerDecision, GiveOrder, Input, Saying
from world.scenario.scenario import read_scenario
from world.state import World

N = TypeVar("N", bound=Notice)

PACK = kingdoms.pack()
SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
#: A Sunday evening in March 2026, 19:00 in London and 20:00 in Berlin (wall µs).
START = 1_772_391_600_000_000

#: Nothing between one turn and the next.
QUIET: dict[str, Any] = {"k.opp.per_turn": 0, "k.event.per_year": 0}
#: Each player's kingdom and its location.
FOUR = {
    "ann": ("Avalon", "N"),
    "ben": ("Burgundy", "E"),
    "cleo": ("Cathay", "S"),
    "dan": ("Dal Riada", "W"),
}
MORE = {"eve": ("Elam", "NE"), "fay": ("Fife", "SW")}


def faces(total: int, dice: int = 6) -> tuple[int, ...]:
    """Faces of so many dice that add up to a total."""
    found_ = []
    for left in range(dice, 0, -1):
        face = min(6, total - (left - 1))
        found_.append(face)
        total -= face
    assert total == 0
    assert all(1 <= face <= 6 for face in found_)
    return tuple(found_)


class Loaded(Secret):
    """Dice that show what a test wants: totals in turn, by a part of the reason of the draw."""

    __slots__ = ("wanted",)

    def __init__(self, seed: int, wanted: dict[str, list[int]]) -> None:
        super().__init__(Secret.of_seed(seed).bytes)
        self.wanted = {part: list(totals) for part, totals in wanted.items()}

    def faces(self, event: str, reason: str, n: int, attempt: int, dice: str) -> tuple[int, ...]:
        """Faces of the next total wanted for the reason, or true ones."""
        for part, totals in self.wanted.items():
            if part in reason and totals:
                return faces(totals.pop(0), int(dice.partition("d")[0]))
        return super().faces(event, reason, n, attempt, dice)


class Board:
    """A game under way, with everything it told.

    Args:
        traits: by player, in the form of the order (``advanced-culture``).
        places: by player, where not the usual one.
        players: who plays; ``ann`` to ``fay``.
        params: figures that differ from the rules.
        dice: totals by a part of the reason, such as ``kingdom-ann/work``.
        start: whether the referee has started the game.
        laid: further parts of the scenario's section, such as its cards.
    """

    def __init__(
        self,
        params: dict[str, Any] | None = None,
        *,
        traits: dict[str, list[str]] | None = None,
        places: dict[str, str] | None = None,
        players: str = "ann ben cleo dan",
        dice: dict[str, list[int]] | None = None,
        seed: int = 1,
        start: bool = True,
        ready: bool = True,
        quiet: bool = True,
        laid: dict[str, Any] | None = None,
        pack: Pack = PACK,
    ) -> None:
        everybody = {**FOUR, **MORE}
        lines = [
            {
                "player": player,
                "name": everybody[player][0],
                "location": (places or {}).get(player, everybody[player][1]),
                "traits": (traits or {}).get(player, []),
            }
            for player in players.split()
        ]
        spec = {
            "title": "A board",
            "pack": "kingdoms",
            "params": {**(QUIET if quiet else {}), **(params or {})},
            "kingdoms": {
                **({"kingdoms": lines} if ready else {"players": players.split()}),
                **(laid or {}),
            },
        }
        # JSON is YAML, and quoting is its own affair.
        files = {"scenario.yaml": msgspec.json.encode(spec).decode()}
        self.pack = pack
        self.players = players.split()
        self.batches: list[Batch] = []
        self._counts: dict[str, int] = {}
        self.at = START
        self.world: World
        self.world, batch = found(
            pack, read_scenario(files, pack), secret=Loaded(seed, dice or {}), start=START
        )
        self.batches.append(batch)
        if start:
            self.order(REFEREE, "start_game")

    # -- saying ----------------------------------------------------------------------------------

    def run(self, until: int) -> Board:
        """Let time pass up to a wall instant (µs)."""
        self._advance(until, deque())
        return self

    def wait(self, us: int) -> Board:
        """Let so much time pass."""
        return self.run(self.at + us)

    def _advance(self, until: int, inputs: deque[Input]) -> None:
        batch = Batch()
        try:
            advance(self.world, until, inputs=inputs, into=batch)
        except StepFailed as failure:
            raise failure.error from failure
        self.at = until
        self.batches.append(batch)

    def say(self, person: str, body: Saying, at: int | None = None) -> Board:
        """Somebody says something, a second after the last thing or at a wall instant (µs)."""
        received = self.at + SECOND if at is None else at
        n = self._counts[person] = self._counts.get(person, 0) + 1
        said = Input(person=person, n=n, received=received, body=body)
        self._advance(received, deque([said]))
        return self

    def order(self, person: str, text: str, at: int | None = None) -> Board:
        """Somebody gives an order, which his own page does not forbid.

        Raises:
            Refused: it does.
        """
        order = parse_order(self.pack, text)
        order.check(self.view(person))
        return self.force(person, text, at)

    def force(self, person: str, text: str, at: int | None = None) -> Board:
        """An order that meets the truth without having been checked against its author's page."""
        order = parse_order(self.pack, text)
        raw = msgspec.Raw(msgspec.json.encode(order, order="deterministic"))
        return self.say(person, GiveOrder(order=raw), at)

    def answer(self, rule: str, option: str, text: str = "", person: str = REFEREE) -> Board:
        """Somebody answers the oldest open decision of a rule."""
        return self.say(person, AnswerDecision(decision=f"rule:{rule}", option=option, text=text))

    def turn(self, **orders: str) -> Board:
        """Everybody orders, those who are not named pass, and the turn closes."""
        for player in self.players:
            if player in orders:
                self.order(player, orders[player])
        for player in self.players:
            if player not in orders:
                self.order(player, "pass")
        return self

    def refusal(self, person: str, text: str) -> str:
        """The code of a refusal, the same from the author's page and from the truth.

        Raises:
            AssertionError: the order is not refused, or by one of the two alone.
        """
        try:
            parse_order(self.pack, text).check(self.view(person))
        except Refused as refused:
            code = refused.code
        else:
            raise AssertionError(f"{text!r} is not refused to {person}")
        before = len(self.told(person, SaidInVain))
        self.force(person, text)
        vain = self.told(person, SaidInVain)[before:]
        assert [notice.code for notice in vain] == [code]
        return code

    # -- looking ---------------------------------------------------------------------------------

    def view(self, person: str) -> KingdomsView:
        """A person's page."""
        page = self.pack.view(self.world, person)
        assert isinstance(page, KingdomsView)
        return page

    @property
    def game(self) -> Game:
        """The game."""
        return game(self.world)

    def kingdom(self, player: str) -> Kingdom:
        """The kingdom a player created."""
        return self.world.get(Kingdom, f"kingdom-{player}")

    def levels(self, player: str) -> tuple[int, int, int]:
        """Economy, Military and Culture of a player's kingdom."""
        levels = self.kingdom(player).levels
        return levels.economy, levels.military, levels.culture

    def set_levels(self, player: str, economy: int, military: int, culture: int) -> Board:
        """Put a kingdom's levels, as if play had brought them about."""
        levels = Levels(economy, military, culture)
        self.world.set(msgspec.structs.replace(self.kingdom(player), levels=levels))
        return self

    @property
    def last(self) -> Turn:
        """The turn that closed last."""
        return self.world.get(Turn, LAST_TURN_ID)

    def outcome(self, player: str) -> Outcome:
        """What came of a player's order in the turn that closed last."""
        (found_,) = [o for o in self.last.outcomes if o.order.kingdom == f"kingdom-{player}"]
        return found_

    def open_decisions(self, rule: str) -> list[Decision]:
        """The open decisions of a rule."""
        return [d for d in self.world.of(Decision) if d.rule == rule and d.state == "open"]

    def told(self, person: str, kind: type[N]) -> list[N]:
        """The notices of a kind a person got."""
        tag = kind.__struct_config__.tag
        return [
            msgspec.json.decode(row.body, type=kind)
            for batch in self.batches
            for row in batch.notice_rows
            if row.person == person and row.kind == tag
        ]

    def everybody_told(self, kind: type[N]) -> list[N]:
        """The notices of a kind that every player and the referee got alike."""
        first, *others = [self.told(person, kind) for person in (REFEREE, *self.players)]
        assert all(other == first for other in others)
        return first


# -- exact chances -------------------------------------------------------------------------------


@functools.cache
def ways(dice: int, sides: int = 6) -> dict[int, int]:
    """In how many ways so many dice show each sum."""
    sums = {0: 1}
    for _ in range(dice):
        more: dict[int, int] = {}
        for total, count in sums.items():
            for face in range(1, sides + 1):
                more[total + face] = more.get(total + face, 0) + count
        sums = more
    return sums


def at_least(need: int, dice: int = 6, modifier: int = 0) -> Fraction:
    """The chance that so many dice and a modifier show a number or more."""
    found_ = sum(count for total, count in ways(dice).items() if total + modifier >= need)
    return Fraction(found_, 6**dice)


def at_most(limit: int, dice: int = 6, modifier: int = 0) -> Fraction:
    """The chance that so many dice and a modifier show a number or less."""
    found_ = sum(count for total, count in ways(dice).items() if total + modifier <= limit)
    return Fraction(found_, 6**dice)
