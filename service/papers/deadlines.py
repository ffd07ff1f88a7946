"""What comes when, as somebody knows it: for their calendar.

Limits of decisions that wait for them, when turns close, and when what is theirs should arrive.
Everything is taken from their own view and record: what their commander does not know is not in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from couriers.correspondence import KINDS, Line, threads
from couriers.offers import called, place_name
from service.language.saying import Speech
from service.papers.letters import NEWEST
from service.store.papers import known_of
from service.waiting import waiting

if TYPE_CHECKING:
    from collections.abc import Iterator

    import asyncpg

    from service.language.reader import Reader
    from world.decision import Decision
    from world.state import World


class Deadline(NamedTuple):
    """Something that is to be: what names it, its instants (wall µs), and what it is in words."""

    name: str
    at: int
    until: int | None
    title: str
    text: str


async def deadlines(
    conn: asyncpg.Connection, world: World, campaign: str, person: str, reader: Reader
) -> list[Deadline]:
    """What is to come for a person, as their clock goes now, the first first."""
    speech = Speech(reader, world)
    view = world.pack.view(world, person)
    found = [
        *(one for decision in waiting(world, person) for one in decided(speech, world, decision)),
        *_closing(speech, view),
        *_arriving(speech, world, view),
        *await _letters(conn, speech, world, campaign, person),
    ]
    return sorted(found, key=lambda one: (one.at, one.name))


def decided(speech: Speech, world: World, decision: Decision) -> Iterator[Deadline]:
    """The instant by which a decision is answered or settles itself, if it has one."""
    if decision.limit is not None:
        at: int | None = world.face.answering_wall(decision.limit)
    else:
        at = None if decision.due is None else world.face.wall(decision.due)
    if at is None:
        return
    options = "; ".join(f"{option.name}: {option.text}" for option in decision.options)
    yield to_decide(speech, decision.id, at, decision.question, options, decision.default)


def to_decide(
    speech: Speech, decision: str, at: int, question: str, options: str, default: str
) -> Deadline:
    """The limit (wall µs) of a decision, in words."""
    return Deadline(
        name=f"decision/{decision}",
        at=at,
        until=None,
        title=speech.say("Decide: {question}", question=question),
        text=speech.say(
            "{question}\nYou may answer: {options}. Otherwise it will be: {default}.",
            question=question,
            options=options,
            default=default,
        ),
    )


def _closing(speech: Speech, view: Any) -> Iterator[Deadline]:
    """When the turn closes, in a game of turns."""
    at = getattr(view, "deadline", None)
    if at is not None:
        date = str(getattr(view, "date", ""))
        yield Deadline(
            name=f"turn/{date}",
            at=at,
            until=None,
            title=speech.say("{date}: the turn closes", date=date),
            text=speech.say("Orders are taken until then."),
        )


def _arriving(speech: Speech, world: World, view: Any) -> Iterator[Deadline]:
    """When one's own armies and fleets should be where they are going, as far as one knows."""
    moving = [(one, one.march) for one in getattr(view, "armies", ())]
    moving += [(one, one.voyage) for one in getattr(view, "fleets", ())]
    for one, way in moving:
        if way is None or way.arrives is None or way.halted:
            continue
        at = world.face.wall(way.arrives)
        if at is not None:
            yield Deadline(
                name=f"arrival/{one.id}",
                at=at,
                until=None,
                title=speech.say(
                    "{who} should reach {place}", who=one.name, place=place_name(world, way.to)
                ),
                text=speech.when(way.arrives),
            )


async def _letters(
    conn: asyncpg.Connection, speech: Speech, world: World, campaign: str, person: str
) -> list[Deadline]:
    """Between when the riders with one's letters are expected; whether they arrive nobody says."""
    rows = await known_of(conn, campaign, person, list(KINDS), NEWEST)
    decode = world.pack.record_decoder.decode
    pieces = threads(person, [Line(row.n, row.at, decode(row.body)) for row in rows])
    found = []
    for piece in (one for several in pieces.values() for one in several):
        if piece.state != "sent" or piece.eta_from is None or piece.eta_to is None:
            continue
        at, until = world.face.wall(piece.eta_from), world.face.wall(piece.eta_to)
        if at is None or piece.eta_to <= world.now:
            continue
        name = called(world, person, piece.to)
        place = place_name(world, piece.towards) if piece.towards else ""
        found.append(
            Deadline(
                name=f"letter/{piece.id}",
                at=at,
                until=until,
                title=speech.say("Your letter should reach {name}", name=name),
                text=speech.say("Its rider left for {place}.", place=place) if place else "",
            )
        )
    return found
