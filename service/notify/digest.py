"""Several notices in one message: what came since the last, or what happened during an outage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from service.language.catalogue import english
from service.language.saying import Speech
from service.notify.news import OldNews, old_news
from service.notify.wording import Worded, word
from service.store.papers import SentNotice, notices_numbered

if TYPE_CHECKING:
    import asyncpg

    from service.language.reader import Reader
    from service.store.deliveries import Delivery, Words
    from world.state import World

#: The titles of digests.
OUTAGE: Final = english("While the service was away: {many:count|notice|notices}")
DIGEST: Final = english("Your digest: {many:count|notice|notices}")
#: Characters of one notice that stand in a digest; all of it is on the person's page.
LONGEST = 1_500
#: Notices whose text stands in a digest; of the rest only how many there are.
MOST = 100


class Digest(msgspec.Struct, frozen=True):
    """A digest in words, and each notice in it that its text shows, whole and in words.

    ``earlier`` counts those before them, of which it says only how many they are.
    """

    worded: Worded
    notices: tuple[tuple[SentNotice, Worded], ...]
    earlier: int = 0


async def worded_digest(
    conn: asyncpg.Connection, world: World, delivery: Delivery, words: Words, reader: Reader
) -> Digest:
    """A digest in words for a reader, oldest first, of what is news still.

    Raises:
        OldNews: nothing in it is.
    """
    campaign_id = delivery.campaign_id
    found = await notices_numbered(conn, campaign_id, delivery.person, words.notices)
    old = await old_news(conn, world, campaign_id, [(one.kind, one.body) for one in found])
    found = [one for place, one in enumerate(found) if place not in old]
    if not found:
        raise OldNews("nothing in it is news any more")
    speech = Speech(reader, world)
    shown = [word(world, one.body, one.at, reader) for one in found[-MOST:]]
    parts = [f"{one.date}\n{one.title}\n{_shortened(one.text)}" for one in shown]
    if len(found) > MOST:
        more = speech.say(
            "Before these there were {many} more; they are on your page.", many=len(found) - MOST
        )
        parts.insert(0, more)
    title = speech.say(OUTAGE if words.kind == "outage_digest" else DIGEST, many=len(found))
    worded = Worded(title=title, text="\n\n".join(parts), date=shown[-1].date)
    notices = tuple(zip(found[-MOST:], shown, strict=True))
    return Digest(worded, notices, earlier=len(found) - len(notices))


def _shortened(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return f"{text[:LONGEST].rstrip()} …"
