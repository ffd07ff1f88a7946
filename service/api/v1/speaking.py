"""What a person says: orders, answers, and the referee's hand on the clock.

Each takes an ``Idempotency-Key``: said twice under one key, it is kept once.
"""

from __future__ import annotations

from typing import Any

import msgspec

from service.api.endpoint import Asked, Endpoints
from service.intake.speak import Receipt, answer_decision, change_clock, give_order
from service.people.parts import require_referee, require_voice
from world.errors import BadInput
from world.said import HoldClock, ResumeClock, SetRate

endpoints = Endpoints("Speaking")

_PERSON = "/campaigns/{campaign}/persons/{person}"


class Ordered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order: in its text form, or as its JSON (see the campaign's order forms); not both."""

    text: str = ""
    order: dict[str, Any] | None = None


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer: the option's name, and a sentence where one is taken."""

    option: str
    text: str = ""


ClockChange = HoldClock | ResumeClock | SetRate


@endpoints.post(f"{_PERSON}/orders", takes=Ordered, gives=Receipt, scope="read", keyed=True)
async def order(asked: Asked) -> Receipt:
    """Give an order; the receipt echoes what was understood."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    wanted: Ordered = asked.body
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=True)
        world = await asked.services.readings.recent(conn, campaign)
    if bool(wanted.text) == (wanted.order is not None):
        raise BadInput("Give an order as text or as order, not both. Nothing was kept.")
    given: Any = wanted.text
    if wanted.order is not None:
        try:
            given = world.pack.decode_order(msgspec.json.encode(wanted.order))
        except (msgspec.ValidationError, msgspec.EncodeError) as error:
            raise BadInput(f"That is no order: {error}. Nothing was kept.") from None
    return await give_order(asked.pool, asked.services.readings, campaign, person, given, asked.key)


@endpoints.post(
    f"{_PERSON}/decisions/{{decision}}", takes=Answered, gives=Receipt, scope="read", keyed=True
)
async def answer(asked: Asked) -> Receipt:
    """Answer a decision that waits for a person."""
    campaign, person = asked.path["campaign"], asked.path["person"]
    async with asked.pool.acquire() as conn:
        await require_voice(conn, asked.known, campaign, person, to_speak=True)
    return await answer_decision(
        asked.pool,
        asked.services.readings,
        campaign,
        person,
        asked.path["decision"],
        asked.body.option,
        asked.body.text,
        asked.key,
    )


@endpoints.post(
    "/campaigns/{campaign}/clock", takes=ClockChange, gives=Receipt, scope="referee", keyed=True
)
async def clock(asked: Asked) -> Receipt:
    """Pause a campaign with a reason and an end, resume it, or set its rate."""
    async with asked.pool.acquire() as conn:
        await require_referee(conn, asked.known, asked.path["campaign"])
    return await change_clock(
        asked.pool, asked.services.readings, asked.path["campaign"], asked.body, asked.key
    )
