"""Which campaigns want attention, and which daemon keeps them.

A campaign belongs to ``due.owner`` while that daemon's heartbeat is younger than two seconds.
Reading candidates takes no lock; claiming and committing fence by campaign id, version and term.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncpg
import msgspec

from service.store.instants import to_datetime, to_us

if TYPE_CHECKING:
    from collections.abc import Collection

    import asyncpg

STALE = 2.0
"""Seconds without a heartbeat after which a daemon's campaigns may be taken over."""

CLAIM_WAIT = 1.0
"""Seconds a claim waits for a commit under way before it asks whether that is alive."""


class Candidate(msgspec.Struct, frozen=True):
    """A campaign that wants attention: something is due, or someone has said something.

    ``owner`` is None where nobody (alive) keeps it: claim it first.
    """

    campaign_id: str
    next_due: int | None
    version: int
    owner: str | None
    term: int
    tries: int
    has_input: bool


class Claim(msgspec.Struct, frozen=True):
    """A campaign taken: commit under ``term``, reading at ``version``.

    ``tries`` counts the take-overs since the last commit.  ``last_beat`` is the wall us at which
    its former keeper was last known alive (any keeper, where it was given back), and never earlier
    than the campaign itself: what lies between it and now is the gap in which nobody kept it.
    """

    campaign_id: str
    version: int
    term: int
    tries: int
    last_beat: int


# An owner is alive while its row says so; a name that has no row any more is not.
_ALIVE = f"""EXISTS (SELECT FROM daemon WHERE daemon.id = due.owner AND NOT daemon.gone
    AND daemon.beat > clock_timestamp() - interval '{STALE} s')"""

_CANDIDATES = f"""WITH said AS (SELECT DISTINCT campaign_id FROM inbox)
SELECT due.campaign_id, next_due, version, CASE WHEN {_ALIVE} THEN owner END AS owner, term, tries,
       said.campaign_id IS NOT NULL AS has_input
FROM due LEFT JOIN said USING (campaign_id) JOIN campaign ON campaign.id = due.campaign_id
     LEFT JOIN unnest($5::text[]) AS open (id) ON open.id = due.campaign_id
WHERE (next_due <= $1 OR said.campaign_id IS NOT NULL) AND campaign.state = 'running'
  AND campaign.release <= $3
  AND (owner IS NULL OR NOT {_ALIVE}
       OR owner = $2 AND (open.id IS NULL OR said.campaign_id IS NOT NULL))
ORDER BY next_due NULLS LAST, due.campaign_id LIMIT $4"""  # noqa: S608 - no outside text

_CLAIM = f"""UPDATE due SET owner = $2, term = term + 1,
    tries = tries + CASE WHEN owner IS NULL
        OR EXISTS (SELECT FROM daemon WHERE daemon.id = due.owner AND daemon.gone) THEN 0 ELSE 1 END
WHERE campaign_id = $1 AND (owner IS NULL OR (owner <> $2 AND NOT {_ALIVE}))
RETURNING version, term, tries"""  # noqa: S608 - no outside text

_LAST_BEAT = """SELECT greatest($3::timestamptz, coalesce(
    (SELECT beat FROM daemon WHERE id = $2),
    (SELECT max(beat) FROM daemon WHERE id <> $1)))"""

# A commit takes milliseconds.  A session that has held its lock for longer and waits for a word
# from its client belongs to a frozen one; its own time limits are slower, and none of them counts
# in the middle of a COPY (PostgreSQL 18 looks at them only between commands).
_END_FROZEN = f"""SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event = 'ClientRead'
  AND xact_start < clock_timestamp() - interval '{CLAIM_WAIT} s'
  AND pid IN (SELECT pid FROM pg_locks WHERE relation = 'due'::regclass
    AND mode = 'RowExclusiveLock')"""  # noqa: S608 - a number of ours


async def candidates(
    conn: asyncpg.Connection,
    now: int,
    daemon: str,
    release: int,
    limit: int = 1000,
    have: Collection[str] = (),
) -> list[Candidate]:
    """List what ``daemon`` may work on: due at wall us ``now`` or with waiting inputs; no lock.

    It is its own, nobody's, or of an owner whose heartbeat stopped; campaigns written by a newer
    release than ``release`` are left out.  Of its own those it ``have`` in memory are listed only
    for their inputs: a backlog of a thousand must not hide the next campaign.
    """
    found = await conn.fetch(_CANDIDATES, now, daemon, release, limit, list(have))
    return [msgspec.convert(dict(r), Candidate) for r in found]


