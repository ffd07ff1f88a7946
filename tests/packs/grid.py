"""A pack with one deadline on the wall, the next full minute: who voted in time?"""

from __future__ import annotations

from datetime import UTC, datetime

from tests.packs.ferry import Answers, Kept, Villager, view
from world.clock import Clock
from world.entity import Entity
from world.kernel.nouns import CLOCK_ID
from world.order import Hand, Order
from world.pack import Chapter, Pack
from world.recurrence import WallRecurrence
from world.step import Step
from world.timeline import Event

grid = Chapter("grid", "A vote with a deadline")

MINUTE_US = 60_000_000
EVERY_DAY = (0, 1, 2, 3, 4, 5, 6)


class Vote(Entity, frozen=True, tag="vote"):
    """A vote, with the wall instant (µs) at which it was received."""

    voter: str
    received: int


class CastVote(Order, frozen=True, tag="vote"):
    """Vote."""


class Close(Event, frozen=True, tag="close"):
    """The poll closes; what was received up to ``closes`` (wall µs) counts."""

    closes: int = 0


grid.declare(Villager, Vote, Kept)


@grid.obeys(CastVote)
def cast(step: Step, order: CastVote, hand: Hand) -> None:
    """Keep the vote with the instant it was received at."""
    del order
    step.put(Vote(id=step.name("vote"), voter=hand.author, received=hand.received))


@grid.handles(Close)
def close(step: Step, event: Close) -> None:
    """Count."""
    votes = step.of(Vote)
    in_time = sorted(vote.voter for vote in votes if vote.received <= event.closes)
    late = sorted(vote.voter for vote in votes if vote.received > event.closes)
    text = f"in time: {', '.join(in_time)}; late: {', '.join(late)}"
    step.learn("clerk", Kept(sender="poll", text=text))


def found(step: Step) -> None:
    """Two voters, and a poll that closes at a full minute at least six seconds ahead."""
    step.put(Villager(id="ann", place="east"))
    step.put(Villager(id="ben", place="west"))
    start = step.get(Clock, CLOCK_ID).start
    closes = datetime.fromtimestamp(closing(start) // 1_000_000, UTC)
    when = WallRecurrence(EVERY_DAY, closes.hour, closes.minute, "UTC")
    step.every("poll", when, Close(subject="poll"))


def closing(start: int) -> int:
    """The wall instant (µs) at which a campaign begun at *start* closes its poll."""
    return ((start + 6_000_000) // MINUTE_US + 1) * MINUTE_US


PACK = Pack(
    name="grid",
    release=1,
    chapters=(grid,),
    answers=Answers(),
    view=view,
    scene=lambda _scenario: None,
    found=found,
    about="A vote with a deadline on the wall",
)
