"""Correspondence by person, with drafts, and what a letter would take before it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec

from couriers.correspondence import EVERYBODY, KINDS, Line, Piece, threads
from couriers.offers import place_name
from couriers.prospect import (
    Prospect,
    Wire,
    believed_place,
    correspondents,
    has_semaphore,
    prospect,
    wire,
)
from couriers.words import LONGEST_LETTER
from service.intake.speak import clean
from service.store.jottings import MOST, drop_jotting, jottings, keep_jotting
from service.store.papers import known_of
from world.errors import BadInput, Refused

if TYPE_CHECKING:
    import asyncpg

    from world.state import World

#: Pieces of correspondence that are sorted; older ones stand in the record.
NEWEST = 1_000


#: Characters of a draft's addressee, place, and number of the letter it answers.
LONGEST_NAME = 120
#: Copies that a draft may ask for, as many as an order for a letter.
MOST_COPIES = 50


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """A letter not yet sent: to whom, the words, and how it was to go."""

    to: str
    text: str
    towards: str = ""
    copies: int = 1
    means: Literal["messenger", "semaphore", "talk"] = "messenger"
    answers: str = ""


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of correspondence in words: instants in the campaign's calendar, places by name.

    ``state`` is ``arrived`` only where an answer proves it; ``expected`` says between when.
    """

    n: int
    id: str
    means: str
    mine: bool
    sender: str
    to: str
    text: str
    state: str
    date: str
    dated: str
    place: str
    towards: str
    order: bool
    expected: tuple[str, str] | None
    answered: str


class Thread(msgspec.Struct, frozen=True, kw_only=True):
    """All that passed between two people, as one of them knows it, the oldest first.

    ``place`` is where the other is believed to be; ``writable`` whether a letter may go to them.
    """

    other: str
    name: str
    place: str
    writable: bool
    draft: Draft | None
    pieces: list[Shown]

    @property
    def newest(self) -> int:
        """The number of its newest piece, 0 for none."""
        return self.pieces[-1].n if self.pieces else 0


class Prospects(msgspec.Struct, frozen=True, kw_only=True):
    """What a letter to somebody would take: by rider, for one copy and for more; by semaphore.

    ``expected`` are dates between which the first rider arrives; None where no way is known.
    """

    to: str
    name: str
    rider: Prospect
    expected: tuple[str, str] | None
    copies: list[Prospect]
    wire: Wire | None
    present: bool


async def correspondence(
    conn: asyncpg.Connection, world: World, campaign: str, person: str, *, drafts: bool
) -> list[Thread]:
    """Every thread of a person, that with the newest piece first; drafts without one come last.

    Args:
        drafts: whether what is not sent is shown: to its author, and to nobody else.
    """
    rows = await known_of(conn, campaign, person, list(KINDS), NEWEST)
    decode = world.pack.record_decoder.decode
    found = threads(person, [Line(row.n, row.at, decode(row.body)) for row in rows])
    begun = await drafts_of(conn, campaign, person) if drafts else {}
    known = correspondents(world, person)
    shown = [
        _thread(world, person, other, known, found.get(other, ()), begun.get(other))
        for other in sorted(found.keys() | begun.keys())
    ]
    return sorted(shown, key=lambda thread: (-thread.newest, thread.name))


async def thread_with(
    conn: asyncpg.Connection,
    world: World,
    campaign: str,
    person: str,
    other: str,
    *,
    drafts: bool,
) -> Thread | None:
    """The thread with one person; an empty one for whoever may be written to; else None."""
    for thread in await correspondence(conn, world, campaign, person, drafts=drafts):
        if thread.other == other:
            return thread
    known = correspondents(world, person)
    return _thread(world, person, other, known, (), None) if other in known else None


def _thread(
    world: World,
    person: str,
    other: str,
    known: dict[str, str],
    pieces: Any,
    draft: Draft | None,
) -> Thread:
    writable = other in known
    return Thread(
        other=other,
        name="Everybody in sight of a tower"
        if other == EVERYBODY
        else name_of(world, known, other),
        place=believed_place(world, person, other) if writable else "",
        writable=writable,
        draft=draft,
        pieces=[_shown(world, piece, known) for piece in pieces],
    )


