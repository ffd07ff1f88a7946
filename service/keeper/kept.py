"""Campaigns in memory: opened from the store, kept while they are ours, dropped when in doubt."""

from __future__ import annotations

import functools
import gc
from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from service.packs import NoSuchPack, pack_named
from service.store.inbox import waiting_inputs
from service.store.worlds import load_world
from world.campaign import empty, reopen
from world.dice import Secret
from world.errors import GalloperError
from world.release import NewerRelease
from world.said import Input, Outage, decode
from world.scenario.scenario import pack_name, read_scenario
from world.timeline import ANSWERING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import asyncpg

    from service.store.worlds import WorldRows
    from world.pack import Pack
    from world.scenario.scenario import Scenario
    from world.state import World


#: How much of what was said is read at once: a flood of it must not fill the memory.
AT_ONCE = 1000
#: Who says that the service was away.
KEEPER = "keeper"


class CannotOpen(GalloperError):  # noqa: N818
    """A campaign cannot be opened by this program, however often it is tried; nothing was changed.

    The message is safe to log: it quotes no scenario, letter or order.
    """


class ChangedHands(GalloperError):  # noqa: N818
    """Somebody else keeps the campaign by now, or it is gone; nothing was changed."""


class Settings(msgspec.Struct, frozen=True):
    """What is kept with a campaign besides its world: the scenario's very text, and policies.

    ``overrides`` are figures of the rules set for this campaign alone, as text.
    ``outage`` says what becomes of time in which no daemon ran: events catch up in order, or the
    whole outage becomes a hold.
    """

    files: dict[str, str]
    outage: Literal["catch_up", "freeze"] = "catch_up"
    overrides: dict[str, str] = {}


class Inbox(NamedTuple):
    """What was read of an inbox; ``heard_to`` as :class:`Kept` has it."""

    inputs: deque[Input]
    heard_to: int | None


class Kept:
    """One campaign in this daemon's memory, with the fence it commits under.

    ``doubtful`` are events that failed once; ``doomed`` events that hung or killed a process and
    are quarantined unrun; ``inputs`` what waits to be taken.  ``heard_to`` is the wall instant (µs)
    up to which all that was said is among them, where more waits than is read at once: nothing
    later is run before the rest is read.
    """

    __slots__ = (
        "campaign_id",
        "doomed",
        "doubtful",
        "heard_to",
        "inputs",
        "line",
        "next_due",
        "slice",
        "term",
        "version",
        "world",
    )

    def __init__(self, campaign_id: str, world: World, version: int, term: int, line: int) -> None:
        self.campaign_id = campaign_id
        self.world = world
        self.version = version
        self.term = term
        self.line = line
        self.next_due = world.next_due()
        self.inputs: deque[Input] = deque()
        self.heard_to: int | None = None
        self.doubtful: set[str] = set()
        self.doomed: set[str] = set()
        self.slice = 50

    def wants(self) -> int | None:
        """Wall instant (µs) from which on there is something to do, if ever."""
        if not self.inputs:
            return None if self.must_read() else self.next_due
        received = self.inputs[0].received
        return received if self.next_due is None else min(received, self.next_due)

    def hear(self, inbox: Inbox) -> None:
        """Take over what was read of the inbox."""
        self.inputs = inbox.inputs
        self.heard_to = inbox.heard_to

    def must_read(self) -> bool:
        """Whether all that was read was taken, and more waits."""
        return self.heard_to is not None and not self.inputs

    def until(self, now: int) -> int:
        """How far (wall µs) it may be run by now."""
        return now if self.heard_to is None else min(now, self.heard_to)

    def pace(self, spent: float, breath: float, most: int) -> None:
        """Size the next slice so that it takes a breath at most, from what the last took (s)."""
        if spent > breath:
            self.slice = max(1, int(self.slice * breath / spent))
        elif spent < breath / 4:
            self.slice = min(most, self.slice * 2)

    def passes_limit(self, until: int) -> bool:
        """Whether advancing to *until* (wall µs) passes a time limit or grid deadline."""
        head = self.world.timeline.head(ANSWERING)
        return head is not None and self.world.face.answering_wall(head.due) <= until


