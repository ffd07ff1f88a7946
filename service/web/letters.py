"""Letters as correspondence: who wrote what to whom, and a sheet to answer on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from couriers.prospect import correspondents, places, writes_letters
from service.api.problem import words_of
from service.intake.expected import said_to
from service.intake.speak import give_order
from service.papers.letters import (
    Draft,
    Prospects,
    Thread,
    correspondence,
    drop_draft,
    keep_draft,
    name_of,
    prospects,
)
from service.people.parts import NotFound, require_voice, speaks_for
from service.store.campaigns import name_and_end
from service.store.session import writing
from service.web.papers import papers_of
from world.errors import BadInput, Refused
from world.ordertext import read_form

if TYPE_CHECKING:
    import asyncpg
    from aiohttp import web

    from service.web.frame import Look
    from world.state import World

_MEANS = ("messenger", "semaphore", "talk")


async def letters(look: Look) -> web.Response:
    """All threads, the newest first."""
    return await _show(look, None)


async def thread(look: Look) -> web.Response:
    """One thread, and a sheet of paper."""
    query = look.request.query
    started = None
    if query.get("answers") or query.get("towards"):
        started = Draft(
            to="", text="", towards=query.get("towards", ""), answers=query.get("answers", "")
        )
    return await _show(look, look.request.match_info["other"], started=started)


async def begin(look: Look) -> web.Response:
    """Somebody was chosen to write to."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    form = await look.form()
    async with look.site.pool.acquire() as conn:
        await require_voice(conn, look.known, campaign, person, to_speak=False)
    return look.go(f"{_sheets(campaign, person)}/{quote(form.get('to', ''), safe='')}")


def _sheets(campaign: str, person: str) -> str:
    """The address of somebody's letters: whatever stands in a name, it is one part of it."""
    return f"/c/{quote(campaign, safe='')}/{quote(person, safe='')}/letters"


async def _show(
    look: Look, other: str | None, *, wrong: str = "", started: Draft | None = None
) -> web.Response:
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        world, own = await _world(conn, look, to_speak=False)
        name, ended = await name_and_end(conn, campaign)
        threads = await correspondence(conn, world, campaign, person, drafts=own)
    known = correspondents(world, person)
    chosen, weighed = None, None
    if other is not None:
        chosen = next((one for one in threads if one.other == other), None)
        if chosen is None and other in known:
            chosen = _blank(world, known, other)
        if chosen is None:
            raise NotFound("You know nobody of that name and have no letters of theirs.")
    draft = started or (chosen.draft if chosen else None) or Draft(to=other or "", text="")
    if own and chosen is not None and chosen.writable:
        weighed, wrong = _weigh(world, person, chosen.other, draft, wrong)
    return look.page(
        "letters.html",
        status=422 if wrong else 200,
        campaign=campaign,
        name=name,
        person=person,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        threads=threads,
        chosen=chosen,
        others=sorted(known.items(), key=lambda one: one[1].casefold()),
        places=places(world, person) if chosen else [],
        draft=draft,
        prospects=weighed,
        ended=ended,
        wrong=wrong,
    )


def _blank(world: World, known: dict[str, str], other: str) -> Thread:
    return Thread(
        other=other,
        name=name_of(world, known, other),
        place="",
        writable=True,
        draft=None,
        pieces=[],
    )


def _weigh(
    world: World, person: str, other: str, draft: Draft, wrong: str
) -> tuple[Prospects | None, str]:
    """What the letter would take; a place that is none is told, and the usual one weighed."""
    wanted: dict[str, Any] = {"text": draft.text, "copies": draft.copies}
    try:
        return prospects(world, person, other, towards=draft.towards, **wanted), wrong
    except Refused as error:
        return prospects(world, person, other, **wanted), wrong or words_of(error)


async def send(look: Look) -> web.Response:
    """Send what was written, keep it as a draft, weigh it, or throw it away."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    other = look.request.match_info["other"]
    form = await look.form()
    here = f"{_sheets(campaign, person)}/{quote(other, safe='')}"
    async with look.site.pool.acquire() as conn:
        world, _ = await _world(conn, look, to_speak=True)
    draft = _written(form, other)
    match form.get("do"):
        case "weigh":
            return await _show(look, other, started=draft)
        case "discard":
            async with writing(look.site.pool) as conn:
                await drop_draft(conn, campaign, person, other)
            return look.go(here, said="The draft was thrown away.")
        case "keep":
            try:
                async with writing(look.site.pool) as conn:
                    await keep_draft(conn, campaign, person, draft)
            except BadInput as error:
                return await _show(look, other, wrong=words_of(error), started=draft)
            return look.go(here, said="Kept as a draft; nobody reads it but you.")
    try:
        word, filled = _order(draft, form)
        order = read_form(world.pack, word, filled)
        receipt = await give_order(
            look.site.pool, look.site.readings, campaign, person, order, form.get("key", "")
        )
    except (Refused, BadInput) as error:
        return await _show(look, other, wrong=words_of(error), started=draft)
    async with writing(look.site.pool) as conn:
        await drop_draft(conn, campaign, person, other)
    due = said_to(receipt.expected, world, look.reader())
    return look.go(here, said=f"Handed over: {receipt.echo}", then=due)


def _written(form: dict[str, str], other: str) -> Draft:
    copies = form.get("copies", "1")
    means: Any = form.get("means", "messenger")
    return Draft(
        to=other,
        text=form.get("text", ""),
        towards=form.get("towards", "").strip(),
        copies=int(copies) if copies.isascii() and copies.isdecimal() and len(copies) < 3 else 1,
        means=means if means in _MEANS else "messenger",
        answers=form.get("answers", ""),
    )


def _order(draft: Draft, form: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The order by which it goes, and its fields as a form fills them in."""
    if draft.means == "semaphore":
        filled = {"text": draft.text, "to": draft.towards, "priority": form.get("priority", "")}
        return "semaphore", {name: value for name, value in filled.items() if value}
    if draft.means == "talk":
        return "talk", {"text": draft.text, "to": draft.to}
    filled = {
        "to": draft.to,
        "text": draft.text,
        "towards": draft.towards,
        "ways": form.get("ways", "").strip(),
        "answers": draft.answers,
    }
    if not filled["ways"]:
        filled["copies"] = str(draft.copies)
    return "letter", {name: value for name, value in filled.items() if value}


async def _world(conn: asyncpg.Connection, look: Look, *, to_speak: bool) -> tuple[World, bool]:
    """The world, and whether the letters are their reader's own."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    parts = await require_voice(conn, look.known, campaign, person, to_speak=to_speak)
    world = await look.site.readings.world(conn, campaign)
    if not writes_letters(world):
        raise NotFound("Nobody writes letters in this game.")
    return world, speaks_for(parts, person)
