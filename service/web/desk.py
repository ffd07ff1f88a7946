"""A commander's desk: what is new, what waits for an answer, orders, and all that is known."""

from __future__ import annotations

import functools
import secrets
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup, escape

from couriers.letter import LetterCame, OrderCame
from service.api.problem import words_of
from service.intake.expected import said_to
from service.intake.speak import answer_decision, give_order
from service.language.reader import Reader
from service.language.times import away, wall
from service.notify.wording import word
from service.people.parts import require_voice, speaks_for
from service.store.campaigns import name_and_end
from service.store.instants import clock_us
from service.store.papers import last_notices
from service.waiting import waiting
from service.web.blanks import filled_in, order_forms
from service.web.frame import HERE, KEY, drawn
from service.web.known import known
from service.web.papers import papers_of
from world.answers import over
from world.clock import Clock
from world.errors import BadInput, Refused
from world.kernel.nouns import CLOCK_ID, REFEREE
from world.ordertext import read_form

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from aiohttp import web

    from service.web.frame import Look
    from world.order import Order
    from world.pack import Pack
    from world.state import World

#: Notices on a desk: what is older stands in the record.
NEWEST = 40
#: So many of them lie open; the rest is folded below.
_NEWEST_SHOWN = 12
#: Forms of orders that are not folded away: more would bury what lies below them.
_FORMS_SHOWN = 24


async def desk(look: Look, *, wrong: str = "", draft: str = "") -> web.Response:
    """A person's desk."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        parts = await require_voice(conn, look.known, campaign, person, to_speak=False)
        name, ended = await name_and_end(conn, campaign)
        world = await look.site.readings.world(conn, campaign)
        now = await clock_us(conn)
        found = await last_notices(conn, campaign, person, NEWEST)
    view = known(world, world.pack.view(world, person))
    reader = look.reader(now=now)
    asked = _waiting(world, person, Reader(zone=reader.zone, now=now))
    orders = world.pack.orders_for(referee=person == REFEREE)
    news = [
        (notice.n, word(world, notice.body, notice.at, reader), _reply(world, notice.body))
        for notice in found
    ]
    return look.page(
        "desk.html",
        status=422 if wrong else 200,
        campaign=campaign,
        name=name,
        person=person,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        persons=[part.person or "gm" for part in parts],
        date=world.calendar.format(world.now, "datetime"),
        clock="The campaign has ended" if ended else clock_words(world, now, look.clock),
        ended=ended,
        over=over(world) if person == REFEREE and not ended else "",
        told=news,
        own=speaks_for(parts, person),
        decisions=[one for one in asked if one["decision"].mode != "at_once"],
        settled=[one for one in asked if one["decision"].mode == "at_once"],
        newest=_NEWEST_SHOWN,
        example=_example(orders),
        orders_shut=len(orders) > _FORMS_SHOWN,
        orders=len(orders),
        order_forms=_forms(world.pack, f"/c/{campaign}/{person}", referee=person == REFEREE),
        view=view,
        wrong=wrong,
        draft=draft,
    )


def _reply(world: World, body: bytes) -> str:
    """Where a letter that was brought is answered, under one's own letters; "" for the rest."""
    notice = world.pack.notice_decoder.decode(body)
    if isinstance(notice, LetterCame | OrderCame):
        return f"{quote(notice.sender)}?answers={quote(notice.letter)}"
    return ""


@functools.cache
def _blank_forms(pack: Pack, *, referee: bool) -> str:
    """The forms of orders: the greater part of a desk, and the same on all but the referee's."""
    return drawn("forms.html", forms=order_forms(pack, referee=referee))


def _forms(pack: Pack, here: str, *, referee: bool) -> Markup:
    filled = _blank_forms(pack, referee=referee).replace(HERE, str(escape(here)))
    return Markup(filled.replace(KEY, secrets.token_hex(12)))  # noqa: S704 - drawn by a template


def clock_words(world: World, now: int, say: Callable[[int], str]) -> str:
    """How a campaign's clock goes, in a sentence; *say* puts a real instant (µs) into words."""
    clock = world.get(Clock, CLOCK_ID)
    holds = [hold for hold in clock.holds if hold.start <= now < hold.end]
    if holds:
        last = max(holds, key=lambda hold: hold.end)
        return f"The clock stands until {say(last.end)}: {last.reason}"
    rate = str(clock.rate_at(now))
    return "A day is a day" if rate == "1:1" else f"The clock runs at {rate}"


def _example(orders: Mapping[str, type[Order]]) -> str:
    """How an order is written, by one that the game has."""
    if "march" in orders:
        return "march to=… pace=forced"
    return f"{next(iter(orders), 'order')} …"


def _waiting(world: World, person: str, reader: Reader) -> list[dict[str, Any]]:
    """What a person is asked, and until when: by the clock, and as seen from now."""
    found = []
    for one in waiting(world, person):
        ends = None if one.limit is None else world.face.answering_wall(one.limit)
        found.append(
            {
                "decision": one,
                "until": "" if ends is None else wall(ends, reader),
                "away": "" if ends is None else away(ends, reader),
                "asked": world.calendar.format(one.asked, "datetime"),
            }
        )
    return found


async def give(look: Look) -> web.Response:
    """Give an order, by its form or as text; the page echoes what was understood."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    form = await look.form()
    async with look.site.pool.acquire() as conn:
        await require_voice(conn, look.known, campaign, person, to_speak=True)
        world = await look.site.readings.recent(conn, campaign)
    words = form.get("words", "").strip()
    key = form.get("key", "")
    try:
        order: Any = words
        if not words:
            chosen = form.get("order", "")
            kind = world.pack.orders.get(chosen)
            if kind is None:
                raise BadInput("Write an order, or fill in the form of one. Nothing was ordered.")
            order = read_form(world.pack, chosen, filled_in(form, kind))
        receipt = await give_order(look.site.pool, look.site.readings, campaign, person, order, key)
    except (Refused, BadInput) as error:
        return await desk(look, wrong=words_of(error), draft=words)
    due = said_to(receipt.expected, world, look.reader())
    return look.go(f"/c/{campaign}/{person}", said=f"Understood: {receipt.echo}", then=due)


async def answer(look: Look) -> web.Response:
    """Answer a decision."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    form = await look.form()
    async with look.site.pool.acquire() as conn:
        await require_voice(conn, look.known, campaign, person, to_speak=True)
    try:
        receipt = await answer_decision(
            look.site.pool,
            look.site.readings,
            campaign,
            person,
            look.request.match_info["decision"],
            form.get("option", ""),
            form.get("text", ""),
            form.get("key", ""),
        )
    except (Refused, BadInput) as error:
        return await desk(look, wrong=words_of(error))
    return look.go(f"/c/{campaign}/{person}", said=f"Answered: {receipt.echo}")
