"""Look what wants attention: campaigns to take on, campaigns to take up again, inboxes to read.

Everything here runs on the asyncio side; the keeper crosses over once for all of it.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
import structlog

from service.intake.outage import account_for_gap
from service.keeper.kept import CannotOpen, ChangedHands, Inbox, Kept, open_kept, read_inputs
from service.store.due import candidates, claim, raise_release, release_claim
from service.store.instants import clock_us
from service.store.session import writing

if TYPE_CHECKING:
    from collections.abc import Iterable

    import asyncpg

    from service.store.due import Candidate

log = structlog.get_logger(__name__)

#: Campaigns are opened so many wall µs before something is due.
AHEAD = 2_000_000
#: How many campaigns are opened side by side.
_SIDE_BY_SIDE = 6
#: How many quiet campaigns are taken on in one look: what is due does not wait for more.
_QUIET = 60
#: After so many take-overs without a commit a campaign is tried in a process of its own.
TRIES = 3


class Seen(msgspec.Struct):
    """What a look brought: the instant (wall µs), campaigns opened, and inboxes read.

    ``suspects`` are campaigns that have brought down their keepers before (id, term);
    ``passed_over`` has campaigns that were to be left alone although something was said in them;
    ``unreadable`` those this program cannot open, with why: they were given back.  ``more`` says
    that not all quiet campaigns were taken on.
    """

    now: int
    opened: list[Kept] = []
    inboxes: dict[str, Inbox] = {}
    suspects: list[tuple[str, int]] = []
    passed_over: set[str] = set()
    unreadable: dict[str, CannotOpen] = {}
    more: bool = False


class Looking(msgspec.Struct, frozen=True):
    """Who looks, and with what in mind.

    Attributes:
        pool: connections.
        daemon: our name; ``release`` the newest release of structs we know.
        outage_after: µs without a keeper after which a gap counts as an outage.
        have: ids of campaigns in memory.
        skip: ids to leave alone for now.
        tried: ids whose culprit is known already: opened whatever their tries.
    """

    pool: asyncpg.Pool
    daemon: str
    release: int
    outage_after: int
    have: frozenset[str] = frozenset()
    skip: frozenset[str] = frozenset()
    tried: frozenset[str] = frozenset()


async def look(looking: Looking) -> Seen:
    """Read candidates without a lock; claim what nobody keeps, open what is wanted of it.

    Quiet campaigns of nobody's are claimed, too, but not opened before something happens in them.
    """
    async with looking.pool.acquire() as conn:
        now = await clock_us(conn)
        found = await candidates(
            conn, now + AHEAD, looking.daemon, looking.release, have=looking.have
        )
    seen = Seen(now)
    seen.passed_over = {one.campaign_id for one in found if one.has_input} & looking.skip
    found = [one for one in found if one.campaign_id not in looking.skip]
    quiet = [one for one in found if not one.wanted]
    seen.more = len(quiet) > _QUIET
    gate = asyncio.Semaphore(_SIDE_BY_SIDE)

    async def attend(candidate: Candidate) -> None:
        async with gate:
            try:
                await _attend(looking, candidate, seen)
            except Exception as error:  # noqa: BLE001 - one campaign's trouble is its own
                log.warning(
                    "not_attended", campaign=candidate.campaign_id, error=type(error).__name__
                )

    wanted = [one for one in found if one.wanted]
    await asyncio.gather(*(attend(candidate) for candidate in [*wanted, *quiet[:_QUIET]]))
    return seen


async def _attend(looking: Looking, candidate: Candidate, seen: Seen) -> None:
    """Take a candidate on, and open it or read its inbox where that is wanted."""
    campaign_id, daemon = candidate.campaign_id, looking.daemon
    term, tries, since = candidate.term, candidate.tries, candidate.since
    ours, in_memory = candidate.owner == daemon, campaign_id in looking.have
    # What is in memory of a campaign that was lost meanwhile is of no use any more.
    opens = candidate.wanted and not in_memory if ours else candidate.wanted or in_memory
    async with writing(looking.pool) as conn:
        if not ours:
            taken = await claim(conn, campaign_id, daemon, looking.release, quiet=not opens)
            if taken is None:
                return
            term, tries, since = taken.term, taken.tries, taken.since
        elif opens and candidate.release < looking.release:  # it was quiet when it was claimed
            await raise_release(conn, campaign_id, looking.release)
        try:
            kept = None
            if opens and tries >= TRIES and campaign_id not in looking.tried:
                seen.suspects.append((campaign_id, term))
            elif opens:
                kept = await open_kept(conn, campaign_id, term)
            if since is not None:
                # Only now: while it cannot be opened nobody keeps it.
                await account_for_gap(conn, campaign_id, daemon, since, looking.outage_after)
            if kept is not None:
                kept.hear(await read_inputs(conn, campaign_id))
                seen.opened.append(kept)
            elif ours and in_memory:
                seen.inboxes[campaign_id] = await read_inputs(conn, campaign_id)
        except ChangedHands:
            return
        except CannotOpen as error:
            await release_claim(conn, campaign_id, daemon, term)
            seen.unreadable[campaign_id] = error


async def read_inboxes(
    pool: asyncpg.Pool, campaign_ids: Iterable[str]
) -> tuple[dict[str, Inbox], dict[str, CannotOpen]]:
    """The inboxes of campaigns that are about to pass a time limit; and those not to be read."""
    inboxes, unreadable = {}, {}
    async with pool.acquire() as conn:
        for campaign_id in campaign_ids:
            try:
                inboxes[campaign_id] = await read_inputs(conn, campaign_id)
            except CannotOpen as error:
                unreadable[campaign_id] = error
    return inboxes, unreadable


async def give_back(pool: asyncpg.Pool, campaign_id: str, daemon: str, term: int) -> None:
    """Let somebody else have a campaign of ours."""
    async with writing(pool) as conn:
        await release_claim(conn, campaign_id, daemon, term)
