"""Whether a notice is news still at the moment at which it is to be sent.

What it is about is read as it is committed, not from a world that may be some seconds old: nobody
is asked for a decision that was answered meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.store.instants import clock_us
from service.store.worlds import entity_bodies
from world.aging import about, last_instant

if TYPE_CHECKING:
    from collections.abc import Sequence

    import asyncpg

    from world.notice import Notice
    from world.pack import Pack
    from world.state import World


class OldNews(Exception):  # noqa: N818 - no error: nobody need be told any more
    """Nothing of a message is news any more: ``why``, in words of this program's own."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


async def old_news(
    conn: asyncpg.Connection, world: World, campaign_id: str, told: Sequence[tuple[str, bytes]]
) -> dict[int, str]:
    """Which of these notices (kind and body) are no news any more: why, by their places."""
    pack = world.pack
    aging = {
        place: pack.notice_decoder.decode(body)
        for place, (kind, body) in enumerate(told)
        if (declared := pack.notices.get(kind)) is not None
        and (declared.about or declared.not_after)
    }
    if not aging:
        return {}
    now = await clock_us(conn)
    subjects = {place: about(one) for place, one in aging.items() if one.about}
    bodies = await entity_bodies(conn, campaign_id, sorted(set(subjects.values())))
    why = {
        place: _too_late(world, notice, now)
        or (_settled(pack, notice, bodies.get(subjects[place])) if place in subjects else "")
        for place, notice in aging.items()
    }
    return {place: reason for place, reason in why.items() if reason}


def _too_late(world: World, notice: Notice, now: int) -> str:
    """Whether its time has passed by the wall instant *now* (us)."""
    last = last_instant(notice)
    if last is None:
        return ""
    until, of = last
    shown = world.face.game(now) if of == "when" else world.face.answering(now)
    return "its time has passed" if shown >= until else ""


def _settled(pack: Pack, notice: Notice, body: bytes | None) -> str:
    if body is None:
        return "what it was about is gone"
    still = pack.still.get(type(notice))
    return "" if still is None else still(notice, pack.entity_decoder.decode(body))
