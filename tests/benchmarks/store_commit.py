"""Which way of writing a commit is quickest: rows and letters per second for each.

    python tests/benchmarks/store_commit.py [--letters 20000] [--durable]

A letter that matures is an entity changed, an entry gone from the timeline, a journal row, a record
and two notices: six rows.  Every way writes the same rows behind the same fence, in batches of 1,
50 and 500 letters on one connection.  The entries and entities are put there before the clock runs.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg

from service import embedded
from service.bridge import new_loop
from service.database import make_database
from service.store.commit import commit
from service.store.rows import CommitRows
from service.store.schema import upgrade
from service.store.session import open_connection

BODY = b'{"kind":"letter","from":"napoleon","to":"ney","text":"' + b"Advance on Quatre Bras. " * 8
BODY += b'"}'
ROWS_A_LETTER = 6

Way = Callable[[asyncpg.Connection, CommitRows], Awaitable[bool]]

FENCE = """UPDATE due SET version = version + 1, next_due = $4, now = $5, answering = $6, seq = $7,
    head = $8, line = $9, notices = notices + $10, tries = 0
    WHERE campaign_id = $1 AND version = $2 AND term = $3 RETURNING version"""


async def fence(conn: asyncpg.Connection, rows: CommitRows) -> bool:
    found: int | None = await conn.fetchval(
        FENCE,
        rows.campaign_id,
        rows.version,
        rows.term,
        rows.next_due,
        rows.now,
        rows.answering,
        rows.seq,
        rows.head,
        rows.line,
        len(rows.notices),
    )
    return found is not None


async def state(conn: asyncpg.Connection, rows: CommitRows) -> None:
    await conn.execute(
        """INSERT INTO entity (campaign_id, id, kind, body)
        SELECT $1, u.* FROM unnest($2::text[], $3::text[], $4::bytea[]) AS u
        ON CONFLICT (campaign_id, id) DO UPDATE SET kind = excluded.kind, body = excluded.body""",
        rows.campaign_id,
        *zip(*rows.entities, strict=True),
    )
    await conn.execute(
        "DELETE FROM timeline WHERE campaign_id = $1 AND id = ANY($2::text[])",
        rows.campaign_id,
        rows.timeline_gone,
    )


async def statements(conn: asyncpg.Connection, rows: CommitRows) -> bool:
    """A transaction of one statement a table, with unnest."""
    async with conn.transaction():
        if not await fence(conn, rows):
            return False
        await state(conn, rows)
        await conn.execute(
            """INSERT INTO journal (campaign_id, line, release, seq, at, event, kind, body, hash)
            SELECT $1, $2, $3, u.* FROM unnest($4::bigint[], $5::bigint[], $6::text[], $7::text[],
                $8::bytea[], $9::bytea[]) AS u""",
            rows.campaign_id,
            rows.line,
            rows.release,
            *zip(*rows.journal, strict=True),
        )
        await conn.execute(
            """INSERT INTO known (campaign_id, person, n, at, kind, body)
            SELECT $1, u.* FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[],
                $6::bytea[]) AS u""",
            rows.campaign_id,
            *zip(*rows.known, strict=True),
        )
        await conn.execute(
            """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
            SELECT $1, u.* FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[],
                $6::bigint[], $7::bytea[]) AS u""",
            rows.campaign_id,
            *zip(*rows.notices, strict=True),
        )
    return True


async def copies(conn: asyncpg.Connection, rows: CommitRows) -> bool:
    """A transaction with unnest for the state and COPY for what is only appended."""
    campaign = rows.campaign_id
    async with conn.transaction():
        if not await fence(conn, rows):
            return False
        await state(conn, rows)
        await conn.copy_records_to_table(
            "journal",
            columns=(
                "campaign_id", "line", "seq", "at", "event", "kind", "release", "body", "hash"
            ),
            records=[
                (campaign, rows.line, seq, at, event, kind, rows.release, body, chain)
                for seq, at, event, kind, body, chain in rows.journal
            ],
        )  # fmt: skip
        await conn.copy_records_to_table(
            "known",
            columns=("campaign_id", "person", "n", "at", "kind", "body"),
            records=[(campaign, *row) for row in rows.known],
        )
        await conn.copy_records_to_table(
            "notice",
            columns=("campaign_id", "person", "n", "id", "kind", "at", "body"),
            records=[(campaign, *row) for row in rows.notices],
        )
    return True


WAYS: dict[str, Way] = {
    "the store's": commit,
    "a statement a table, unnest": statements,
    "unnest for state, COPY for rest": copies,
}


def batch(version: int, first: int, size: int) -> CommitRows:
    """Make the rows of letters ``first`` … ``first + size``."""
    numbers = range(first, first + size)
    return CommitRows(
        campaign_id="bench", version=version, term=0, next_due=first, now=first, answering=first,
        seq=first + size, head=b"h" * 32, line=0, release=1,
        entities=[(f"letter/{n:08d}", "letter", BODY) for n in numbers],
        timeline_gone=[f"arrive/{n:08d}" for n in numbers],
        journal=[
            (n + 1, n, f"arrive/{n:08d}", "arrived", BODY, b"h" * 32) for n in numbers
        ],
        known=[(f"person-{n % 20}", n, n, "letter", BODY) for n in numbers],
        notices=[
            *((f"person-{n % 20}", n, f"n{n}", "received", n, BODY) for n in numbers),
            *((f"aide-{n % 20}", n, f"a{n}", "received", n, BODY) for n in numbers),
        ],
    )  # fmt: skip


async def prepare(conn: asyncpg.Connection, letters: int) -> None:
    """Put every letter on its way."""
    await conn.execute("TRUNCATE due, entity, timeline, journal, known, notice")
    await conn.execute("INSERT INTO due (campaign_id) VALUES ('bench')")
    await conn.execute(
        """INSERT INTO entity SELECT 'bench', 'letter/' || lpad(n::text, 8, '0'), 'letter', $2
        FROM generate_series(0, $1::integer) AS n""",
        letters,
        BODY,
    )
    await conn.execute(
        """INSERT INTO timeline SELECT 'bench', 'arrive/' || lpad(n::text, 8, '0'), 0, n, 0,
        'letter/' || lpad(n::text, 8, '0'), 'arrived', $2
        FROM generate_series(0, $1::integer) AS n""",
        letters,
        BODY,
    )
    await conn.execute("VACUUM ANALYZE")
    await conn.execute("CHECKPOINT")


async def measure(dsn: str, letters: int) -> None:
    conn = await open_connection(dsn)
    await conn.execute("SET transaction_timeout = 0")
    print(f"{'way':34} {'batch':>6} {'letters/s':>10} {'rows/s':>10} {'ms/commit':>10}")
    for size in (1, 50, 500):
        many = min(letters, size * 2000)
        for name, way in WAYS.items():
            await prepare(conn, many)
            batches = [batch(i, i * size, size) for i in range(many // size)]
            start = time.perf_counter()
            for rows in batches:
                assert await way(conn, rows)
            took = time.perf_counter() - start
            done = len(batches) * size
            print(
                f"{name:34} {size:6} {done / took:10,.0f} {done * ROWS_A_LETTER / took:10,.0f} "
                f"{took / len(batches) * 1000:10.2f}"
            )
    await conn.close()


async def main(server: embedded.Server, letters: int) -> None:
    await make_database(server.dsn("postgres"), "bench")
    await upgrade(server.dsn("bench"))
    await measure(server.dsn("bench"), letters)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=20_000)
    parser.add_argument("--durable", action="store_true", help="with fsync, as in real use")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="galloper-bench-") as directory:
        running = embedded.enter(Path(directory), {} if options.durable else {"fsync": "off"})
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(main(running, options.letters))
        finally:
            embedded.leave(running)
