"""All that is kept of an account besides itself: the newest of it, up to so many bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from service.store.instants import to_us

if TYPE_CHECKING:
    import asyncpg

#: Bytes of words and bodies that a copy holds, and rows of a kind for each commander; the API
#: gives what is older.  One row that is larger than what is left is in it all the same.
LARGEST = 8_000_000
_ROWS = 20_000

_SAID = """SELECT * FROM (
    SELECT campaign_id, person, n, received, body, octet_length(body) AS size,
        row_number() OVER newest AS place, count(*) OVER () AS held,
        sum(octet_length(body)) OVER newest - octet_length(body) AS newer
    FROM input WHERE campaign_id = $3 AND person = $4
    WINDOW newest AS (ORDER BY n DESC)) AS each
    WHERE newer < $1 AND place <= $2 ORDER BY place DESC"""

#: What came in by mail for a person; the mail itself as long as nobody has seen to it, and to whom
#: it came from alone.
_MAILED = """SELECT * FROM (
    SELECT campaign_id, person, key, kind, about, detail, received, fate, tries,
        CASE WHEN sender = $5 THEN raw END AS body,
        CASE WHEN sender = $5 THEN message_id ELSE '' END AS message_id,
        octet_length(about || detail || fate) + coalesce(octet_length(raw), 0) AS size,
        row_number() OVER newest AS place, count(*) OVER () AS held,
        sum(octet_length(about || detail || fate) + coalesce(octet_length(raw), 0)) OVER newest
            - octet_length(about || detail || fate) - coalesce(octet_length(raw), 0) AS newer
    FROM mail_in WHERE campaign_id = $3 AND person = $4
    WINDOW newest AS (ORDER BY received DESC, key ROWS UNBOUNDED PRECEDING)) AS each
    WHERE newer < $1 AND place <= $2 ORDER BY place DESC"""

_JOTTED = """SELECT * FROM (
    SELECT campaign_id, person, kind, id, changed, body, octet_length(body) AS size,
        row_number() OVER newest AS place, count(*) OVER () AS held,
        sum(octet_length(body)) OVER newest - octet_length(body) AS newer
    FROM jotting WHERE campaign_id = $3 AND person = $4
    WINDOW newest AS (ORDER BY changed DESC, kind, id ROWS UNBOUNDED PRECEDING)) AS each
    WHERE newer < $1 AND place <= $2 ORDER BY kind, id"""

_ASIDES = """SELECT * FROM (
    SELECT campaign_id, kind, about, words, at, answer, octet_length(about || words || answer)
        AS size, row_number() OVER newest AS place, count(*) OVER () AS held,
        sum(octet_length(about || words || answer)) OVER newest
            - octet_length(about || words || answer) AS newer
    FROM aside WHERE account_id = $3
    WINDOW newest AS (ORDER BY n DESC)) AS each
    WHERE newer < $1 AND place <= $2 ORDER BY place DESC"""

_DONE = """SELECT * FROM (
    SELECT campaign_id, at, action, about, octet_length(about) AS size,
        row_number() OVER newest AS place, count(*) OVER () AS held,
        sum(octet_length(about)) OVER newest - octet_length(about) AS newer
    FROM audit WHERE account_id = $3
    WINDOW newest AS (ORDER BY n DESC)) AS each
    WHERE newer < $1 AND place <= $2 ORDER BY place DESC"""

#: What is asked for to choose rows by, and is nothing of anybody's.
_MEASURES = ("size", "place", "held", "newer")


class Kept(msgspec.Struct):
    """Rows as they were read, by kind; ``whole`` says that none was left out."""

    rows: dict[str, list[asyncpg.Record]]
    whole: bool = True
    left: int = LARGEST


async def read_kept(conn: asyncpg.Connection, account_id: str) -> Kept:
    """What an account is in campaigns, and what it said, noted and did there; newest first read."""
    parts = await conn.fetch(
        """SELECT campaign_id, role, person, created FROM membership WHERE account_id = $1
        ORDER BY campaign_id, role, person""",
        account_id,
    )
    kept = Kept({"parts": parts, "said": [], "jotted": [], "asides": [], "done": [], "mailed": []})
    kept.rows["preferences"] = await conn.fetch(
        """SELECT campaign_id, person, changed, body FROM preference
        WHERE (campaign_id, person) IN (SELECT campaign_id,
            CASE WHEN role = 'player' THEN person ELSE 'gm' END
            FROM membership WHERE account_id = $1 AND role <> 'spectator')
        ORDER BY campaign_id, person""",
        account_id,
    )
    kept.rows["feeds"] = await conn.fetch(
        """SELECT campaign_id, person, made FROM feed WHERE account_id = $1
        ORDER BY campaign_id, person""",
        account_id,
    )
    kept.rows["mailbox"] = await conn.fetch(
        """SELECT folded, suppressed, released, reason,
            CASE WHEN reason = 'operator' THEN '' ELSE status END AS status
        FROM mailbox WHERE folded = (SELECT folded FROM account WHERE id = $1)""",
        account_id,
    )
    await _read(conn, kept, "asides", _ASIDES, account_id)
    await _read(conn, kept, "done", _DONE, account_id)
    own = [(part["campaign_id"], part["person"]) for part in parts if part["person"]]
    for kind, query in (("jotted", _JOTTED), ("said", _SAID)):
        for campaign_id, person in own:
            await _read(conn, kept, kind, query, campaign_id, person)
    folded = await conn.fetchval("SELECT folded FROM account WHERE id = $1", account_id)
    for campaign_id, person in own:
        await _read(conn, kept, "mailed", _MAILED, campaign_id, person, folded)
    return kept


async def _read(conn: asyncpg.Connection, kept: Kept, kind: str, query: str, *of: str) -> None:
    # At least a byte: the newest of each kind is always there, and tells how many there are.
    found = await conn.fetch(query, max(1, kept.left), _ROWS, *of)
    kept.rows[kind] += found
    kept.left -= sum(row["size"] for row in found)
    kept.whole = kept.whole and (not found or found[0]["held"] == len(found))


def plain(kept: Kept) -> dict[str, Any]:
    """The same as plain values; it takes a while, in which a loop should not wait."""
    found: dict[str, Any] = {
        name: [_plain(row) for row in rows] for name, rows in kept.rows.items()
    }
    return {**found, "whole": kept.whole}


def _plain(row: asyncpg.Record) -> dict[str, Any]:
    found = {name: value for name, value in row.items() if name not in _MEASURES}
    for name in ("created", "received", "changed", "at", "made", "suppressed", "released"):
        if found.get(name) is not None:
            found[name] = to_us(found[name])
    if found.get("body") is not None:
        try:
            found["body"] = msgspec.json.decode(found["body"])
        except msgspec.DecodeError:
            found["body"] = found["body"].decode(errors="replace")
    return found