def name_of(world: World, known: dict[str, str], other: str) -> str:
    """What somebody is called by one who may write to them."""
    if other == EVERYBODY:
        return "Whoever hears or reads it"
    return known.get(other) or world.pack.answers.title(world, other)


def _shown(world: World, piece: Piece, known: dict[str, str]) -> Shown:
    def date(at: int | None) -> str:
        return "" if at is None else world.calendar.format(at, "datetime")

    expected = None
    if piece.eta_from is not None and piece.eta_to is not None:
        expected = (date(piece.eta_from), date(piece.eta_to))
    return Shown(
        n=piece.n,
        id=piece.id,
        means=piece.means,
        mine=piece.mine,
        sender=name_of(world, known, piece.sender),
        to=name_of(world, known, piece.to) if piece.to else "",
        text=piece.text,
        state=piece.state,
        date=date(piece.at),
        dated=date(piece.sent),
        place=place_name(world, piece.place) if piece.place else "",
        towards=place_name(world, piece.towards) if piece.towards else "",
        order=piece.order,
        expected=expected,
        answered=date(piece.answered),
    )


def prospects(
    world: World, person: str, to: str, *, towards: str = "", text: str = "", copies: int = 1
) -> Prospects:
    """What a letter to somebody would cost, take and risk, by every means.

    Raises:
        Refused: E-UNKNOWN-ADDRESSEE, E-NO-PATH.
    """
    known = correspondents(world, person)
    if to not in known:
        raise Refused("E-UNKNOWN-ADDRESSEE", "You know nobody of that name; nothing was weighed.")
    rider = prospect(world, person, to, towards=towards, copies=copies)
    expected = None
    if rider.eta_from is not None and rider.eta_to is not None:
        first, last = (
            world.calendar.format(at, "datetime") for at in (rider.eta_from, rider.eta_to)
        )
        expected = (first, last)
    every = [
        prospect(world, person, to, towards=towards, copies=n + 1) for n in range(rider.copies_max)
    ]
    view = world.pack.view(world, person)
    return Prospects(
        to=to,
        name=known[to],
        rider=rider,
        expected=expected,
        copies=every,
        wire=wire(world, person, text) if has_semaphore(world) else None,
        present=to in getattr(view, "present", ()),
    )


# -- drafts ---------------------------------------------------------------------------------------


async def drafts_of(conn: asyncpg.Connection, campaign: str, person: str) -> dict[str, Draft]:
    """A person's drafts, by whom they are for."""
    return {
        one.id: msgspec.json.decode(one.body, type=Draft)
        for one in await jottings(conn, campaign, person, "draft")
    }


async def keep_draft(conn: asyncpg.Connection, campaign: str, person: str, draft: Draft) -> None:
    """Keep a draft in place of the one there was for the same person.

    Raises:
        BadInput: it is too long to become a letter, has more copies than any letter, cannot be
            shown, or there are too many.
    """
    if len(clean(draft.text, "The draft")) > LONGEST_LETTER:
        raise BadInput(
            f"The draft is {len(draft.text):,} characters long and a letter holds"
            f" {LONGEST_LETTER:,}; it was not kept. Shorten it."
        )
    lines = {"addressee": draft.to, "place": draft.towards, "letter it answers": draft.answers}
    for what, line in lines.items():
        if len(clean(line, f"The {what}")) > LONGEST_NAME or "\n" in line:
            raise BadInput(
                f"The {what} is a line of {LONGEST_NAME} characters at most; the draft was not"
                " kept. Give it as your page shows it."
            )
    if not 1 <= draft.copies <= MOST_COPIES:
        raise BadInput(
            f"A letter has 1 to {MOST_COPIES} copies; the draft was not kept. Ask for fewer."
        )
    body = msgspec.json.encode(draft)
    if not await keep_jotting(conn, campaign, person, "draft", draft.to, body):
        raise BadInput(f"You keep {MOST} drafts; this one was not kept. Throw one away first.")


async def drop_draft(conn: asyncpg.Connection, campaign: str, person: str, to: str) -> bool:
    """Throw a draft away; False if there was none."""
    return await drop_jotting(conn, campaign, person, "draft", to)
