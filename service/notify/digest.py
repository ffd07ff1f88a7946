"""Several notices in one message: what came since the last, or what happened during an outage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.notify.news import OldNews, old_news
from service.notify.wording import Worded, word
from service.store.papers import notices_numbered

if TYPE_CHECKING:
    import asyncpg

    from service.store.deliveries import Delivery, Words
    from world.state import World

#: Characters of one notice that stand in a digest; all of it is on the person's page.
LONGEST = 1_500
#: Notices whose text stands in a digest; of the rest only how many there are.
MOST = 100


async def worded_digest(
    conn: asyncpg.Connection, world: World, delivery: Delivery, words: Words
) -> Worded:
    """A digest in words, oldest first, of what is news still.

    Raises:
        OldNews: nothing in it is.
    """
    campaign_id = delivery.campaign_id
    found = await notices_numbered(conn, campaign_id, delivery.person, words.notices)
    old = await old_news(conn, world, campaign_id, [(one.kind, one.body) for one in found])
    found = [one for place, one in enumerate(found) if place not in old]
    if not found:
        raise OldNews("nothing in it is news any more")
    shown = [word(world, one.body, one.at) for one in found[-MOST:]]
    parts = [f"{one.date}\n{one.title}\n{_shortened(one.text)}" for one in shown]
    if len(found) > MOST:
        parts.insert(0, f"Before these there were {len(found) - MOST} more; they are on your page.")
    many = "1 notice" if len(found) == 1 else f"{len(found)} notices"
    title = (
        f"While the service was away: {many}"
        if words.kind == "outage_digest"
        else (f"Your digest: {many}")
    )
    return Worded(title=title, text="\n\n".join(parts), date=shown[-1].date)


def _shortened(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rstrip()} …"
