"""What the demonstration counts, and whether anything in it went wrong."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

import msgspec

from couriers.letter import Letter
from couriers.telegram import Telegram
from service.notify.wording import word
from world.decision import Decision
from world.journal import chained
from world.kernel.nouns import Quarantined

if TYPE_CHECKING:
    from service.keeper.kept import Kept
    from service.keeper.turn import Turn
    from world.state import World


class Matured(msgspec.Struct, frozen=True):
    """Something that took place and was told: game date, to whom, in words, µs late."""

    date: str
    person: str
    title: str
    late: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The demonstration in figures; lateness in ms, from due to committed.

    ``overtaken`` counts deliveries that were no news any more when their turn came.
    """

    events: int
    notices: int
    letters_sent: int
    letters_arrived: int
    letters_lost: int
    letters_captured: int
    letters_riding: int
    telegrams: int
    decisions_asked: int
    decisions_answered: int
    decisions_defaulted: int
    webhooks: int
    mails: int
    retried: int
    overtaken: int
    lateness_p50_ms: float
    lateness_p99_ms: float
    seconds: float
    faults: tuple[str, ...]


class Tally:
    """Counts what the keeper commits; :meth:`observe` is its observer."""

    def __init__(self) -> None:
        self.events = 0
        self.notices = 0
        self.kinds: Counter[str] = Counter()
        self.lateness: list[int] = []
        self.recent: deque[Matured] = deque(maxlen=14)
        self.date = ""
        self.game = 0
        self.faults: list[str] = []
        self._head: bytes | None = None

    def observe(self, kept: Kept, turn: Turn, now: int) -> None:
        """A batch was committed at wall µs *now*."""
        batch, world = turn.batch, kept.world
        self.events += batch.events
        self.notices += len(batch.notice_rows)
        self.kinds.update(row.kind for row in batch.journal_rows)
        late = [max(now - wall, 0) for wall in batch.walls]
        self.lateness += late
        for row in batch.journal_rows:
            if self._head is not None and chained(self._head, row.body) != row.hash:
                self.faults.append(f"journal line {row.seq} does not follow from the one before")
            self._head = row.hash
        self.game = world.now
        self.date = world.calendar.format(world.now, "datetime")
        for notice in batch.notice_rows[-6:]:
            worded = word(world, notice.body, notice.at)
            who = world.pack.answers.title(world, notice.person) or notice.person
            self.recent.append(Matured(worded.date, who, worded.title, late[-1] if late else 0))

    def lateness_ms(self, share: float) -> float:
        """A quantile of the lateness, in ms."""
        ordered = sorted(self.lateness)
        if not ordered:
            return 0.0
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)] / 1_000


def letters_of(world: World) -> Counter[str]:
    """How many letters were sent, and how many arrived, were lost, were captured or still ride."""
    count: Counter[str] = Counter()
    for letter in world.of(Letter):
        fates = {copy.fate for copy in letter.copies}
        count["sent"] += 1
        count["captured"] += bool(fates & {"captured", "to_captor"})
        if letter.reader is not None:
            count["arrived"] += 1
        elif not letter.done:
            count["riding"] += 1
        elif not fates & {"captured", "to_captor"}:
            count["lost"] += 1
    return count


def telegrams_of(world: World) -> int:
    """How many telegrams have passed along the lines."""
    return sum(telegram.state == "sent" for telegram in world.of(Telegram))


def decisions_of(world: World) -> Counter[str]:
    """How many decisions were asked, and how they ended."""
    count: Counter[str] = Counter()
    for decision in world.of(Decision):
        count["asked"] += 1
        count[decision.state] += 1
    return count


def faults_of(world: World) -> list[str]:
    """Invariants of the kernel that do not hold at the end."""
    return [f"quarantined: {q.subject}: {q.error}" for q in world.of(Quarantined)]
