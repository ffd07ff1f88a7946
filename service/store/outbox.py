"""From notices to deliveries, after the keeper's commit and without a hand in it.

The keeper alone numbers a person's notices, one commit after another under the lock of its row in
``due``; so, unlike with ids taken from a sequence, a lower number never appears after a higher one,
and "from this number on" misses nothing.  ``due.notices`` counts them all, which tells at a glance
which campaigns have new ones; the keeper's transaction writes no row for the dispatcher.

What is to be told at once becomes a delivery, by one statement for many notices.  Where a person
has preferences, or a campaign catches up with an outage, an :class:`Arranging` says of each notice
when it leaves, and what has to wait goes to ``held``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from service.store.arrays import literal
from service.store.gaps import Gap, gaps_of
from service.store.hop import last_numbers
from service.store.instants import clock_us
from service.store.superseding import supersede

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import asyncpg


class Untold(msgspec.Struct, frozen=True, gc=False):
    """A notice that is to be told: its number, kind, game instant (ms) and body."""

    n: int
    kind: str
    at: int
    body: bytes


class Arranged(msgspec.Struct, frozen=True, gc=False):
    """When a notice leaves on a channel: at wall us ``due`` (None: at once; -1: after the outage).

    ``digest`` says in which sort of digest, empty for alone; ``collapse`` is the key by which later
    notices supersede it.
    """

    n: int
    channel_id: str
    due: int | None = None
    digest: str = ""
    collapse: str | None = None


class Arranging(Protocol):
    """Says when notices leave, by what a campaign's rules and a person's preferences are."""

    @property
    def keyed(self) -> Sequence[str]:
        """Kinds of notice of which a later one supersedes an earlier one."""
        ...

    def key(self, told: Untold) -> str:
        """By what a notice of such a kind is superseded."""
        ...

    def arrange(
        self,
        told: Sequence[Untold],
        channels: Sequence[str],
        preference: bytes | None,
        now: int,
        gaps: Sequence[Gap],
    ) -> Iterable[Arranged]:
        """When each notice leaves on which channel; what is not named is not told there."""
        ...


_BEHIND = f"""WITH {last_numbers("notice")}
SELECT last.person, coalesce(done.n, 0) AS done, last.n AS last, preference.body AS preference
FROM last LEFT JOIN outbox_person done ON done.campaign_id = $1 AND done.person = last.person
    LEFT JOIN preference ON preference.campaign_id = $1 AND preference.person = last.person
WHERE last.n > coalesce(done.n, 0) ORDER BY last.person"""  # noqa: S608 - a name of ours

_STANDS = """SELECT notices, EXISTS (SELECT FROM held WHERE campaign_id = $1) AS held,
    EXISTS (SELECT FROM gap WHERE campaign_id = $1) AS away
FROM due WHERE campaign_id = $1"""

# A message is named by its notice's cause and its channel: notices told again after an undo have
# the same name, and what was sent once is not sent again.
_ID = """('msg_' || left(encode(sha256(convert_to(concat_ws(chr(31), notice.campaign_id, notice.id,
            notice.person, channel.id), 'UTF8')), 'hex'), 32)) COLLATE "C" AS id"""
# With the column's collation and OFFSET 0 (which keeps the planner from joining) each name is one
# look-up in an index; otherwise all that was ever delivered may be read for each.
_NEW = " AND ".join(
    f"NOT EXISTS (SELECT FROM {table} d WHERE d.campaign_id = $1 AND d.id = m.id OFFSET 0)"
    for table in ("delivered", "delivery")
)
_NOT_HELD = "NOT EXISTS (SELECT FROM held d WHERE d.campaign_id = $1 AND d.id = m.id OFFSET 0)"
_COUNTED = """counted AS (
    UPDATE channel SET numbered = channel.numbered + many.count
    FROM (SELECT channel_id, count(*) FROM told GROUP BY channel_id) AS many
    WHERE channel.campaign_id = $1 AND channel.id = many.channel_id)"""


def _at_once(new: str) -> str:
    """Make deliveries of all of a person's notices."""
    return f"""WITH named AS MATERIALIZED (
    SELECT notice.campaign_id, channel.id AS channel_id, notice.person, notice.n, channel.numbered,
        {_ID}
    FROM notice JOIN channel USING (campaign_id, person)
    WHERE notice.campaign_id = $1 AND notice.person = $2 AND notice.n > $3 AND notice.n <= $4
      AND channel.state <> 'closed'),
told AS (
    SELECT m.*, row_number() OVER (PARTITION BY channel_id ORDER BY n) AS place FROM named AS m
    WHERE {new}),
{_COUNTED}
INSERT INTO delivery (campaign_id, channel_id, person, n, id, number)
SELECT campaign_id, channel_id, person, n, id, numbered + place FROM told
ON CONFLICT DO NOTHING"""  # noqa: S608 - no outside text


