"""Mail that comes back: it counts against the address, and what counts enough ends the writing.

Points halve in a week.  That a mailbox is not there is enough by itself; a full one, or one whose
server takes nothing, is enough the second time in a few days; what is said of a single message
hardly counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import structlog

from service.language.catalogue import english
from service.notify import metrics
from service.notify.closing import close_channel
from service.notify.dsn import returned
from service.notify.envelope import KEY, opened
from service.notify.reasons import CAME_BACK, because
from service.store.channels import channels_at
from service.store.mailboxes import mailbox_numbered, note_bounce, server_key
from service.store.session import writing

if TYPE_CHECKING:
    import asyncpg

    from service.store.mailboxes import Reason

log = structlog.get_logger(__name__)

#: Points from which on an address is written to no more, and seconds in which they halve.
ENOUGH = 10
HALF_LIFE = 7 * 86_400
#: Points of a mail that came back: there is no such mailbox; there is something wrong with it; it
#: was tried for days; it was this message.
GONE, AILING, IN_VAIN, THIS_ONE = 10, 6, 3, 1

#: Status codes (RFC 3463) that say that the mailbox is not there (any more).
_GONE = frozenset({"5.1.1", "5.1.3", "5.1.6", "5.1.10", "5.2.1"})
#: Those that find fault with the sender or the way; the operator's affair.
_OURS = frozenset({"5.1.7", "5.1.8", "5.5.1", "5.5.2", "5.5.4"})


def weigh(status: str) -> tuple[int, str]:
    """The points of a mail that failed with an enhanced status, and what happened, in words."""
    if status in _GONE:
        return GONE, english("there is no such mailbox")
    if status in _OURS:
        return 0, english("the sender was refused")
    if status.startswith("5.7."):
        return THIS_ONE, english("it was refused by policy")
    if status.startswith(("5.6.", "5.3.4")):
        return THIS_ONE, english("the message was refused")
    if status == "5.2.2":
        return AILING, english("the mailbox is full")
    if status.startswith("5."):
        return AILING, english("the mailbox takes nothing")
    return IN_VAIN, english("it was tried for days in vain")


async def count_bounce(pool: asyncpg.Pool, folded: str, mail: str, status: str) -> bool:
    """Count a mail that came back with an enhanced status.

    Everybody whose channel the address was is told on their others if it is written to no more
    from now on, and then True is returned.

    Args:
        pool: the database.
        folded: the address.
        mail: the mark of the mail (:func:`service.notify.envelope.mark`); one mail counts once.
        status: such as ``5.1.1``.
    """
    points, words = weigh(status)
    metrics.BOUNCES.labels(_class_of(points)).inc()
    if not points:
        return False
    reason: Reason = "gone" if points >= ENOUGH else "bounces"
    async with writing(pool) as conn, conn.transaction():
        noted = await note_bounce(
            conn,
            folded,
            mail,
            points=points,
            status=f"{status}: {words}",
            reason=reason,
            enough=ENOUGH,
            half_life=HALF_LIFE,
        )
    if not noted.now_suppressed:
        return False
    log.warning("address_suppressed", reason=reason, status=status)
    async with writing(pool) as conn:
        # Where this is cut short, the next mail to the address does the rest.
        for channel in await channels_at(conn, folded):
            await close_channel(conn, channel, because(CAME_BACK, words))
    return True


def _class_of(points: int) -> str:
    return "hard" if points >= ENOUGH else "soft" if points > THIS_ONE else "message"


async def bounced(
    pool: asyncpg.Pool, token: str, message: bytes
) -> Literal["counted", "nothing", "unknown"]:
    """Take a mail that came to an address for bounces.

    Args:
        pool: the database.
        token: the token in that address (:func:`service.notify.envelope.token_in`).
        message: the mail as it came, headers and all.

    Returns:
        ``counted``; ``nothing``: it is no bounce (an answer of somebody's absence), or one that
        says that delivery is still being tried; ``unknown``: this server gave out no such address,
        or has forgotten it.  None of these is answered: a bounce never is.
    """
    async with pool.acquire() as conn:
        found = opened(await server_key(conn, KEY), token)
        mailbox = None if found is None else await mailbox_numbered(conn, found[0])
    if found is None or mailbox is None:
        return "unknown"
    report = returned(message)
    if report is None or report.action != "failed":
        return "nothing"
    await count_bounce(pool, mailbox.folded, found[1], report.status)
    return "counted"
