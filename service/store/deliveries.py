"""Deliveries: what is to be sent on a channel, once each, and what became of it.

What is still to be sent stands in ``delivery``, what is done in ``delivered``.  A channel's
messages are *numbered* in the order in which they are sent for the first time; the outcome of an
attempt that failed stands in ``last_status``, so one without a status is *fresh*: it was never
tried, or whoever tried it did not live to tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from service.store.arrays import literal
from service.store.instants import to_datetime, to_us

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from service.store.channels import Channel

Outcome = Literal["sent", "failed", "dropped"]
#: How the status begins of what somebody wanted sent again, until it is.
AGAIN = "sent again"


class Words(msgspec.Struct, frozen=True):
    """What the service itself has to say on a channel: no notice of a campaign's.

    A receipt for a mail ``answers`` it by its Message-ID; ``reply_to`` is where to write next.
    A digest has no words of its own before it is sent but the numbers of its ``notices``.
    """

    kind: str
    title: str
    text: str
    answers: str = ""
    reply_to: str = ""
    notices: tuple[int, ...] = ()


class Delivery(msgspec.Struct, frozen=True, gc=False):
    """One message to be sent on one channel: a notice, or words of the service itself.

    ``id`` is the message id the receiver sees, the same at every attempt; ``number`` its place
    among the channel's messages; ``attempt`` counts the attempts begun; ``body`` are the bytes to
    sign and send, None until they were first made; ``kind``, ``at`` (game ms), ``created`` (wall
    us), ``notice`` and ``notice_id`` are the notice's; ``words`` are the service's own, as JSON.
    """

    campaign_id: str
    channel_id: str
    person: str
    n: int
    id: str
    attempt: int
    next_attempt: int
    last_status: str
    body: bytes | None
    kind: str
    at: int
    created: int
    notice: bytes
    notice_id: str
    number: int = 0
    words: bytes | None = None


def _first(which: str, order: str) -> str:
    """Read the first of a channel's deliveries, and of no others the notices."""
    # In the order of a delivery's fields, so that a row is one without being taken apart by name.
    return f"""SELECT delivery.campaign_id, channel_id, person, n, delivery.id, attempt,
        next_attempt, last_status, delivery.body, coalesce(kind, '') AS kind,
        coalesce(at, 0) AS at, coalesce(notice.created, delivery.created) AS created,
        coalesce(notice.body, ''::bytea) AS notice, coalesce(notice.id, '') AS notice_id,
        number, words
    FROM (SELECT * FROM delivery WHERE campaign_id = $1 AND channel_id = $2 AND {which}
        ORDER BY {order} LIMIT $3) AS delivery
        LEFT JOIN notice USING (campaign_id, person, n)
    ORDER BY {order}"""  # noqa: S608 - no outside text


_INSTANTS = [Delivery.__struct_fields__.index(name) for name in ("next_attempt", "created")]
_IN_ORDER = _first("true", "number")
_FRESH = _first("next_attempt <= clock_timestamp() AND last_status = ''", "number")
_TRIED = _first("next_attempt <= clock_timestamp() AND last_status <> ''", "next_attempt, number")


async def lane_deliveries(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, limit: int = 20
) -> list[Delivery]:
    """Read what waits on a channel in the order of its numbers, whether due yet or not."""
    return _deliveries(await conn.fetch(_IN_ORDER, campaign_id, channel_id, limit))


