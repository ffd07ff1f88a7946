"""Correspondence: what somebody wrote and read, sorted by the person at the other end.

It is made from a person's own record and nothing else.  A letter counts as arrived only where one
that answers it has come: whether it did otherwise, its sender does not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from couriers.letter import LetterRead, LetterWritten
from couriers.talk import TalkKept
from couriers.telegram import TelegramRead, TelegramSent
from world.notice import Record

#: The tags of records that are correspondence.
KINDS: Final = ("letter_written", "letter_read", "telegram_sent", "telegram_read", "talk_kept")
#: Under which name messages stand that are for whoever reads them.
EVERYBODY: Final = "*"

Means = Literal["messenger", "semaphore", "talk"]
State = Literal["sent", "arrived", "received", "intercepted", "returned", "copy"]


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """One letter, message or speech as it stands in somebody's books.

    Attributes:
        n: its number in the record.
        at: game ms at which it was sent, said or came to hand.
        mine: whether it is the book's owner who wrote it.
        sender, to: persons; ``to`` is "" where it was for everybody.
        state: ``arrived`` only where an answer proves it.
        sent: game ms of its date, where it bears one.
        eta_from, eta_to: game ms between which its rider was expected.
        place: where it was read or handed in; ``towards`` where its rider was sent.
        answered: the instant (ms) at which its answer came, if one did.
    """

    n: int
    at: int
    id: str
    means: Means
    mine: bool
    sender: str
    to: str
    text: str
    state: State
    sent: int | None = None
    place: str = ""
    towards: str = ""
    order: bool = False
    eta_from: int | None = None
    eta_to: int | None = None
    answered: int | None = None


class Line(msgspec.Struct, frozen=True):
    """A line of a record: its number, game instant (ms), and what it says."""

    n: int
    at: int
    record: Record


def threads(owner: str, lines: Iterable[Line]) -> dict[str, list[Piece]]:
    """All correspondence by whom it is with, each thread the oldest first.

    What was intercepted between others stands with its sender.
    """
    lines = sorted(lines, key=lambda line: line.n)
    proofs = {
        line.record.answers: line.at
        for line in lines
        if isinstance(line.record, LetterRead) and line.record.answers
    }
    found: dict[str, list[Piece]] = {}
    seen: set[tuple[str, str]] = set()
    for line in lines:
        piece = _piece(owner, line, proofs)
        if piece is None:
            continue
        key = (piece.id, piece.state)
        if piece.state == "copy" and any(each == piece.id for each, _ in seen):
            continue
        seen.add(key)
        other = piece.to if piece.mine else piece.sender
        found.setdefault(other or EVERYBODY, []).append(piece)
    return found


def _piece(owner: str, line: Line, proofs: dict[str, int]) -> Piece | None:
    record = line.record
    if isinstance(record, LetterWritten):
        answered = proofs.get(record.letter)
        return Piece(
            n=line.n,
            at=line.at,
            id=record.letter,
            means="messenger",
            mine=True,
            sender=owner,
            to=record.to,
            text=record.text,
            state="sent" if answered is None else "arrived",
            sent=record.sent,
            place=record.place,
            towards=record.towards,
            order=record.order,
            eta_from=record.eta_from,
            eta_to=record.eta_to,
            answered=answered,
        )
    if isinstance(record, LetterRead):
        returned = record.how == "returned" and record.sender == owner
        states: dict[str, State] = {
            "addressed": "received",
            "copy": "copy",
            "intercepted": "intercepted",
            "returned": "returned",
        }
        return Piece(
            n=line.n,
            at=line.at,
            id=record.letter,
            means="messenger",
            mine=returned,
            sender=record.sender,
            to=record.to,
            text=record.text,
            state=states[record.how],
            sent=record.sent,
            place=record.place,
        )
    if isinstance(record, TelegramSent):
        return _wired(line, record.telegram, owner, record.text, record.place, mine=True)
    if isinstance(record, TelegramRead):
        return _wired(line, record.telegram, record.sender, record.text, record.place, mine=False)
    if isinstance(record, TalkKept):
        mine = record.speaker == owner
        alone = len(record.to) == 1
        return Piece(
            n=line.n,
            at=line.at,
            id=f"talk/{line.n}",
            means="talk",
            mine=mine,
            sender=record.speaker,
            to=record.to[0] if alone else "",
            text=record.text,
            state="sent" if mine else "received",
            place=record.place,
        )
    return None


def _wired(line: Line, name: str, sender: str, text: str, place: str, *, mine: bool) -> Piece:
    return Piece(
        n=line.n,
        at=line.at,
        id=name,
        means="semaphore",
        mine=mine,
        sender=sender,
        to="",
        text=text,
        state="sent" if mine else "received",
        place=place,
    )