async def next_due(conn: asyncpg.Connection, daemon: str, release: int) -> int | None:
    """Tell the wall us of the earliest event ``daemon`` may have to run; None if there is none."""
    value: int | None = await conn.fetchval(
        f"""SELECT min(next_due) FROM due JOIN campaign ON campaign.id = due.campaign_id
        WHERE campaign.state = 'running' AND campaign.release <= $2
          AND (owner IS NULL OR owner = $1 OR NOT {_ALIVE})""",  # noqa: S608
        daemon,
        release,
    )
    return value


async def claim(
    conn: asyncpg.Connection, campaign_id: str, daemon: str, release: int
) -> Claim | None:
    """Take a campaign that nobody keeps; raises its term, so that the former owner is fenced out.

    ``tries`` goes up when the former owner died instead of leaving.  The campaign's release is
    raised to ``release``: from now on older daemons leave it alone.  None: someone alive keeps it
    (which may be this daemon), it is unknown, or a newer release wrote it.

    A frozen owner may hold the campaign's row: then its session is ended, and None is returned;
    the next attempt succeeds.  ``conn`` is a connection outside a transaction.
    """
    try:
        return await _claim(conn, campaign_id, daemon, release)
    except asyncpg.LockNotAvailableError:
        await conn.execute(_END_FROZEN)
        return None


async def _claim(
    conn: asyncpg.Connection, campaign_id: str, daemon: str, release: int
) -> Claim | None:
    async with conn.transaction():
        await conn.execute(f"SET LOCAL lock_timeout = {round(CLAIM_WAIT * 1000)}")
        # The row lock on campaign makes claims of one campaign go one after another.
        owned = await conn.fetchrow(
            """SELECT release, created, (SELECT owner FROM due WHERE campaign_id = $1) AS owner
            FROM campaign WHERE id = $1 AND release <= $2 AND state = 'running' FOR UPDATE""",
            campaign_id,
            release,
        )
        if owned is None:
            return None
        taken = await conn.fetchrow(_CLAIM, campaign_id, daemon)
        if taken is None:
            return None
        if owned["release"] < release:
            await conn.execute(
                "UPDATE campaign SET release = $2 WHERE id = $1", campaign_id, release
            )
        last = await conn.fetchval(_LAST_BEAT, daemon, owned["owner"], owned["created"])
    return Claim(campaign_id, taken["version"], taken["term"], taken["tries"], to_us(last))


async def beat(conn: asyncpg.Connection, daemon: str, release: int, info: str = "") -> int:
    """Say that ``daemon`` is alive; returns the database's clock in wall us."""
    instant = await conn.fetchval(
        """INSERT INTO daemon (id, release, info) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET beat = clock_timestamp(), release = excluded.release,
            info = excluded.info, gone = false
        RETURNING beat""",
        daemon,
        release,
        info,
    )
    return to_us(instant)


async def release_claim(conn: asyncpg.Connection, campaign_id: str, daemon: str, term: int) -> bool:
    """Give one campaign back, so that another daemon may claim it at once."""
    done: bool | None = await conn.fetchval(
        """UPDATE due SET owner = NULL WHERE campaign_id = $1 AND owner = $2 AND term = $3
        RETURNING true""",
        campaign_id,
        daemon,
        term,
    )
    return bool(done)


async def release_claims(conn: asyncpg.Connection, daemon: str) -> None:
    """Leave in good order: every campaign of ``daemon`` may be claimed at once, without a try."""
    await conn.execute(
        "UPDATE daemon SET gone = true, beat = clock_timestamp() WHERE id = $1", daemon
    )


async def forget_daemons(conn: asyncpg.Connection, before: int) -> int:
    """Delete the rows of daemons not heard of since wall us ``before`` that own nothing."""
    status: str = await conn.execute(
        """DELETE FROM daemon WHERE beat < $1
        AND NOT EXISTS (SELECT FROM due WHERE due.owner = daemon.id)""",
        to_datetime(before),
    )
    return int(status.rpartition(" ")[2])