def settle_memory() -> None:
    """Take what was opened out of the garbage collector's sight.

    Worlds live for weeks.  Going through a thousand of them in search of rings takes the better
    part of a second, in which nothing else happens, as soon as enough has been opened beside them.
    A world that is dropped is let go of by hand (:meth:`world.state.World.let_go`).
    """
    gc.collect()
    gc.freeze()


def encode_settings(settings: Settings) -> bytes:
    """The bytes kept with a campaign."""
    return msgspec.json.encode(settings, order="deterministic")


@functools.lru_cache(maxsize=64)
def _scenario(settings: bytes) -> tuple[Settings, Pack, Scenario]:
    decoded = msgspec.json.decode(settings, type=Settings)
    pack = pack_named(pack_name(decoded.files))
    return decoded, pack, read_scenario(decoded.files, pack, decoded.overrides)


@functools.lru_cache(maxsize=64)
def _scene(settings: bytes) -> Any:
    # A scene is static: campaigns of one scenario share it, with its cached routes.
    _, pack, scenario = _scenario(settings)
    return empty(pack, scenario, Secret(bytes(32))).scene


def open_world(rows: WorldRows) -> tuple[World, Settings]:
    """A campaign's world from its rows.

    Raises:
        GalloperError: the pack is not there, or the scenario cannot be read by this release.
    """
    settings, pack, scenario = _scenario(rows.settings)
    world = empty(pack, scenario, Secret(rows.secret), scene=_scene(rows.settings))
    reopen(
        world,
        entities=[body for _, _, body in rows.entities],
        timeline=[(i, axis, due, rank, body) for i, axis, due, rank, _, _, body in rows.timeline],
        now=rows.due.now,
        seq=rows.due.seq,
        head=rows.due.head,
        notice_n=rows.notice_n,
        known_n=rows.known_n,
    )
    return world, settings


async def open_kept(conn: asyncpg.Connection, campaign_id: str, term: int) -> Kept:
    """Read a campaign we own; its inbox is still to be read (:func:`read_inputs`).

    Raises:
        ChangedHands: it is not there, or is no longer ours.
        CannotOpen: its pack is not there, or this release cannot read what is kept of it.
    """
    rows = await load_world(conn, campaign_id)
    if rows is None or rows.due.term != term:
        raise ChangedHands(f"The campaign {campaign_id!r} changed hands; nothing was changed.")
    with _opening():
        world, _ = open_world(rows)
    return Kept(campaign_id, world, rows.due.version, term, rows.due.line)


async def read_inputs(conn: asyncpg.Connection, campaign_id: str) -> Inbox:
    """What waits in a campaign's inbox, in the order in which it comes into force.

    An outage comes into force at its beginning, before anything the gap would have brought.

    Raises:
        CannotOpen: this release cannot read what was said.
    """
    waits = await waiting_inputs(conn, campaign_id, AT_ONCE + 1)
    heard_to = None
    if len(waits) > AT_ONCE:
        # What came at the very instant of the first one left out is left out with it.
        first_left = waits.pop()
        heard_to = first_left.received - 1
        whole = [one for one in waits if one.person == KEEPER or one.received <= heard_to]
        if any(one.person != KEEPER for one in whole):
            waits = whole
        else:
            heard_to = first_left.received
    inputs = []
    with _opening():
        for waiting in waits:
            body = decode(waiting.body)
            received = body.start if isinstance(body, Outage) else waiting.received
            inputs.append(Input(person=waiting.person, n=waiting.n, received=received, body=body))
    inputs.sort(key=lambda said: (said.received, said.person, said.n))
    return Inbox(deque(inputs), heard_to)


def read_settings(settings: bytes) -> Settings:
    """What is kept with a campaign, from its bytes.

    Raises:
        CannotOpen: this release cannot read them.
    """
    with _opening():
        return msgspec.json.decode(settings, type=Settings)


@contextmanager
def _opening() -> Iterator[None]:
    """Whatever goes wrong in here lies with what is kept, and will go wrong again."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        # What other errors say may quote the scenario or a letter.
        known = isinstance(error, NoSuchPack | NewerRelease)
        why = str(error) if known else f"This program cannot read it ({type(error).__name__})."
        raise CannotOpen(why) from error