async def due_deliveries(
    conn: asyncpg.Connection, channel: Channel, limit: int, now: int
) -> list[Delivery]:
    """Read what is to be tried on a channel by the wall instant ``now`` (us), in this order.

    Fresh messages go first, in the order of their numbers, and a few that failed before go after
    them.  On a strict channel all go in order, and the list ends before one that has to wait.
    """
    if channel.strict:
        waiting = await lane_deliveries(conn, channel.campaign_id, channel.id, limit)
        first = next((i for i, one in enumerate(waiting) if one.next_attempt > now), len(waiting))
        return waiting[:first]
    again = max(1, limit // 4)
    fresh = await conn.fetch(_FRESH, channel.campaign_id, channel.id, limit)
    tried = await conn.fetch(_TRIED, channel.campaign_id, channel.id, again)
    return _deliveries([*fresh[: limit - len(tried)], *tried])


def _deliveries(found: Sequence[asyncpg.Record]) -> list[Delivery]:
    made = []
    for row in found:
        values = list(row)
        for place in _INSTANTS:
            values[place] = to_us(values[place])
        made.append(Delivery(*values))
    return made


async def begin_attempts(
    conn: asyncpg.Connection, channel: Channel, composed: Sequence[tuple[Delivery, bytes]]
) -> dict[str, bytes]:
    """Count attempts before they are made and keep their bytes; returns what to send, by id.

    Those are the ones kept by the first attempt: a receiver never sees two texts under one id.
    What is done already is left out.
    """
    found = await conn.fetch(
        """UPDATE delivery SET attempt = attempt + 1,
            body = coalesce(nullif(delivery.body, ''::bytea), u.body)
        FROM unnest($3::text::text[], $4::text::bytea[]) AS u (id, body)
        WHERE campaign_id = $1 AND channel_id = $2 AND delivery.id = u.id
        RETURNING delivery.id, nullif(delivery.body, u.body)""",
        channel.campaign_id,
        channel.id,
        literal([delivery.id for delivery, _ in composed]),
        literal([body for _, body in composed]),
    )
    # Most are what was handed in, and need not come back.
    given = {delivery.id: body for delivery, body in composed}
    return {row[0]: given[row[0]] if row[1] is None else row[1] for row in found}


async def forgo_attempts(
    conn: asyncpg.Connection, channel: Channel, left: Sequence[Delivery]
) -> None:
    """Take back the count of attempts that were begun and then not made."""
    await conn.execute(
        """UPDATE delivery SET attempt = attempt - 1
        WHERE campaign_id = $1 AND channel_id = $2 AND id = ANY ($3::text::text[])""",
        channel.campaign_id,
        channel.id,
        literal([one.id for one in left]),
    )


async def postpone(
    conn: asyncpg.Connection, delivery: Delivery, next_attempt: int, status: str
) -> None:
    """Try again at wall us ``next_attempt``; ``status`` says what went wrong, if anything did.

    Where somebody wanted it sent again, that stays written before it.
    """
    if delivery.last_status.startswith(AGAIN) and not status.startswith(AGAIN):
        status = f"{AGAIN}: {status}" if status else AGAIN
    await conn.execute(
        """UPDATE delivery SET next_attempt = $5, last_status = $6
        WHERE campaign_id = $1 AND channel_id = $2 AND person = $3 AND n = $4""",
        delivery.campaign_id,
        delivery.channel_id,
        delivery.person,
        delivery.n,
        to_datetime(next_attempt),
        status,
    )


_COLUMNS = (
    "campaign_id, channel_id, person, n, id, outcome, attempt, last_status, created, number, words,"
    " body"
)


async def finish(
    conn: asyncpg.Connection,
    campaign_id: str,
    channel_id: str,
    done: Sequence[tuple[Delivery, Outcome, str]],
) -> int:
    """Move deliveries to what is done, each with how it ended; returns how many were not yet."""
    count: int = await conn.fetchval(
        f"""WITH gone AS (
            DELETE FROM delivery USING unnest($3::text::text[], $4::text::text[], $5::text::text[])
                AS u (id, outcome, status)
            WHERE campaign_id = $1 AND channel_id = $2 AND delivery.id = u.id
            RETURNING delivery.*, u.outcome, u.status),
        kept AS (INSERT INTO delivered ({_COLUMNS})
            SELECT campaign_id, channel_id, person, n, id, outcome, attempt, status, created,
                number, words, body FROM gone ON CONFLICT DO NOTHING)
        SELECT count(*) FROM gone""",  # noqa: S608 - columns of ours
        campaign_id,
        channel_id,
        literal([delivery.id for delivery, _, _ in done]),
        literal([outcome for _, outcome, _ in done]),
        literal([status for _, _, status in done]),
    )
    return count


async def drop_rest(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, status: str
) -> int:
    """Drop everything that still waits on a channel; returns how much there was."""
    count: int = await conn.fetchval(
        f"""WITH gone AS (
            DELETE FROM delivery WHERE campaign_id = $1 AND channel_id = $2 RETURNING *),
        kept AS (INSERT INTO delivered ({_COLUMNS})
            SELECT campaign_id, channel_id, person, n, id, 'dropped', attempt, $3, created,
                number, words, body FROM gone ON CONFLICT DO NOTHING)
        SELECT count(*) FROM gone""",  # noqa: S608 - columns of ours
        campaign_id,
        channel_id,
        status,
    )
    return count


async def say(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, words: Words
) -> str | None:
    """Have words of the service's own sent on a channel; returns the message's id.

    None if there is no such channel.
    """
    message: str | None = await conn.fetchval(
        """WITH next AS (
            UPDATE channel SET numbered = numbered + 1 WHERE campaign_id = $1 AND id = $2
            RETURNING person, numbered)
        INSERT INTO delivery (campaign_id, channel_id, person, n, id, number, words)
        SELECT $1, $2, person, -numbered, 'msg_' || left(encode(sha256(convert_to(
            concat_ws(chr(31), $1, $2, numbered, 'words'), 'UTF8')), 'hex'), 32), numbered, $3
        FROM next RETURNING id""",
        campaign_id,
        channel_id,
        msgspec.json.encode(words),
    )
    return message


async def send_again(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, first: int, last: int
) -> int:
    """Send a channel's messages ``first`` to ``last`` again, under the ids they had.

    Returns how many there were; what still waits is tried at once.
    """
    waiting: int = await conn.fetchval(
        """WITH due AS (
            UPDATE delivery SET next_attempt = clock_timestamp()
            WHERE campaign_id = $1 AND channel_id = $2 AND number BETWEEN $3 AND $4 RETURNING 1)
        SELECT count(*) FROM due""",
        campaign_id,
        channel_id,
        first,
        last,
    )
    done: int = await conn.fetchval(
        """WITH back AS (
            DELETE FROM delivered
            WHERE campaign_id = $1 AND channel_id = $2 AND number BETWEEN $3 AND $4
              AND (body IS NOT NULL OR words IS NOT NULL OR EXISTS (
                SELECT FROM notice WHERE notice.campaign_id = delivered.campaign_id
                  AND notice.person = delivered.person AND notice.n = delivered.n))
            RETURNING *),
        again AS (
            INSERT INTO delivery (campaign_id, channel_id, person, n, id, last_status,
                next_attempt, created, number, words, body)
            SELECT campaign_id, channel_id, person, n, id, $5, statement_timestamp(),
                created, number, words, body FROM back)
        SELECT count(*) FROM back""",
        campaign_id,
        channel_id,
        first,
        last,
        AGAIN,
    )
    return waiting + done


#: Not what went in a digest: of that the id alone is kept, with no number of a message's.
_BY_ITSELF = "NOT (outcome = 'sent' AND number = 0)"


class Sent(msgspec.Struct, frozen=True):
    """How one of a channel's messages fared: ``outcome`` is *waiting* until it is done.

    ``created`` and ``done`` are wall us; ``kind`` is the notice's or that of the service's words.
    """

    number: int
    id: str
    kind: str
    outcome: Literal["waiting", "sent", "failed", "dropped"]
    status: str
    attempts: int
    created: int
    done: int | None


async def recent_deliveries(
    conn: asyncpg.Connection, campaign_id: str, channel_id: str, limit: int = 50
) -> list[Sent]:
    """List a channel's newest messages, the newest first."""
    found = await conn.fetch(
        f"""SELECT number, sent.id, coalesce(notice.kind, '') AS kind, words, outcome, last_status,
            attempt, sent.created, done
        FROM (SELECT campaign_id, person, n, number, id, words, 'waiting' AS outcome, last_status,
                attempt, created, NULL::timestamptz AS done
            FROM delivery WHERE campaign_id = $1 AND channel_id = $2
            UNION ALL SELECT campaign_id, person, n, number, id, words, outcome, last_status,
                attempt, created, done
            FROM delivered WHERE campaign_id = $1 AND channel_id = $2 AND {_BY_ITSELF}) AS sent
        LEFT JOIN notice USING (campaign_id, person, n)
        ORDER BY number DESC LIMIT $3""",  # noqa: S608 - ours
        campaign_id,
        channel_id,
        limit,
    )
    return [
        Sent(
            number=row["number"],
            id=row["id"],
            kind=row["kind"]
            if row["words"] is None
            else msgspec.json.decode(row["words"], type=Words).kind,
            outcome=row["outcome"],
            status=row["last_status"],
            attempts=row["attempt"],
            created=to_us(row["created"]),
            done=None if row["done"] is None else to_us(row["done"]),
        )
        for row in found
    ]


async def forget_bodies(conn: asyncpg.Connection, days: int, limit: int = 5_000) -> int:
    """Forget the bytes of what was done more than ``days`` days ago, a few at a time.

    Its id stays, so that it never goes out again by itself.  Returns how many were forgotten.
    """
    count: int = await conn.fetchval(
        """WITH old AS (
            SELECT campaign_id, id FROM delivered
            WHERE body IS NOT NULL AND done < clock_timestamp() - $1 * interval '1 day' LIMIT $2),
        forgotten AS (
            UPDATE delivered SET body = NULL FROM old
            WHERE delivered.campaign_id = old.campaign_id AND delivered.id = old.id RETURNING 1)
        SELECT count(*) FROM forgotten""",
        days,
        limit,
    )
    return count


async def count_deliveries(conn: asyncpg.Connection, campaign_id: str) -> dict[str, int]:
    """Count a campaign's deliveries: ``waiting``, ``sent``, ``failed`` and ``dropped``."""
    found = await conn.fetch(
        f"""SELECT outcome, count(*) FROM delivered WHERE campaign_id = $1 AND {_BY_ITSELF}
        GROUP BY outcome
        UNION ALL SELECT 'waiting', count(*) FROM delivery WHERE campaign_id = $1""",  # noqa: S608
        campaign_id,
    )
    return {"waiting": 0, "sent": 0, "failed": 0, "dropped": 0, **{row[0]: row[1] for row in found}}
