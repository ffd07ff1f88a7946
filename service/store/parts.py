"""The parts of a commit: for each table the SQL that writes its rows, and the columns it takes.

A part writes the rows of one campaign or of many.  Its parameters are columns as array literals
(:mod:`service.store.arrays`), which the server unnests.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from service.store.arrays import literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import asyncpg

    from service.store.rows import CommitRows

COPY_FROM = 40
"""Rows of one appended table from which COPY is quicker than a part of the statement."""


class Part(NamedTuple):
    """How the rows of one field of :class:`service.store.rows.CommitRows` are written.

    Attributes:
        field: the rows' field.
        sql: with ``{columns}`` for the unnested columns, and ``{fence}`` for what must be there.
        types: of the columns, those of ``fixed`` first.
        fixed: fields of CommitRows that are the same for all of a campaign's rows.
        into: table and columns where rows are only ever appended, so that COPY can do it.
    """

    field: str
    sql: str
    types: tuple[str, ...]
    fixed: tuple[str, ...] = ("campaign_id",)
    into: tuple[str, tuple[str, ...]] = ("", ())


def _appended(
    field: str,
    table: str,
    columns: dict[str, str],
    fixed: tuple[str, ...] = ("campaign_id",),
) -> Part:
    sql = "INSERT INTO {} ({}) SELECT u.* FROM {{fence}}unnest({{columns}}) AS u"
    sql = sql.format(table, ", ".join(columns))
    return Part(field, sql, tuple(columns.values()), fixed, (table, tuple(columns)))


PARTS = (
    Part(
        "entities",
        """INSERT INTO entity (campaign_id, id, kind, body)
    SELECT u.* FROM {fence}unnest({columns}) AS u
    ON CONFLICT (campaign_id, id) DO UPDATE SET kind = excluded.kind, body = excluded.body""",
        ("text", "text", "text", "bytea"),
    ),
    Part(
        "entities_gone",
        """DELETE FROM entity USING {fence}unnest({columns}) AS u (campaign_id, id)
    WHERE entity.campaign_id = u.campaign_id AND entity.id = u.id""",
        ("text", "text"),
    ),
    Part(
        "timeline",
        """INSERT INTO timeline (campaign_id, id, axis, due, rank, subject, kind, body)
    SELECT u.* FROM {fence}unnest({columns}) AS u
    ON CONFLICT (campaign_id, id) DO UPDATE SET axis = excluded.axis, due = excluded.due,
        rank = excluded.rank, subject = excluded.subject, kind = excluded.kind,
        body = excluded.body""",
        ("text", "text", "smallint", "bigint", "smallint", "text", "text", "bytea"),
    ),
    Part(
        "timeline_gone",
        """DELETE FROM timeline USING {fence}unnest({columns}) AS u (campaign_id, id)
    WHERE timeline.campaign_id = u.campaign_id AND timeline.id = u.id""",
        ("text", "text"),
    ),
    _appended(
        "journal",
        "journal",
        {
            "campaign_id": "text", "line": "integer", "release": "integer", "seq": "bigint",
            "at": "bigint", "event": "text", "kind": "text", "body": "bytea", "hash": "bytea",
        },
        ("campaign_id", "line", "release"),
    ),
    _appended(
        "known",
        "known",
        {
            "campaign_id": "text", "person": "text", "n": "bigint", "at": "bigint",
            "kind": "text", "body": "bytea",
        },
    ),
    _appended(
        "notices",
        "notice",
        {
            "campaign_id": "text", "person": "text", "n": "bigint", "id": "text", "kind": "text",
            "at": "bigint", "body": "bytea",
        },
    ),
    Part(
        "inbox",
        """DELETE FROM inbox USING {fence}unnest({columns}) AS u (campaign_id, person, n)
    WHERE inbox.campaign_id = u.campaign_id AND inbox.person = u.person AND inbox.n = u.n""",
        ("text", "text", "bigint"),
    ),
)  # fmt: skip
"""In the order in which a statement names them."""


class Written(NamedTuple):
    """What some batches write: parts of a statement with their arguments, and parts to copy."""

    parts: tuple[int, ...]
    arguments: list[str]
    copied: list[Part]


def written(batches: Sequence[CommitRows]) -> Written:
    """Which parts these batches need.  One without rows is left out: nobody pays for it."""
    parts: list[int] = []
    arguments: list[str] = []
    copied: list[Part] = []
    for index, part in enumerate(PARTS):
        count = sum([len(getattr(rows, part.field)) for rows in batches])
        if not count:
            continue
        if count >= COPY_FROM and part.into[0]:
            copied.append(part)
        else:
            parts.append(index)
            arguments += map(literal, _columns(part, batches))
    return Written(tuple(parts), arguments, copied)


def _columns(part: Part, batches: Sequence[CommitRows]) -> Iterator[Sequence[Any]]:
    """The columns of one table, of all campaigns one after another."""
    tables: list[Sequence[Any]] = [getattr(rows, part.field) for rows in batches]
    for field in part.fixed:
        yield list(
            chain.from_iterable(
                [getattr(rows, field)] * len(table)
                for rows, table in zip(batches, tables, strict=True)
            )
        )
    every = chain.from_iterable(tables)
    if len(part.types) == len(part.fixed) + 1:
        yield list(every)
    else:
        yield from zip(*every, strict=True)


@lru_cache(maxsize=512)
def parts_sql(parts: tuple[int, ...], first: int, fence: str = "") -> tuple[str, ...]:
    """The SQL of these parts, whose parameters are numbered from *first*.

    Args:
        parts: indices into :data:`PARTS`.
        first: number of the first part's first parameter.
        fence: a relation without which nothing is written, if any.
    """
    found = []
    for index in parts:
        part = PARTS[index]
        numbered = enumerate(part.types, first)
        columns = ", ".join(f"${n}::text::{kind}[]" for n, kind in numbered)
        first += len(part.types)
        found.append(part.sql.format(columns=columns, fence=f"{fence}, " if fence else ""))
    return tuple(found)


async def copy(
    conn: asyncpg.Connection, parts: Iterable[Part], batches: Sequence[CommitRows]
) -> None:
    """Append the rows of these parts by COPY; the caller's transaction holds the fence."""
    for part in parts:
        table, names = part.into
        records: list[tuple[Any, ...]] = []
        for rows in batches:
            fixed = tuple([getattr(rows, field) for field in part.fixed])
            records += [fixed + row for row in getattr(rows, part.field)]
        await conn.copy_records_to_table(table, columns=names, records=records)
