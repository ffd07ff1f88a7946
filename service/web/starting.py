"""A first campaign in three clicks: choose a scenario, begin it, invite people."""

from __future__ import annotations

import asyncio
import functools
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from service.api.problem import words_of
from service.cli.scenario_files import bundled_names, read_files
from service.intake.founding import found_campaign
from service.packs import pack_named
from service.people.invitations import make_invitation
from service.people.parts import NotAllowed, require_referee
from service.store.campaigns import campaign_name
from service.store.memberships import members, parts_of
from service.store.session import writing
from world.campaign import found
from world.clock import parse_rate
from world.dice import Secret
from world.errors import BadInput, GalloperError
from world.scenario.scenario import pack_name, read_scenario

if TYPE_CHECKING:
    from aiohttp import web

    from service.people.who import Who
    from service.web.frame import Look
    from world.clock import Rate
    from world.state import World

#: Campaigns that somebody who does not operate the server may referee at a time.
MOST = 5
#: Paces to choose from, by ratio of game time to real time, in words.
PACES = (
    ("1", "A day is a day"),
    ("4", "Four days a day"),
    ("24", "A day an hour"),
    ("1440", "A day a minute, to look around"),
)
_NO_LETTER = re.compile(r"[^a-z0-9]+")


class Offered(NamedTuple):
    """A scenario to choose: its name, title, what it is about, and how many people it has."""

    name: str
    title: str
    about: str
    persons: int


@functools.cache
def offered() -> list[Offered]:
    """The scenarios that come with the program."""
    shown = []
    for name in bundled_names():
        files = read_files(Path(name))
        pack = pack_named(pack_name(files))
        scenario = read_scenario(files, pack)
        world, _ = found(pack, scenario, secret=Secret.of_seed(1), start=0)
        shown.append(Offered(name, scenario.title, scenario.about, len(played(world))))
    return shown


def played(world: World) -> list[tuple[str, str]]:
    """The persons of a campaign that people may play, with their titles; offices are nobody's."""
    answers = world.pack.answers
    return [(one, answers.title(world, one)) for one in answers.persons(world) if ":" not in one]


async def offers() -> list[Offered]:
    """The same; reading them takes a second the first time, in which the game goes on."""
    return await asyncio.to_thread(offered)


async def scenarios(look: Look) -> web.Response:
    """What can be played here."""
    _require_account(look)
    return look.page("start.html", scenarios=await offers(), chosen=None, paces=PACES, wrong="")


async def scenario(look: Look, *, wrong: str = "") -> web.Response:
    """One scenario, and how it is to go."""
    _require_account(look)
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
    who = _require_account(look)
    form = await look.form()
    look.site.pace.take(f"founding {who.account.id}", cost=10)
    named = look.request.match_info["scenario"]
    chosen = next((one for one in await offers() if one.name == named), None)
    if chosen is None:
        return look.go("/start")
    campaign = f"{_NO_LETTER.sub('-', chosen.name)[:40]}-{secrets.token_hex(3)}"
    try:
        await _require_room(look, who)
        rate = _pace(form.get("rate", "1:1"))
        name = form.get("name", "").strip() or chosen.title
        files = read_files(Path(chosen.name))
        await found_campaign(
            look.site.pool, campaign, files, name=name, rate=rate, gm=who.account.id
        )
    except GalloperError as error:
        return await scenario(look, wrong=words_of(error))
    return look.go(f"/c/{campaign}/begun")


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


def _pace(chosen: str) -> Rate:
    """One of the paces that the page offers; the referee sets another on the table.

    Raises:
        BadInput: it is none of them.
    """
    if chosen not in {f"{rate}:1" for rate, _ in PACES}:
        raise BadInput(
            f"{chosen[:40]!r} is none of the paces to choose from; nothing was begun. Choose one;"
            " you may set another later, on the table."
        )
    return parse_rate(chosen)


async def _require_room(look: Look, who: Who) -> None:
    """Refuse more campaigns than one person referees.

    Raises:
        BadInput: saying how many there may be.
    """
    if who.account.operator:
        return
    async with look.site.pool.acquire() as conn:
        parts = await parts_of(conn, who.account.id)
    if sum(part.role == "gm" for part in parts) >= MOST:
        raise BadInput(
            f"You referee {MOST} campaigns already; nothing was begun. Ask the operator of this"
            " server for more."
        )


def _require_account(look: Look) -> Who:
    """Whoever begins campaigns has signed in, and may speak as a referee.

    Raises:
        Unproved: nobody has signed in.
        NotAllowed: the credential does not go so far.
    """
    if not look.known.may("referee"):
        raise NotAllowed("This token does not begin campaigns; nothing was changed.")
    return look.known
