"""The work that is measured: letters that mature, in campaigns of a pack of their own.

A letter matures when its rider arrives: its entity changes, its entry leaves the timeline, the
journal gains a line, and two notices are written, to whom it was sent and to the referee.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from service.keeper.kept import Settings, encode_settings
from service.keeper.turn import commit_rows
from service.store.campaigns import NewCampaign, create_campaign
from service.store.instants import to_datetime
from tests.packs import ferry
from world.campaign import found
from world.clock import new_clock
from world.dice import Secret
from world.entity import Entity
from world.journal import encoder
from world.kernel.nouns import REFEREE
from world.notice import Notice
from world.pack import Chapter, Pack
from world.scenario.scenario import read_scenario
from world.step import Step
from world.timeline import Event

chapter = Chapter("letters", "Letters that arrive when they are due")
COUNT = chapter.param("letters.count", 1, "letters", "B-1", "how many there are")
FIRST = chapter.param("letters.first_ms", 0, "ms", "B-1", "when the first one is due, after DUE_MS")
APART = chapter.param("letters.apart_ms", 0, "ms", "B-1", "how far apart they are due")

DUE_MS = 3_600_000
"""Game instant (ms) from which on letters are due."""

WARM = "warm-"
"""Ids of campaigns that mature a little earlier, so that connections and statements are ready."""

_FAR = 4_000_000_000_000_000  # wall us, in 2096: until set_off nothing is due
_TEXT = "The enemy is at Ligny; march at once with all you have. " * 2


class Letter(Entity, frozen=True, tag="letter"):
    """A letter on its way, or arrived."""

    sender: str
    to: str
    text: str
    state: str = "riding"
    arrived: int = 0


class Arrive(Event, frozen=True, tag="arrive"):
    """A rider arrives with a letter."""


class Came(Notice, frozen=True, tag="came"):
    """A letter has come."""

    title: ClassVar[str] = "A letter from {sender}"
    wording: ClassVar[str] = "{text}"
    letter: str
    sender: str
    text: str


class HandedOver(Notice, frozen=True, tag="handed_over"):
    """The referee hears of it."""

    title: ClassVar[str] = "A letter was handed over"
    wording: ClassVar[str] = "{letter}"
    letter: str


chapter.declare(Letter, Came, HandedOver)


@chapter.handles(Arrive)
def arrive(step: Step, event: Arrive) -> None:
    """The letter matures."""
    letter = step.get(Letter, event.subject)
    step.put(msgspec.structs.replace(letter, state="arrived", arrived=step.now))
    step.tell(letter.to, Came(letter=letter.id, sender=letter.sender, text=letter.text))
    step.tell(REFEREE, HandedOver(letter=letter.id))


def begin(step: Step) -> None:
    """Put every letter on its way."""
    first, apart = DUE_MS + step.param(FIRST), step.param(APART)
    for n in range(step.param(COUNT)):
        letter = Letter(
            id=step.name(f"letter/{n}"), sender=f"p{n % 50}", to=f"p{n % 37}", text=_TEXT
        )
        step.put(letter)
        step.at(first + n * apart, Arrive(subject=letter.id))


PACK = Pack(
    name="letters",
    release=1,
    chapters=(chapter,),
    answers=ferry.Answers(),
    view=lambda _world, person: ferry.FerryView(person, (), 0),
    scene=lambda _scenario: None,
    found=begin,
)
REFERENCE = "tests.benchmarks.letters:PACK"

_FILES = {"scenario.yaml": "title: Letters\npack: letters\n"}


class Shape(msgspec.Struct, frozen=True):
    """How many campaigns there are, with how many letters each, and when these are due."""

    campaigns: int
    letters: int
    stagger_ms: int = 0
    apart_ms: int = 0

    @property
    def total(self) -> int:
        return self.campaigns * self.letters


async def make_campaigns(conn: Any, shape: Shape, warm: int) -> None:
    """Found every campaign of a shape, and *warm* of one letter; nothing is due for years."""
    for n in range(shape.campaigns):
        await _make(conn, f"c{n:05d}", shape.letters, n * shape.stagger_ms, shape.apart_ms)
    for n in range(warm):
        await _make(conn, f"{WARM}{n:03d}", 1, 0, 0)


async def _make(conn: Any, campaign_id: str, letters: int, first_ms: int, apart_ms: int) -> None:
    overrides = {
        COUNT.name: str(letters), FIRST.name: str(first_ms), APART.name: str(apart_ms)
    }  # fmt: skip
    scenario = read_scenario(_FILES, PACK, overrides)
    secret = Secret.of_seed(sum(campaign_id.encode()))
    world, batch = found(PACK, scenario, secret=secret, start=_FAR)
    rows = commit_rows(
        batch,
        campaign_id=campaign_id,
        version=0,
        term=0,
        line=0,
        world=world,
        next_due=world.next_due(),
    )
    campaign = NewCampaign(
        id=campaign_id,
        name=campaign_id,
        pack=PACK.name,
        release=PACK.release,
        scenario=scenario.title,
        settings=encode_settings(Settings(files=_FILES, overrides=overrides)),
        secret=secret.bytes,
        provable=False,
    )
    await create_campaign(conn, campaign, rows)


async def set_off(conn: Any, due: int, warm_due: int) -> None:
    """Set the clocks so that letters are due at wall us *due*, those that warm up at *warm_due*.

    ``due.next_due`` says now, so that a keeper opens every campaign at its first look.
    """
    for instant, like in ((due, "c%"), (warm_due, f"{WARM}%")):
        clock = new_clock(instant - DUE_MS * 1000)
        await conn.execute(
            "UPDATE entity SET body = $1 WHERE kind = 'clock' AND campaign_id LIKE $2",
            encoder.encode(clock),
            like,
        )
    await conn.execute("UPDATE campaign SET created = $1", to_datetime(due))
    await conn.execute(
        "UPDATE due SET next_due = (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
    )
