"""Campaigns one has a part in: their date and clock, and the orders that can be given in them."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec

from service.api.endpoint import Asked, Endpoints
from service.people.beginning import Offered, begin, offers
from service.people.parts import NotFound, is_referee, parts_in
from service.people.who import Membership
from service.store.campaigns import show_campaign
from service.store.instants import clock_us
from service.store.memberships import parts_of
from world.answers import over
from world.clock import Clock, utc
from world.kernel.nouns import CLOCK_ID

if TYPE_CHECKING:
    from world.pack import Pack

endpoints = Endpoints("Campaigns")


class Pause(msgspec.Struct, frozen=True):
    """A hold of the clock: wall instants in UTC, and its reason."""

    start: str
    until: str
    reason: str


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign as everybody with a part in it may know it.

    ``rate`` is game seconds a second, as a ratio; ``date`` is now, in the campaign's calendar.
    ``over`` says to referees how the game is over by its own rules; the campaign runs until they
    end it.
    """

    id: str
    name: str
    pack: str
    scenario: str
    state: str
    parts: list[Membership]
    date: str
    rate: str
    pauses: list[Pause]
    over: str = ""


@endpoints.get("/campaigns", gives=list[Membership])
async def campaigns(asked: Asked) -> list[Membership]:
    """My parts in campaigns."""
    async with asked.pool.acquire() as conn:
        return await parts_of(conn, asked.known.account.id)


class Begin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A campaign to be begun: of which scenario, its name (else the scenario's), and its pace."""

    scenario: str
    name: str = ""
    rate: str = "1:1"


class Begun(msgspec.Struct, frozen=True):
    """The campaign that was begun."""

    id: str


@endpoints.get("/scenarios", gives=list[Offered])
async def scenarios(asked: Asked) -> list[Offered]:  # noqa: ARG001 - everybody is offered the same
    """The scenarios of which a campaign can be begun here."""
    return await offers()


@endpoints.post("/campaigns", takes=Begin, gives=Begun, scope="referee")
async def begin_campaign(asked: Asked) -> Begun:
    """Begin a campaign; whoever does is its game master."""
    wanted: Begin = asked.body
    services = asked.services
    campaign = await begin(
        asked.pool, services.pace, asked.known, wanted.scenario, wanted.name, wanted.rate
    )
    if campaign is None:
        raise NotFound("No scenario here is called that; nothing was begun. See /scenarios.")
    return Begun(campaign)


@endpoints.get("/campaigns/{campaign}", gives=Campaign)
async def campaign(asked: Asked) -> Campaign:
    """A campaign: its date, its clock, my parts."""
    async with asked.pool.acquire() as conn:
        parts = await parts_in(conn, asked.known, asked.path["campaign"])
        row = await show_campaign(conn, asked.path["campaign"])
        world = await asked.services.readings.world(conn, asked.path["campaign"])
        now = await clock_us(conn)
    assert row is not None  # noqa: S101 - its world was read a moment ago
    clock = world.get(Clock, CLOCK_ID)
    return Campaign(
        id=row.id,
        name=row.name,
        pack=row.pack,
        scenario=row.scenario,
        state=row.state,
        parts=parts,
        date=world.calendar.format(world.now, "datetime"),
        rate=str(clock.rate_at(now)),
        pauses=[
            Pause(utc(hold.start), utc(hold.end), hold.reason)
            for hold in clock.holds
            if hold.end > now
        ],
        over=over(world) if is_referee(parts) and row.state != "ended" else "",
    )


@endpoints.get("/campaigns/{campaign}/orders", gives=dict[str, Any])
async def order_forms(asked: Asked) -> dict[str, Any]:
    """The JSON Schema of every order one can give there, by its word; referees have more."""
    async with asked.pool.acquire() as conn:
        parts = await parts_in(conn, asked.known, asked.path["campaign"])
        world = await asked.services.readings.recent(conn, asked.path["campaign"])
    return _schemas(world.pack, referee=is_referee(parts))


@functools.cache
def _schemas(pack: Pack, *, referee: bool) -> dict[str, Any]:
    """The schemas of a pack's orders: working them out takes a twentieth of a second."""
    offered = pack.orders_for(referee=referee)
    return {word: msgspec.json.schema(kind) for word, kind in offered.items()}
