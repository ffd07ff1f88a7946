"""Feeds by a secret link: that person's alone, only while they may, the same until it changes."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.dom.minidom import parseString

import icalendar
import msgspec

from service.config import Config
from service.intake.reading import Readings
from service.language.reader import Reader
from service.notify.kind import Told
from service.notify.mail import compose
from service.notify.wording import Worded
from service.people.who import Membership
from service.store.channels import Channel
from service.store.deliveries import Delivery
from service.store.memberships import end_part
from service.store.session import writing
from tests.service.api.conftest import play
from tests.service.notify.mail_servers import read, smtp_to
from tests.service.playing import play_on
from tests.service.web.pages import page
from world.kernel.nouns import DecisionAsked

if TYPE_CHECKING:
    from email.message import EmailMessage

    from tests.service.api.site import Answer, Site

__all__ = ["play"]

ANN = "/campaigns/spring/persons/ann/feeds"


class Links:
    """The two addresses of a link, and what they gave last."""

    def __init__(self, here: Site, made: dict[str, str]) -> None:
        self._here = here
        self.calendar = made["calendar"].removeprefix("http://127.0.0.1:8400")
        self.notices = made["notices"].removeprefix("http://127.0.0.1:8400")

    async def get(self, path: str, **headers: str) -> tuple[int, Any, bytes]:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self._here.http.get(self._here.address + path, headers=sent) as got:
            return got.status, got.headers, await got.read()


async def _made(here: Site, token: str, path: str = ANN) -> Links:
    made: Answer = await here.ask("POST", path, token, json={})
    assert made.status == 200, made.raw
    return Links(here, made.body)


async def _tell(here: Site, person: str, n: int, question: str) -> None:
    asked = DecisionAsked(
        decision="d", question=question, options="yes: it is", default="yes", limit=90_000_000
    )
    async with writing(here.pool) as conn:
        await conn.execute(
            """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
            VALUES ('spring', $1, $2, $3, 'decision_asked', 0, $4)""",
            person,
            n,
            f"x{n}",
            msgspec.json.encode(asked),
        )


def _texts(body: bytes, tag: str) -> list[str]:
    found = parseString(body.decode()).getElementsByTagName(tag)  # noqa: S318 - made by us
    return ["".join(getattr(child, "data", "") for child in one.childNodes) for one in found]


def test_a_feed_holds_what_its_person_was_told_and_nothing_of_others(play: Any) -> None:
    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        links = await _made(here, token)
        hostile = "]]> <script>&amp; \u202e א 長" + "y" * 1_000_000
        await _tell(here, "ann", 1, hostile)
        await _tell(here, "ben", 1, "The secret of Ben?")
        status, headers, body = await links.get(links.notices)
        assert status == 200
        assert headers["Content-Type"] == "application/atom+xml; charset=utf-8"
        for tag in ("id", "title", "updated", "author", "entry"):
            assert f"<{tag}>".encode() in body, tag
        (_, title) = _texts(body, "title")
        assert title.startswith("Your decision: ]]> <script>&amp; א 長")
        assert len(body) < 20_000
        assert b"Ben" not in body
        assert "\u202e" not in body.decode()
        ids = _texts(body, "id")
        assert len(set(ids)) == len(ids) == 2
        again = await links.get(links.notices, If_None_Match=headers["ETag"])
        assert (again[0], again[2]) == (304, b"")
        assert "Last-Modified" in headers
        await _tell(here, "ann", 2, "Another?")
        newer = await links.get(links.notices, If_None_Match=headers["ETag"])
        assert newer[0] == 200
        assert _texts(newer[2], "id")[2:] == ids[1:], "what was told keeps its name"

    play(story)


def test_a_calendar_holds_what_waits_and_counts_its_changes(play: Any) -> None:
    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        gm = await here.member("spring", "gm@example.org", "gm")
        links = await _made(here, token)
        assert icalendar.Calendar.from_ical((await links.get(links.calendar))[2]).events == []
        await _ask(here)
        status, headers, body = await links.get(links.calendar)
        assert status == 200
        assert headers["Content-Type"] == "text/calendar; charset=utf-8"
        (one,) = icalendar.Calendar.from_ical(body).events
        assert str(one["summary"]) == "Decide: Is the toll fair?"
        assert "fair: it is fair" in str(one["description"])
        assert (await links.get(links.calendar))[2] == body, "nothing has changed"
        assert (await links.get(links.calendar, If_None_Match=headers["ETag"]))[0] == 304
        # The clock is held: the limit moves, under the same name.
        until = time.time_ns() // 1000 + 7_200_000_000
        pause = {"said": "hold", "reason": "Dinner", "until": until}
        held = await here.ask("POST", "/campaigns/spring/clock", gm, json=pause)
        assert held.status == 200, held.raw
        await play_on(here.pool, "spring")
        (later,) = icalendar.Calendar.from_ical((await links.get(links.calendar))[2]).events
        assert later["uid"] == one["uid"]
        assert later.start > one.start
        assert later.sequence > one.sequence
        # A mail about it holds the same date under the same name, in its reader's language.
        mail = await _mailed(here, Reader(language="de", real=True))
        (dates,) = mail.iter_attachments()
        (sent,) = icalendar.Calendar.from_ical(dates.get_content()).events
        assert (sent["uid"], sent.start) == (later["uid"], later.start)
        assert str(sent["summary"]).startswith("Zu entscheiden: ")
        plain, shown = (
            mail.get_body((kind,)).get_content()  # type: ignore[union-attr]
            for kind in ("plain", "html")
        )
        assert "Ihre Seite: http" in plain
        assert "Keine Mails dieses Feldzugs mehr" in plain
        assert '<html lang="de">' in shown
        assert ">Ihre Seite öffnen<" in shown

    play(story)


async def _mailed(here: Site, reader: Reader) -> EmailMessage:
    """The mail to ann about what she is asked."""
    asked = DecisionAsked(
        decision="toll",
        question="Is the toll fair?",
        options="fair",
        default="fair",
        limit=7_200_000,
    )
    channel = Channel(
        campaign_id="spring",
        id="h",
        person="ann",
        kind="email",
        address="ann@example.org",
        secret=b"",
        state="active",
    )
    delivery = Delivery(
        campaign_id="spring",
        channel_id="h",
        person="ann",
        n=1,
        id="msg_1",
        attempt=0,
        next_attempt=0,
        last_status="",
        body=None,
        kind="decision_asked",
        at=0,
        created=1_772_391_600_000_000,
        notice=msgspec.json.encode(asked),
        notice_id="n",
    )
    worded = Worded(title="Asked", text="Is it?", date="")
    async with writing(here.pool) as conn:
        told = Told(
            conn=conn,
            readings=Readings(),
            config=Config(data=Path(), smtp=smtp_to(25)),
            channel=channel,
            delivery=delivery,
            worded=worded,
            reader=reader,
        )
        return read(await compose(told))


async def _ask(here: Site) -> None:
    """The ferryman asks ann, as he does every day."""
    from tests.packs.ferry import TollAnswer  # noqa: PLC0415 - loaded as a pack first
    from world.decision import Decision, Option  # noqa: PLC0415

    asked = Decision(
        id="toll",
        rule="D-TOLL",
        question="Is the toll fair?",
        who="ann",
        options=(Option(name="fair", text="it is fair"),),
        default="fair",
        then=msgspec.Raw(msgspec.json.encode(TollAnswer(subject="ferryman"))),
        limit=7_200_000,
    )
    async with writing(here.pool) as conn:
        await conn.execute(
            "INSERT INTO entity (campaign_id, id, kind, body) VALUES ('spring', $1, $2, $3)",
            asked.id,
            "decision",
            msgspec.json.encode(asked),
        )
        await conn.execute("UPDATE due SET version = version + 1 WHERE campaign_id = 'spring'")


def test_a_link_opens_nothing_once_it_is_ended_or_its_holder_may_not_read(play: Any) -> None:
    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        gm = await here.member("spring", "gm@example.org", "gm")
        first = await _made(here, token)
        second = await _made(here, token)
        unknown = first.calendar.replace("/feeds/glp_", "/feeds/glp_x")
        ended = await first.get(first.calendar)
        assert ended[0] == 404, "a new link ends the old"
        assert (await first.get(unknown))[2] == ended[2], "as if it had never been"
        assert (await second.get(second.calendar))[0] == 200
        async with writing(here.pool) as conn:
            await conn.execute("UPDATE account SET locked = now() WHERE email = 'ann@example.org'")
        assert (await second.get(second.notices))[0] == 404
        async with writing(here.pool) as conn:
            await conn.execute("UPDATE account SET locked = NULL")
            part = await conn.fetchrow("SELECT * FROM membership WHERE person = 'ann'")
        assert (await second.get(second.notices))[0] == 200
        async with writing(here.pool) as conn, conn.transaction():
            await end_part(
                conn,
                Membership(
                    campaign_id="spring",
                    account_id=part["account_id"],
                    role="player",
                    person="ann",
                ),
            )
        assert (await second.get(second.notices))[0] == 404
        own = await _made(here, gm, "/campaigns/spring/persons/gm/feeds")
        assert (await own.get(own.calendar))[0] == 200
        assert (await here.ask("DELETE", "/campaigns/spring/persons/gm/feeds", gm)).status == 200
        assert (await own.get(own.calendar))[0] == 404

    play(story)


def test_nobody_makes_a_link_to_what_others_read(play: Any) -> None:
    async def story(here: Site) -> None:
        await here.member("spring", "ann@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        gm = await here.member("spring", "gm@example.org", "gm")
        stranger = await here.token(await here.account("otto@example.org"))
        asked = [(await here.ask("POST", ANN, one, json={})).status for one in (ben, gm, stranger)]
        assert asked == [403, 403, 404]
        reading = await here.token(await here.account("rita@example.org"), ("read", "play"))
        assert (await here.ask("POST", ANN, reading, json={})).status == 403
        assert await here.pool.fetchval("SELECT count(*) FROM feed") == 0

    play(story)


def test_a_page_shows_a_link_once_and_a_feed_is_not_asked_for_without_pause(play: Any) -> None:
    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        mine = await here.session_of(token)
        made = await page(here, "/c/spring/ann/feeds", mine, {"do": "make"})
        found = re.findall(r"/feeds/glp_[\w-]{43}/(?:calendar.ics|notices.atom)", made.text)
        assert len(found) == 2
        shown = await page(here, "/c/spring/ann/feeds", mine)
        assert "glp_" not in shown.text
        assert "Make a new link" in shown.text
        answers = [(await here.http.get(here.address + found[0])).status for _ in range(8)]
        assert answers[0] == 200
        assert 429 in answers

    play(story)
