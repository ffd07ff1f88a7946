"""A campaign begun of a scenario that comes with the program; whoever begins it referees it."""

from __future__ import annotations

import asyncio
import functools
import re
import secrets
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from service.intake.founding import found_campaign
from service.packs import pack_named
from service.people.parts import NotAllowed
from service.scenario_files import bundled_names, read_files
from service.store.endings import ended_among
from service.store.memberships import parts_of
from world.campaign import found
from world.clock import parse_rate
from world.dice import Secret
from world.errors import BadInput
from world.scenario.scenario import pack_name, read_scenario

if TYPE_CHECKING:
    import asyncpg

    from service.pace import Pace
    from service.people.who import Who
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


class Offered(msgspec.Struct, frozen=True):
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


async def begin(
    pool: asyncpg.Pool, pace: Pace, who: Who, scenario: str, name: str = "", rate: str = "1:1"
) -> str | None:
    """Begin a campaign of a scenario by its name; returns its id, or None where there is none.

    Raises:
        NotAllowed: the credential does not act as a referee.
        BadInput: the pace is none of those offered, or one referees too many campaigns already.
        TooMany: others were begun just now.
    """
    require_beginner(who)
    pace.take(f"founding {who.account.id}", cost=10)
    chosen = next((one for one in await offers() if one.name == scenario), None)
    if chosen is None:
        return None
    campaign = f"{_NO_LETTER.sub('-', chosen.name)[:40]}-{secrets.token_hex(3)}"
    await _require_room(pool, who)
    files = read_files(Path(chosen.name))
    await found_campaign(
        pool,
        campaign,
        files,
        name=name.strip() or chosen.title,
        rate=_pace(rate),
        gm=who.account.id,
    )
    return campaign


def require_beginner(who: Who) -> None:
    """Refuse whoever may not act as a referee.

    Raises:
        NotAllowed: the credential does not go so far.
    """
    if not who.may("referee"):
        raise NotAllowed("This token does not begin campaigns; nothing was changed.")


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


async def _require_room(pool: asyncpg.Pool, who: Who) -> None:
    """Refuse more campaigns than one person referees; those that have ended do not count.

    Raises:
        BadInput: saying how many there may be.
    """
    if who.account.operator:
        return
    async with pool.acquire() as conn:
        parts = await parts_of(conn, who.account.id)
        mine = {part.campaign_id for part in parts if part.role == "gm"}
        running = mine - await ended_among(conn, sorted(mine))
    if len(running) >= MOST:
        raise BadInput(
            f"You referee {MOST} campaigns already; nothing was begun. Ask the operator of this"
            " server for more."
        )
