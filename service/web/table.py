"""The referee's table: the clock, what is coming, who plays, what has happened, and its dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.api.problem import words_of
from service.intake.spans import instant
from service.intake.speak import change_clock, give_order
from service.ledger import coming, happened
from service.people.handing import hand_over, require_gm, set_delay, take_out
from service.people.invitations import as_role, make_invitation
from service.people.parts import require_referee
from service.people.public import let_look_on
from service.people.who import Membership
from service.store.asides import unanswered
from service.store.campaigns import name_and_end
from service.store.instants import clock_us
from service.store.journal import search_lines
from service.store.memberships import (
    invitations,
    member_names,
    members,
    spectators_behind,
    withdraw_invitation,
)
from service.store.public import is_public
from service.store.session import writing
from service.waiting import waiting
from service.web.desk import clock_words
from service.web.naming import event, names_in
from service.web.wording import upfirst
from world.answers import over
from world.clock import Clock, parse_rate
from world.errors import BadInput, Refused
from world.kernel.nouns import CLOCK_ID, REFEREE
from world.ordertext import read_form
from world.said import HoldClock, ResumeClock, SetRate

if TYPE_CHECKING:
    from aiohttp import web

    from service.people.who import Role
    from service.web.frame import Look
    from world.state import World

#: Entries of what is coming, and lines of the journal, on one page.
_COMING = 60
_LINES = 40


async def table(look: Look, *, wrong: str = "") -> web.Response:
    """The table."""
    campaign = look.request.match_info["campaign"]
    async with look.site.pool.acquire() as conn:
        await require_referee(conn, look.known, campaign)
        name, ended = await name_and_end(conn, campaign)
        world = await look.site.readings.world(conn, campaign)
        now = await clock_us(conn)
        lines, _ = await search_lines(conn, campaign, limit=_LINES)
        parts = await members(conn, campaign)
        not_taken = [one for one in await invitations(conn, campaign) if one.taken_by is None]
        names = await member_names(conn, campaign)
        behind = await spectators_behind(conn, campaign)
        asked = await unanswered(conn, campaign, None)
        public = await is_public(conn, campaign)
    clock = world.get(Clock, CLOCK_ID)
    played = {part.person for part in parts}
    persons, decisions = _persons(world), _open(world, look)
    return look.page(
        "table.html",
        status=422 if wrong else 200,
        campaign=campaign,
        name=name,
        date=world.calendar.format(world.now, "datetime"),
        clock="The campaign has ended" if ended else clock_words(world, now, look.clock),
        ended=ended,
        over="" if ended else over(world),
        rate=str(clock.rate_at(now)),
        paused=any(hold.start <= now < hold.end for hold in clock.holds),
        coming=coming(world, limit=_COMING, say=look.clock),
        called=names_in(world),
        event=event,
        speaks="speak_for" in world.pack.orders,
        npcs=[one for one in persons if one[0] not in played],
        open_decisions=[one for one in decisions if one["waits"]],
        settled=sum(not one["waits"] for one in decisions),
        persons=persons,
        everybody=[one for one in persons if ":" not in one[0]],
        offices=[one for one in persons if ":" in one[0]],
        parts=parts,
        names=names,
        invitations=not_taken,
        behind=behind,
        asked=asked,
        public=public,
        leads=any(one.role == "gm" and one.account_id == look.known.account.id for one in parts),
        lines=[happened(world, one) for one in lines],
        wrong=wrong,
    )


def _persons(world: World) -> list[tuple[str, str]]:
    answers = world.pack.answers
    return [(person, upfirst(answers.title(world, person))) for person in answers.persons(world)]


def _open(world: World, look: Look) -> list[dict[str, Any]]:
    """Decisions that wait for anybody, by when their default is taken."""
    answers = world.pack.answers
    return [
        {
            "who": "You" if one.who == REFEREE else upfirst(answers.title(world, one.who)),
            "question": one.question,
            "rule": one.rule,
            "until": "" if one.limit is None else look.clock(world.face.answering_wall(one.limit)),
            "waits": one.mode != "at_once",
        }
        for one in waiting(world)
    ]


async def set_clock(look: Look) -> web.Response:
    """Pause with a reason and an end, resume, or set the rate."""
    campaign = look.request.match_info["campaign"]
    form = await look.form()
    async with look.site.pool.acquire() as conn:
        await require_referee(conn, look.known, campaign)
        now = await clock_us(conn)
    try:
        change, key = _change(form, now), form.get("key", "")
        receipt = await change_clock(look.site.pool, look.site.readings, campaign, change, key)
    except (Refused, BadInput) as error:
        return await table(look, wrong=words_of(error))
    return look.go(f"/c/{campaign}/table", said=f"Understood: {receipt.echo}")


def _change(form: dict[str, str], now: int) -> HoldClock | ResumeClock | SetRate:
    match form.get("do"):
        case "pause":
            return HoldClock(
                reason=form.get("reason", ""), until=instant(form.get("until", ""), now)
            )
        case "resume":
            return ResumeClock()
        case "rate":
            wanted = parse_rate(form.get("rate", ""))
            return SetRate(numerator=wanted.num, denominator=wanted.den)
    raise BadInput("That is nothing a clock can do. Nothing was changed.")


async def invite(look: Look) -> web.Response:
    """Make an invitation, whose link is shown once."""
    campaign = look.request.match_info["campaign"]
    form = await look.form()
    role, _, person = form.get("part", "").partition(" ")
    refereeing = role in {"gm", "assistant"}
    async with writing(look.site.pool) as conn:
        await (require_gm if refereeing else require_referee)(conn, look.known, campaign)
        made = await make_invitation(
            conn, look.site.readings, campaign, role, person, by=look.known.account.id
        )
    link = look.address(f"/invitation/{made.secret}")
    return look.go(f"/c/{campaign}/table", link=link)


async def withdraw(look: Look) -> web.Response:
    """Withdraw an invitation nobody has taken."""
    campaign = look.request.match_info["campaign"]
    async with writing(look.site.pool) as conn:
        await require_referee(conn, look.known, campaign)
        await withdraw_invitation(conn, campaign, look.request.match_info["invitation"])
    return look.go(f"/c/{campaign}/table")


async def change_part(look: Look) -> web.Response:
    """Hand a commander over, take a part away, or set how late spectators see."""
    campaign, form = look.request.match_info["campaign"], await look.form()
    account, role, person = form.get("account", ""), form.get("role", ""), form.get("person", "")
    try:
        async with writing(look.site.pool) as conn:
            match form.get("do"):
                case "hand_over":
                    made = await hand_over(conn, look.site.readings, look.known, campaign, person)
                    link = look.address(f"/invitation/{made.secret}")
                    return look.go(f"/c/{campaign}/table", link=link)
                case "take_out":
                    wanted: Role = as_role(role)
                    part = Membership(
                        campaign_id=campaign, account_id=account, role=wanted, person=person
                    )
                    await take_out(conn, look.known, part)
                    return look.go(f"/c/{campaign}/table", said="The part is free.")
                case "public" | "private" as door:
                    await let_look_on(conn, look.known, campaign, public=door == "public")
                    said = "Anybody may look on." if door == "public" else "Nobody looks on."
                    return look.go(f"/c/{campaign}/table", said=said)
                case "behind":
                    hours = form.get("hours", "")
                    known = hours.isascii() and hours.isdecimal() and len(hours) < 9
                    await set_delay(conn, look.known, campaign, int(hours) if known else -1)
                    said = f"Spectators see everything {hours} game hours late."
                    return look.go(f"/c/{campaign}/table", said=said)
    except BadInput as error:
        return await table(look, wrong=str(error))
    return await table(look, wrong="That is nothing to do with a part. Nothing was changed.")


async def speak_for(look: Look) -> web.Response:
    """Order or write as somebody nobody plays."""
    campaign, form = look.request.match_info["campaign"], await look.form()
    async with look.site.pool.acquire() as conn:
        await require_referee(conn, look.known, campaign)
        world = await look.site.readings.recent(conn, campaign)
    try:
        if "speak_for" not in world.pack.orders:
            raise BadInput("These rules let nobody speak for another. Nothing was ordered.")
        fields = {"who": form.get("who", ""), "say": form.get("say", "").strip()}
        order = read_form(world.pack, "speak_for", fields)
        key = form.get("key", "")
        receipt = await give_order(
            look.site.pool, look.site.readings, campaign, REFEREE, order, key
        )
    except (Refused, BadInput) as error:
        return await table(look, wrong=words_of(error))
    return look.go(f"/c/{campaign}/table", said=f"Understood: {receipt.echo}")
