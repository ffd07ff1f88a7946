"""Which campaigns want attention, and which daemon keeps them.

A campaign belongs to ``due.owner`` while that daemon's heartbeat is younger than two seconds.
Reading candidates takes no lock; claiming and committing fence by campaign id, version and term.
From when on nobody kept a campaign stands in ``due.unkept`` until that was accounted for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import asyncpg
import msgspec

from service.store.instants import to_datetime, to_us

if TYPE_CHECKING:
    from collections.abc import Collection

STALE = 2.0
"""Seconds without a heartbeat after which a daemon's campaigns may be taken over."""

CLAIM_WAIT = 1.0
"""Seconds a claim waits for a commit under way before it asks whether that is alive."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign to look after: something is due or was said in it, or nobody keeps it.

    ``owner`` is None where nobody (alive) keeps it: claim it first.  ``wanted`` says that it must
    be opened: something is due, or ``has_input``.  ``since`` is the wall us from which on nobody
    kept it, where that was not accounted for yet (see :func:`kept_again`).
    """

    campaign_id: str
    next_due: int | None
    owner: str | None
    term: int
    tries: int
    release: int
    has_input: bool
    wanted: bool
    since: int | None


class Claim(msgspec.Struct, frozen=True):
    """A campaign taken: commit under ``term``, reading at ``version``.

    ``tries`` counts the take-overs since the last commit.  ``since`` is the wall us at which it was
    last known to be kept (by any keeper, where it was never opened), and never earlier than the
    campaign itself: what lies between it and now is the gap in which nobody kept it.
    """

    campaign_id: str
    version: int
    term: int
    tries: int
    since: int


# An owner is alive while its row says so; a name that has no row any more is not.
_ALIVE = f"NOT daemon.gone AND daemon.beat > clock_timestamp() - interval '{STALE} s'"

_CANDIDATES = f"""WITH said AS (SELECT DISTINCT campaign_id FROM inbox),
alive AS MATERIALIZED (SELECT id FROM daemon WHERE {_ALIVE})
SELECT due.campaign_id, next_due, alive.id AS owner, term, tries, campaign.release, unkept,
    said.campaign_id IS NOT NULL AS has_input,
    coalesce(next_due <= $1, false) OR said.campaign_id IS NOT NULL AS wanted
FROM due LEFT JOIN alive ON alive.id = due.owner LEFT JOIN said USING (campaign_id)
    LEFT JOIN unnest($5::text[]) AS open (id) ON open.id = due.campaign_id
    JOIN campaign ON campaign.id = due.campaign_id
WHERE (alive.id IS NULL OR alive.id = $2 AND (unkept IS NOT NULL OR said.campaign_id IS NOT NULL
        OR open.id IS NULL AND next_due <= $1))
  AND campaign.state = 'running' AND campaign.release <= $3
ORDER BY wanted DESC, next_due NULLS LAST, due.campaign_id LIMIT $4"""  # noqa: S608 - ours

_CLAIM = f"""UPDATE due SET owner = $2, term = term + 1, unkept = coalesce(unkept, $3),
    tries = tries + CASE WHEN $4 AND owner IS NOT NULL
        AND NOT EXISTS (SELECT FROM daemon WHERE daemon.id = due.owner AND daemon.gone)
        THEN 1 ELSE 0 END
WHERE campaign_id = $1 AND (owner IS NULL
    OR (owner <> $2 AND NOT EXISTS (SELECT FROM daemon WHERE daemon.id = due.owner AND {_ALIVE})))
RETURNING version, term, tries, unkept"""  # noqa: S608 - no outside text

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
    """List what ``daemon`` has to look after at wall us ``now``, what is wanted first; no lock.

    What is its own, nobody's, or of an owner whose heartbeat stopped; campaigns written by a newer
    release than ``release`` are left out.  Of its own those it ``have`` in memory are listed only
    for their inputs: a backlog of a thousand must not hide the next campaign.  Of what is nobody's
    the quiet ones are listed, too, after the others: from its first moments on a daemon stands for
    all of them, so that a gap in which nobody did has its true length.
    """
    found = await conn.fetch(_CANDIDATES, now, daemon, release, limit, list(have))
    return [_candidate(row) for row in found]


def _candidate(row: asyncpg.Record) -> Candidate:
    values = dict(row)
    unkept = values.pop("unkept")
    return Candidate(**values, since=None if unkept is None else to_us(unkept))


