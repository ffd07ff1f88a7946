"""Look what wants attention: campaigns to take on, campaigns to take up again, inboxes to read.

Everything here runs on the asyncio side; the keeper crosses over once for all of it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import structlog

from service.intake.outage import enter_outage
from service.keeper.kept import Kept, open_kept, read_inputs
from service.store.due import candidates, claim
from service.store.instants import clock_us
from service.store.session import writing
from world.errors import GalloperError
from world.said import Input

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Iterable

    import asyncpg

    from service.store.due import Candidate

log = structlog.get_logger(__name__)

#: Campaigns are opened so many wall µs before something is due.
AHEAD = 2_000_000
#: How many campaigns are opened side by side.
_SIDE_BY_SIDE = 6
#: After so many take-overs without a commit a campaign is tried in a process of its own.
TRIES = 3


class Seen(msgspec.Struct):
    """What a look brought: the instant (wall µs), campaigns opened, and inboxes read.

    ``suspects`` are campaigns that have brought down their keepers before (id, term);
    ``passed_over`` has campaigns that were to be left alone although something was said in them.
    """

    now: int
    opened: list[Kept]
    inboxes: dict[str, deque[Input]]
    suspects: list[tuple[str, int]]
    passed_over: set[str]


async def look(
    pool: asyncpg.Pool,
    daemon: str,
    release: int,
    have: frozenset[str],
    outage_after: int,
    skip: frozenset[str] = frozenset(),
    tried: frozenset[str] = frozenset(),
) -> Seen:
    """Read candidates without a lock; claim and open what nobody keeps; read inboxes of ours.

    Args:
        pool: connections.
        daemon: our name; *have* the campaigns we hold in memory.
        release: the newest release of structs we know.
        have: ids of campaigns in memory.
        outage_after: µs without a keeper after which a gap counts as an outage.
        skip: ids to leave alone for now.
        tried: ids whose culprit is known already: opened whatever their tries.
    """
    async with pool.acquire() as conn:
        now = await clock_us(conn)
        found = await candidates(conn, now + AHEAD, daemon, release, have=have)
    passed_over = {one.campaign_id for one in found if one.has_input} & skip
    seen = Seen(now, [], {}, [], passed_over)
    gate = asyncio.Semaphore(_SIDE_BY_SIDE)

    async def attend(candidate: Candidate) -> None:
        async with gate:
            try:
                await _attend(pool, daemon, release, candidate, have, outage_after, tried, seen)
            except Exception as error:  # noqa: BLE001 - one campaign's trouble is its own
                log.warning(
                    "not_attended", campaign=candidate.campaign_id, error=type(error).__name__
                )

    await asyncio.gather(
        *(attend(candidate) for candidate in found if candidate.campaign_id not in skip)
    )
    return seen


async def _attend(
    pool: asyncpg.Pool,
    daemon: str,
    release: int,
    candidate: Candidate,
    have: frozenset[str],
    outage_after: int,
    tried: frozenset[str],
    seen: Seen,
) -> None:
    campaign_id = candidate.campaign_id
    if candidate.owner == daemon and campaign_id in have:
        if candidate.has_input:
            async with pool.acquire() as conn:
                seen.inboxes[campaign_id] = await read_inputs(conn, campaign_id)
        return
    term, tries = candidate.term, candidate.tries
    async with writing(pool) as conn:
        if candidate.owner != daemon:
            taken = await claim(conn, campaign_id, daemon, release)
            if taken is None:
                return
            term, tries = taken.term, taken.tries
            if seen.now - taken.last_beat > outage_after:
                await enter_outage(conn, campaign_id, taken.last_beat, seen.now)
        if tries >= TRIES and campaign_id not in tried:
            seen.suspects.append((campaign_id, term))
            return
        try:
            seen.opened.append(await open_kept(conn, campaign_id, term))
        except GalloperError as error:
            log.exception("campaign_not_opened", campaign=campaign_id, reason=str(error))


async def read_inboxes(pool: asyncpg.Pool, campaign_ids: Iterable[str]) -> dict[str, deque[Input]]:
    """The inboxes of campaigns that are about to pass a time limit."""
    inboxes = {}
    async with pool.acquire() as conn:
        for campaign_id in campaign_ids:
            inboxes[campaign_id] = await read_inputs(conn, campaign_id)
    return inboxes
