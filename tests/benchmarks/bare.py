"""The yardstick: a bare asyncpg loop that writes the very rows the keeper wrote, and nothing else.

The same transactions on as many connections, in the same order wherever two of them are about one
campaign.  The columns of each lie ready before the clock runs: there is no world, no fence that
could fail, and nothing to look up.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any

import asyncpg
import msgspec

from service.store.arrays import literal
from tests.benchmarks.letters import WARM, set_off

if TYPE_CHECKING:
    from service.store.rows import CommitRows
    from tests.benchmarks.machine import Spent, Stopwatch

_SETTINGS = {"plan_cache_mode": "force_generic_plan", "jit": "off"}

_COPY_FROM = 40  # rows from which COPY is the quicker way

_STATE = """WITH due AS (
    UPDATE due SET version = due.version + 1, next_due = u.next_due, now = u.now,
        answering = u.answering, seq = u.seq, head = u.head, line = u.line,
        notices = due.notices + u.notices, tries = 0
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bytea[],
        $7::integer[], $8::integer[])
        AS u (campaign_id, next_due, now, answering, seq, head, line, notices)
    WHERE due.campaign_id = u.campaign_id RETURNING 1),
gone AS (
    DELETE FROM timeline USING unnest($9::text[], $10::text[]) AS u (campaign_id, id)
    WHERE timeline.campaign_id = u.campaign_id AND timeline.id = u.id),
state AS (
    INSERT INTO entity (campaign_id, id, kind, body)
    SELECT * FROM unnest($11::text[], $12::text[], $13::text[], $14::bytea[])
    ON CONFLICT (campaign_id, id) DO UPDATE SET kind = excluded.kind, body = excluded.body)
"""

_REST = """, line AS (
    INSERT INTO journal (campaign_id, line, release, seq, at, event, kind, body, hash)
    SELECT * FROM unnest($15::text[], $16::integer[], $17::integer[], $18::bigint[],
        $19::bigint[], $20::text[], $21::text[], $22::bytea[], $23::bytea[])),
told AS (
    INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
    SELECT * FROM unnest($24::text[], $25::text[], $26::bigint[], $27::text[], $28::text[],
        $29::bigint[], $30::bytea[]))
"""


def _statement(sql: str) -> str:
    """The statement for columns that are sent as literals, which is the quicker way."""
    return re.sub(r"(\$\d+)::", r"\1::text::", f"{sql}SELECT count(*) FROM due")  # noqa: S608


_STATE_ONLY = _statement(_STATE)
_ALL = _statement(_STATE + _REST)

_JOURNAL = ("campaign_id", "line", "release", "seq", "at", "event", "kind", "body", "hash")
_NOTICE = ("campaign_id", "person", "n", "id", "kind", "at", "body")


class Transaction(msgspec.Struct):
    """One transaction, ready to be sent; ``after`` are those that must be through before it."""

    campaigns: frozenset[str]
    state: list[list[Any]]
    journal: list[list[Any]]
    notice: list[list[Any]]
    after: list[asyncio.Event]
    done: asyncio.Event


def transaction(batches: list[CommitRows], last: dict[str, asyncio.Event]) -> Transaction:
    """Turn what the keeper committed together into columns; *last* has who wrote a campaign."""

    def each(table: str, *fixed: str) -> list[list[Any]]:
        """A table's columns, after those that are one value for all of a campaign's rows."""
        whole = [
            (*(getattr(rows, field) for field in fixed), *row)
            for rows in batches
            for row in getattr(rows, table)
        ]
        return [list(column) for column in zip(*whole, strict=True)]

    campaigns = [rows.campaign_id for rows in batches]
    done = asyncio.Event()
    after = [last[one] for one in campaigns if one in last]
    last.update(dict.fromkeys(campaigns, done))
    return Transaction(
        frozenset(campaigns),
        [
            campaigns,
            *(
                [getattr(rows, column) for rows in batches]
                for column in ("next_due", "now", "answering", "seq", "head", "line")
            ),
            [len(rows.notices) for rows in batches],
            [rows.campaign_id for rows in batches for _ in rows.timeline_gone],
            [gone for rows in batches for gone in rows.timeline_gone],
            *each("entities", "campaign_id"),
        ],
        each("journal", "campaign_id", "line", "release"),
        each("notices", "campaign_id"),
        after,
        done,
    )  # fmt: skip


async def replay(
    dsn: str, recorded: list[list[CommitRows]], connections: int, watch: Stopwatch
) -> Spent:
    """Write everything; returns what that took."""
    last: dict[str, asyncio.Event] = {}
    ready = [transaction(batches, last) for batches in recorded]
    warm = [one for one in ready if any(name.startswith(WARM) for name in one.campaigns)]
    rest = [one for one in ready if one not in warm]
    pool = [
        await asyncpg.connect(dsn, statement_cache_size=1024, server_settings=_SETTINGS)
        for _ in range(connections)
    ]
    try:
        await set_off(pool[0], 0, 0)
        for conn in pool:
            await conn.prepare(_ALL)
        await _write(warm, pool)
        watch.start()
        await _write(rest, pool)
        return watch.spent()
    finally:
        for conn in pool:
            conn.terminate()


async def _write(transactions: list[Transaction], pool: list[Any]) -> None:
    left = iter(transactions)

    async def worker(conn: Any) -> None:
        for one in left:
            for event in one.after:
                await event.wait()
            await _send(conn, one)
            one.done.set()

    await asyncio.gather(*(worker(conn) for conn in pool))


async def _send(conn: Any, one: Transaction) -> None:
    if len(one.notice[0]) < _COPY_FROM:
        columns = (*one.state, *one.journal, *one.notice)
        written = await conn.fetchval(_ALL, *map(literal, columns))
    else:
        async with conn.transaction():
            written = await conn.fetchval(_STATE_ONLY, *map(literal, one.state))
            for table, names, rows in (
                ("journal", _JOURNAL, one.journal), ("notice", _NOTICE, one.notice)
            ):  # fmt: skip
                await conn.copy_records_to_table(
                    table, columns=names, records=zip(*rows, strict=True)
                )
    assert written == len(one.campaigns)