async def claim(
    conn: asyncpg.Connection, campaign_id: str, daemon: str, release: int, *, quiet: bool = False
) -> Claim | None:
    """Take a campaign that nobody keeps; raises its term, so that the former owner is fenced out.

    ``tries`` goes up when the former owner died instead of leaving.  The campaign's release is
    raised to ``release``: from now on older daemons leave it alone.  Neither is done for a *quiet*
    one, which is not opened yet.  Since when nobody kept it stands in its row until
    :func:`kept_again`, whatever becomes of the claimant meanwhile.  None: someone alive keeps it
    (which may be this daemon), it is unknown, or a newer release wrote it.

    A frozen owner may hold the campaign's row: then its session is ended, and None is returned;
    the next attempt succeeds.  ``conn`` is a connection outside a transaction.
    """
    try:
        return await _claim(conn, campaign_id, daemon, release, quiet=quiet)
    except asyncpg.LockNotAvailableError:
        await conn.execute(_END_FROZEN)
        return None


async def _claim(
    conn: asyncpg.Connection, campaign_id: str, daemon: str, release: int, *, quiet: bool
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
        last = await conn.fetchval(_LAST_BEAT, daemon, owned["owner"], owned["created"])
        taken = await conn.fetchrow(_CLAIM, campaign_id, daemon, last, not quiet)
        if taken is None:
            return None
        if owned["release"] < release and not quiet:
            await raise_release(conn, campaign_id, release)
    return Claim(
        campaign_id, taken["version"], taken["term"], taken["tries"], to_us(taken["unkept"])
    )


async def raise_release(conn: asyncpg.Connection, campaign_id: str, release: int) -> None:
    """Keep daemons of older releases away from a campaign that ``release`` is about to write."""
    await conn.execute(
        "UPDATE campaign SET release = $2 WHERE id = $1 AND release < $2", campaign_id, release
    )


async def kept_again(conn: asyncpg.Connection, campaign_id: str, daemon: str) -> int | None:
    """Take note that a campaign of ``daemon`` is kept from now on; returns now (wall us).

    To be said in the transaction that accounts for the gap before: both are done, or neither.
    The campaign's row is locked until its end.  None: it is somebody else's.
    """
    instant = await conn.fetchval(
        """UPDATE due SET unkept = NULL WHERE campaign_id = $1 AND owner = $2
        RETURNING clock_timestamp()""",
        campaign_id,
        daemon,
    )
    return None if instant is None else to_us(instant)


async def owned(conn: asyncpg.Connection, daemon: str) -> list[tuple[str, int]]:
    """The campaigns of ``daemon`` with the term of each, by id."""
    found = await conn.fetch(
        "SELECT campaign_id, term FROM due WHERE owner = $1 ORDER BY campaign_id", daemon
    )
    return [tuple(row) for row in found]


async def beat(
    conn: asyncpg.Connection,
    daemon: str,
    release: int,
    info: str = "",
    *,
    within: int | None = None,
) -> int | None:
    """Say that ``daemon`` is alive; returns the database's clock in wall us.

    None, and nothing was said: it had been silent for longer than ``within`` us.  Then somebody
    has to account for that gap before it is forgotten (see :func:`silent_since`).
    """
    instant = await conn.fetchval(
        """INSERT INTO daemon (id, release, info) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET beat = clock_timestamp(), release = excluded.release,
            info = excluded.info, gone = false
        WHERE $4::bigint IS NULL
            OR daemon.beat > clock_timestamp() - $4::bigint * interval '1 us'
        RETURNING beat""",
        daemon,
        release,
        info,
        within,
    )
    return None if instant is None else to_us(instant)


async def silent_since(conn: asyncpg.Connection, daemon: str) -> int | None:
    """The wall us of the last beat of ``daemon``; None if it was never heard of."""
    instant = await conn.fetchval("SELECT beat FROM daemon WHERE id = $1", daemon)
    return None if instant is None else to_us(instant)


async def beat_until(conn: asyncpg.Connection, daemon: str, until: int) -> None:
    """Let the last beat of ``daemon`` have been at wall us ``until``: the rest is settled."""
    await conn.execute(
        "UPDATE daemon SET beat = $2 WHERE id = $1 AND beat < $2", daemon, to_datetime(until)
    )


async def release_claim(
    conn: asyncpg.Connection, campaign_id: str, daemon: str, term: int, since: int | None = None
) -> bool:
    """Give one campaign back, so that another daemon may claim it at once.

    Nobody keeps it from wall us ``since`` on (now if None); or still, where the gap before the
    claim was not accounted for.
    """
    done: bool | None = await conn.fetchval(
        """UPDATE due SET owner = NULL, unkept = coalesce(unkept, $4, clock_timestamp())
        WHERE campaign_id = $1 AND owner = $2 AND term = $3 RETURNING true""",
        campaign_id,
        daemon,
        term,
        None if since is None else to_datetime(since),
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