_EXPAND = _at_once(_NEW)
_EXPAND_BESIDE_HELD = _at_once(f"{_NEW} AND {_NOT_HELD}")

_ARRANGE = f"""WITH named AS MATERIALIZED (
    SELECT notice.campaign_id, channel.id AS channel_id, notice.person, notice.n, channel.numbered,
        {_ID}, u.due, u.digest, u.collapse
    FROM unnest($3::text::bigint[], $4::text::text[], $5::text::bigint[], $6::text::text[],
            $7::text[]) AS u (n, channel_id, due, digest, collapse)
        JOIN notice ON notice.campaign_id = $1 AND notice.person = $2 AND notice.n = u.n
        JOIN channel ON channel.campaign_id = $1 AND channel.id = u.channel_id),
fresh AS (SELECT m.* FROM named AS m WHERE {_NEW} AND {_NOT_HELD}),
told AS (
    SELECT fresh.*, row_number() OVER (PARTITION BY channel_id ORDER BY n) AS place
    FROM fresh WHERE due IS NULL),
{_COUNTED},
made AS (
    INSERT INTO delivery (campaign_id, channel_id, person, n, id, number, collapse)
    SELECT campaign_id, channel_id, person, n, id, numbered + place, collapse FROM told
    ON CONFLICT DO NOTHING)
INSERT INTO held (campaign_id, channel_id, person, n, id, due, digest, collapse)
SELECT campaign_id, channel_id, person, n, id,
    CASE WHEN due < 0 THEN 'infinity'
         ELSE timestamptz 'epoch' + due * interval '1 microsecond' END, digest, collapse
FROM fresh WHERE due IS NOT NULL ON CONFLICT DO NOTHING"""  # noqa: S608 - no outside text

# A channel's messages are counted one after another, whoever else has something to say on it.
_COUNTING = """SELECT id, state FROM channel WHERE campaign_id = $1 AND person = $2
ORDER BY id FOR UPDATE"""
_TOLD = """SELECT n, kind, at, body FROM notice
WHERE campaign_id = $1 AND person = $2 AND n > $3 AND n <= $4 ORDER BY n"""
_KEYED = _TOLD.replace("ORDER BY", "AND kind = ANY ($5::text[]) ORDER BY")


async def unexpanded(conn: asyncpg.Connection) -> list[str]:
    """List the campaigns that have notices no delivery was made of; takes no lock.

    One scan of ``due``, a narrow row a campaign: run it when the keeper has told of a commit and
    once a second besides.
    """
    found = await conn.fetch(
        """SELECT campaign_id FROM due LEFT JOIN outbox USING (campaign_id)
        WHERE due.notices > coalesce(outbox.expanded, 0)"""
    )
    return [row[0] for row in found]


