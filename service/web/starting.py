"""A first campaign in three clicks: choose a scenario, begin it, invite people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.api.problem import words_of
from service.people import beginning
from service.people.beginning import PACES, offers, played, require_beginner
from service.people.invitations import make_invitation
from service.people.parts import require_referee
from service.store.campaigns import CampaignExists, campaign_name
from service.store.memberships import members
from service.store.session import writing
from world.errors import BadInput, Refused

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look


async def scenarios(look: Look) -> web.Response:
    """What can be played here."""
    require_beginner(look.known)
    return look.page("start.html", scenarios=await offers(), chosen=None, paces=PACES, wrong="")


async def scenario(look: Look, *, wrong: str = "") -> web.Response:
    """One scenario, and how it is to go."""
    require_beginner(look.known)
    name = look.request.match_info["scenario"]
    chosen = next((one for one in await offers() if one.name == name), None)
    if chosen is None:
        return look.go("/start")
    return look.page(
        "start.html",
        status=422 if wrong else 200,
        scenarios=[],
        chosen=chosen,
        paces=PACES,
        wrong=wrong,
    )


async def begin(look: Look) -> web.Response:
    """Begin a campaign of it; whoever does is its referee."""
    form, named = await look.form(), look.request.match_info["scenario"]
    site = look.site
    try:
        campaign = await beginning.begin(
            site.pool, site.pace, look.known, named, form.get("name", ""), form.get("rate", "1:1")
        )
    except (BadInput, Refused, CampaignExists) as error:
        return await scenario(look, wrong=words_of(error))
    return look.go("/start" if campaign is None else f"/c/{campaign}/begun")


async def begun(look: Look) -> web.Response:
    """What happens next: whom to invite, and what the referee does."""
    return await _begun(look, {})


async def invite_all(look: Look) -> web.Response:
    """Make a link for everybody whom nobody plays yet; each is shown once."""
    campaign = look.request.match_info["campaign"]
    form = await look.form()
    async with writing(look.site.pool) as conn:
        await require_referee(conn, look.known, campaign)
        world = await look.site.readings.recent(conn, campaign)
        taken = {part.person for part in await members(conn, campaign)}
        links = {}
        for person, _ in played(world):
            if person in taken or form.get("person", person) != person:
                continue
            made = await make_invitation(
                conn,
                look.site.readings,
                campaign,
                "player",
                person,
                by=look.known.account.id,
            )
            links[person] = look.address(f"/invitation/{made.secret}")
    return await _begun(look, links)


async def _begun(look: Look, links: dict[str, str]) -> web.Response:
    campaign = look.request.match_info["campaign"]
    async with look.site.pool.acquire() as conn:
        await require_referee(conn, look.known, campaign)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.world(conn, campaign)
        taken = {part.person for part in await members(conn, campaign)}
    return look.page(
        "begun.html",
        campaign=campaign,
        name=name,
        date=world.calendar.format(world.now, "datetime"),
        persons=[(one, title, one in taken) for one, title in played(world)],
        links=links,
    )
