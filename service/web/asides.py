"""Out of character: what is said to the referees, reports, answers, and who is muted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.notify.wording import word
from service.people.asides import LONGEST_ASIDE, hear_asides, say_aside, set_mute
from service.people.parts import is_referee, parts_in, require_referee
from service.store.asides import answer_aside, muted
from service.store.campaigns import campaign_name
from service.store.memberships import member_names
from service.store.papers import last_notices
from service.store.session import writing
from world.errors import BadInput

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look

#: Notices that may be reported from the page; older ones by the API.
_NEWEST = 40


async def asides(look: Look, *, wrong: str = "", draft: str = "") -> web.Response:
    """What was said to the referees, and what one may say."""
    campaign, site = look.request.match_info["campaign"], look.site
    async with site.pool.acquire() as conn:
        parts = await parts_in(conn, look.known, campaign)
        referee = is_referee(parts)
        rows = await hear_asides(conn, look.known, campaign)
        world = await site.readings.recent(conn, campaign)
        silent = await muted(conn, campaign) if referee else []
        names = await member_names(conn, campaign) if referee else {}
        name = await campaign_name(conn, campaign)
        mine = [part.person for part in parts if part.person]
        sent = [
            (person, one.n, word(world, one.body, one.at, look.reader()))
            for person in mine
            for one in await last_notices(conn, campaign, person, _NEWEST)
        ]
    answers = world.pack.answers
    return look.page(
        "asides.html",
        status=422 if wrong else 200,
        campaign=campaign,
        name=name,
        referee=referee,
        rows=rows,
        names=names,
        muted=silent,
        persons=[(one, answers.title(world, one)) for one in answers.persons(world)],
        mine=mine,
        sent=sent,
        longest=LONGEST_ASIDE,
        clock=look.clock,
        wrong=wrong,
        draft=draft,
    )


async def say(look: Look) -> web.Response:
    """Say, report, answer, mute or let speak again."""
    campaign, form = look.request.match_info["campaign"], await look.form()
    try:
        said = await _done(look, campaign, form)
    except BadInput as error:
        return await asides(look, wrong=str(error), draft=form.get("words", ""))
    return look.go(f"/c/{campaign}/asides", said=said)


def _is_number(text: str) -> bool:
    """Whether it is a number, and one that a row can have."""
    return text.isascii() and text.isdecimal() and len(text) < 16


async def _done(look: Look, campaign: str, form: dict[str, str]) -> str:
    readings, who = look.site.readings, look.known
    async with writing(look.site.pool) as conn:
        match form.get("do"):
            case "say":
                person, _, number = form.get("reports", "").partition(" ")
                if number and not _is_number(number):
                    raise BadInput("You were sent nothing of that number; nothing was reported.")
                n = int(number) if number else None
                words = form.get("words", "")
                await say_aside(conn, readings, who, campaign, words, n, person)
                return "The referee reads it."
            case "answer":
                await require_referee(conn, who, campaign)
                about, answer = form.get("n", ""), form.get("answer", "").strip()[:LONGEST_ASIDE]
                if not _is_number(about) or not await answer_aside(
                    conn, campaign, int(about), answer
                ):
                    raise BadInput("There is nothing of that number to answer; nothing was kept.")
                return "Answered."
            case "mute" | "unmute" as what:
                person, reason = form.get("person", ""), form.get("reason", "")
                muting = what == "mute"
                await set_mute(conn, readings, who, campaign, person, reason, muted=muting)
                return f"{person} {'writes no words' if muting else 'may write again'}."
    raise BadInput("That is nothing to say. Nothing was done.")