async def expand(
    conn: asyncpg.Connection,
    campaign_id: str,
    limit: int = 1000,
    arranging: Arranging | None = None,
) -> int:
    """Make deliveries of up to ``limit`` of a campaign's new notices, once each.

    One row for each notice and each of its person's channels that is not closed; when it leaves
    *arranging* says, without one it leaves at once.  Returns how many notices were seen to; call
    again while it returns ``limit``.  Two dispatchers wait for each other on the outbox row.
    ``conn`` is a connection outside a transaction.
    """
    seen = 0
    async with conn.transaction():
        await lock_outbox(conn, campaign_id)
        # Counted before they are read: what this count covers, the next statement sees.
        stands = await conn.fetchrow(_STANDS, campaign_id)
        behind = await conn.fetch(_BEHIND, campaign_id)
        gaps = await gaps_of(conn, campaign_id) if stands and stands["away"] else []
        for person, done, last, preference in behind:
            upto = min(last, done + limit - seen)
            if upto > done:
                span = (campaign_id, person, done, upto)
                channels = await conn.fetch(_COUNTING, campaign_id, person)
                if arranging is None or (preference is None and not gaps):
                    held = bool(stands and stands["held"])
                    await _all_at_once(conn, span, arranging, beside_held=held)
                else:
                    in_use = [row["id"] for row in channels if row["state"] != "closed"]
                    await _arrange(conn, span, in_use, preference, arranging, gaps)
                await conn.execute(
                    """INSERT INTO outbox_person (campaign_id, person, n) VALUES ($1, $2, $3)
                    ON CONFLICT (campaign_id, person) DO UPDATE SET n = excluded.n""",
                    campaign_id,
                    person,
                    upto,
                )
                seen += upto - done
        if seen < limit and stands is not None:
            await conn.execute(
                "UPDATE outbox SET expanded = $2 WHERE campaign_id = $1",
                campaign_id,
                stands["notices"],
            )
    return seen


async def lock_outbox(conn: asyncpg.Connection, campaign_id: str) -> None:
    """Let nobody else make deliveries of a campaign's until the end of this transaction."""
    await conn.execute(
        "INSERT INTO outbox (campaign_id) VALUES ($1) ON CONFLICT DO NOTHING", campaign_id
    )
    await conn.execute("SELECT FROM outbox WHERE campaign_id = $1 FOR UPDATE", campaign_id)


async def _all_at_once(
    conn: asyncpg.Connection,
    span: tuple[str, str, int, int],
    arranging: Arranging | None,
    *,
    beside_held: bool,
) -> None:
    await conn.execute(_EXPAND_BESIDE_HELD if beside_held else _EXPAND, *span)
    if arranging is None or not arranging.keyed:
        return
    keyed = [Untold(*row) for row in await conn.fetch(_KEYED, *span, list(arranging.keyed))]
    if keyed:
        await supersede(conn, span[0], span[1], [(one.n, arranging.key(one)) for one in keyed])


async def _arrange(
    conn: asyncpg.Connection,
    span: tuple[str, str, int, int],
    channels: Sequence[str],
    preference: bytes | None,
    arranging: Arranging,
    gaps: Sequence[Gap],
) -> None:
    campaign_id, person, *_ = span
    told, now = await _told(conn, span), await clock_us(conn)
    arranged = list(arranging.arrange(told, channels, preference, now, gaps))
    await conn.execute(
        _ARRANGE,
        campaign_id,
        person,
        literal([one.n for one in arranged]),
        literal([one.channel_id for one in arranged]),
        literal([one.due for one in arranged]),
        literal([one.digest for one in arranged]),
        [one.collapse for one in arranged],
    )
    keys = {one.n: one.collapse for one in arranged if one.collapse is not None}
    if keys:
        await supersede(conn, campaign_id, person, list(keys.items()))


async def _told(conn: asyncpg.Connection, span: tuple[str, str, int, int]) -> list[Untold]:
    return [Untold(*row) for row in await conn.fetch(_TOLD, *span)]
