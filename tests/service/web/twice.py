"""A campaign as it stood at an instant, in a real store, and all that one player fetches of it.

The clock is held there by its referee, so that whoever looks later sees that very instant: nothing
is pretended, and whatever two campaigns that differ in one hidden thing answer can be compared byte
by byte.  Paths are those that the program declares: what is added to it is fetched from then on.
"""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from aiohttp import web

from service.api.openapi import BASE
from service.api.routes import CHAPTERS
from service.keeper.kept import Settings, encode_settings
from service.papers.painted import LEAST_WIDTH
from service.store.campaigns import NewCampaign, create_campaign
from service.store.memberships import add_member
from service.store.rows import CommitRows
from service.store.session import writing
from service.web import frame
from service.web.routes import enter_pages
from tests.packs.play import DAY, HOUR
from world.entity import kind_of
from world.journal import encoder
from world.said import HoldClock, Input

if TYPE_CHECKING:
    from service.people.who import Membership
    from tests.packs.secrecy import Run
    from tests.service.api.site import Site

CAMPAIGN = "spring"
_versions = itertools.count(1000)
#: A picture is painted of the very drawing that is compared as well: the smallest says as much.
_SMALLEST = f"map.png?width={LEAST_WIDTH}"

_TABLES = ["campaign", "due", "input", "inbox", "entity", "timeline", "journal", "known", "notice"]
#: A page carries a fresh key for what is sent from it, and a receipt the instant of its reader's
#: own request; nothing else of what is answered is other than it was a second ago.
_RANDOM = (
    (re.compile(rb'value="[0-9a-f]{24}'), b'value="key'),
    (re.compile(rb'"received":\d+'), b'"received":0'),
)


def hold(run: Run, hours: int) -> None:
    """Have a campaign's clock held, so many hours after its start."""
    until = run.told.start + hours * HOUR
    pause = HoldClock(reason="We look at it.", until=until + 10 * DAY)
    # Its number is far from those of a hidden hand, which would be counted on.
    run.told.run(hours * HOUR, [Input(person="gm", n=1000, received=until, body=pause)])


async def keep(here: Site, run: Run, player: Membership) -> None:
    """Put a campaign into the store in place of the one that was there."""
    world = run.world
    encode = encoder.encode
    rows = CommitRows(
        campaign_id=CAMPAIGN,
        version=0,
        term=0,
        next_due=world.next_due(),
        now=world.now,
        answering=0,
        seq=world.seq,
        head=world.head,
        line=0,
        release=world.pack.release,
        entities=[(one.id, kind_of(type(one)), encode(one)) for one in world.entities.values()],
        timeline=[
            (e.id, e.axis, e.due, e.rank, e.event.subject, kind_of(type(e.event)), encode(e.event))
            for e in world.timeline.entries.values()
        ],
        journal=[
            (row.seq, row.at, row.event, row.kind, row.body, row.hash) for row in run.told.journal
        ],
        known=[(row.person, row.n, row.at, row.kind, row.body) for row in run.told.known],
        notices=[
            (row.person, row.n, row.id, row.kind, row.at, row.body) for row in run.told.notices
        ],
    )
    campaign = NewCampaign(
        id=CAMPAIGN,
        name="A spring",
        pack=world.pack.name,
        release=world.pack.release,
        scenario="A spring",
        settings=encode_settings(Settings(files=run.files)),
        secret=world.secret.bytes,
        provable=False,
    )
    async with writing(here.pool) as conn, conn.transaction():
        for table in _TABLES:
            name = "id" if table == "campaign" else "campaign_id"
            await conn.execute(f"DELETE FROM {table} WHERE {name} = $1", CAMPAIGN)  # noqa: S608 - ours
        await create_campaign(conn, campaign, rows)
        # Whoever has read the campaign that was here before reads this one anew.
        await conn.execute("UPDATE due SET version = $1", next(_versions))
        await add_member(conn, player)


def declared() -> list[str]:
    """Every address about a campaign that answers a GET, as API and pages declare them."""
    app = web.Application()
    # Routes are only listed here, never followed: a site of nothing will do.
    enter_pages(app, frame.Site._make([None] * len(frame.Site._fields)))
    pages = {
        route.resource.canonical
        for route in app.router.routes()
        if route.method == "GET" and route.resource is not None
    }
    api = {
        BASE + endpoint.path
        for chapter in CHAPTERS
        for endpoint in chapter.all
        if endpoint.method == "GET"
    }
    found = (path for path in api | pages if "{campaign}" in path)
    return sorted(re.sub(r"map\.png$", _SMALLEST, path) for path in found)


class Reader(NamedTuple):
    """A player at the server: the secret of a session, and what is asked for besides pages.

    ``more`` are parts of addresses that no declaration fills in; ``orders`` are given.
    """

    here: Site
    secret: str
    person: str
    paths: tuple[str, ...]
    orders: tuple[str, ...]

    async def fetches(self) -> dict[str, bytes]:
        """All that is answered, by what was asked: status, ETag and bytes."""
        found = {}
        for path in self.paths:
            wanted = path.replace("{campaign}", CAMPAIGN).replace("{person}", self.person)
            if "{" not in wanted:
                found[wanted] = await self._got("GET", wanted)
        for words in self.orders:
            path = f"{BASE}/campaigns/{CAMPAIGN}/persons/{self.person}/orders"
            found[words] = await self._got("POST", path, {"text": words})
        return found

    async def _got(self, method: str, path: str, json: dict[str, str] | None = None) -> bytes:
        headers = {"Authorization": f"Bearer {self.secret}", "Cookie": f"galloper={self.secret}"}
        async with self.here.http.request(
            method, self.here.address + path, headers=headers, json=json, allow_redirects=False
        ) as got:
            if got.content_type == "text/event-stream":
                return b"does not end"
            body = await got.read()
            # That of a receipt is a hash of the instant too.
            tag = got.headers.get("ETag", "") if method == "GET" else ""
        for random, name in _RANDOM:
            body = random.sub(name, body)
        return f"{got.status} {tag} ".encode() + body
