"""What people say to the world: orders, answers and clock changes, as they stand in the journal."""

from __future__ import annotations

from typing import Literal

import msgspec


class Said(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="said"):
    """Base of everything that enters by the one door."""


class GiveOrder(Said, frozen=True, tag="order"):
    """An order; ``order`` is its JSON, decoded by the pack."""

    order: msgspec.Raw


class AnswerDecision(Said, frozen=True, tag="answer"):
    """An answer to a decision; ``revision`` is the one its author saw."""

    decision: str
    option: str
    text: str = ""
    revision: int = 1


class HoldClock(Said, frozen=True, tag="hold"):
    """A pause with a reason and an end, both in wall µs; ``start`` None means at once.

    ``words`` are those in which its times were said, where they depend on when that was (``2d``):
    said again under the same key, they mean what they meant the first time.
    """

    reason: str
    until: int
    start: int | None = None
    words: str = ""


class ResumeClock(Said, frozen=True, tag="resume"):
    """End the pause that is running."""


class SetRate(Said, frozen=True, tag="rate"):
    """Game seconds per real second, as a ratio; 0/1 stops the clock."""

    numerator: int
    denominator: int = 1


class Outage(Said, frozen=True, tag="outage"):
    """The daemon was away from ``start`` to ``end`` (wall µs); said by the daemon on its return."""

    start: int
    end: int
    policy: Literal["catch_up", "freeze"] = "catch_up"


class Correct(Said, frozen=True, tag="correct"):
    """The referee corrects an entity.

    ``before`` and ``after`` are fields by name, as JSON: what was seen there, and what is to be.
    ``reason`` and ``by`` (the account's id, of several referees) stand in the journal.
    """

    entity: str
    before: msgspec.Raw
    after: msgspec.Raw
    reason: str
    by: str = ""


Saying = GiveOrder | AnswerDecision | HoldClock | ResumeClock | SetRate | Outage | Correct


class Input(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing said: the ``n``-th of ``person``, received at wall µs ``received``.

    The daemon takes inputs in the order ``(received, person, n)``.
    """

    person: str
    n: int
    received: int
    body: Saying


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Saying)


def encode(body: Saying) -> bytes:
    """The bytes kept for ever of what was said."""
    return _encoder.encode(body)


def decode(body: bytes) -> Saying:
    """What was said, from its kept bytes.

    Raises:
        msgspec.ValidationError: the bytes are not something that can be said.
    """
    return _decoder.decode(body)
