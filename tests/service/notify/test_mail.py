"""Mail out: one message under one name, whatever the relay does, and whatever players wrote.

The relay is a real SMTP server whose answers are scripted.
"""

from __future__ import annotations

import asyncio
from email.headerregistry import Address
from typing import TYPE_CHECKING, Any

import dkim
import msgspec
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from couriers.letter import LetterCame, LetterSentBlind
from service.bridge import from_asyncio, guest_run, held
from service.config import Config
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.mailbox import EMAIL
from service.intake.reading import Readings
from service.intake.speak import give_order
from service.keeper.keeper import Keeper
from service.notify import backoff, metrics
from service.notify.dispatcher import Dispatcher
from service.notify.envelope import KEY, mark, opened, token_in
from service.notify.mail_message import Around, written
from service.notify.relay import Relay
from service.notify.wording import Worded
from service.packs import load_pack
from service.sending import Dkim
from service.store.channels import Channel, list_channels
from service.store.commit import commit
from service.store.deliveries import Delivery, count_deliveries
from service.store.mailboxes import server_key
from service.store.session import writing
from tests.faults.daemons import Receiver, rate
from tests.service.notify.mail_servers import MailServer, dkim_key, read, smtp_to
from tests.service.store.making import rows
from world.aging import thread_key
from world.errors import BadInput
from world.kernel.nouns import DecisionAsked, DecisionSettled, EventStranded

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from email.message import EmailMessage
    from pathlib import Path

    import asyncpg

    from world.notice import Notice

load_pack("tests.packs.ferry:PACK")

FERRY = {"scenario.yaml": "title: Ferry\npack: ferry\n"}


def _channel(address: str = "ben@example.org") -> Channel:
    return Channel(
        campaign_id="c",
        id="h",
        person="ben",
        kind="email",
        address=address,
        secret=b"",
        state="active",
    )


def _delivery() -> Delivery:
    return Delivery(
        campaign_id="c",
        channel_id="h",
        person="ben",
        n=1,
        id="msg_1",
        attempt=0,
        next_attempt=0,
        last_status="",
        body=None,
        kind="came",
        at=0,
        created=1_772_391_600_000_000,
        notice=b"{}",
        notice_id="n",
    )


def _composed(
    title: str = "A letter",
    text: str = "Come.",
    name: str = "Ferry",
    to: str = "ben@example.org",
    around: Around | None = None,
) -> bytes:
    worded = Worded(title=title, text=text, date="12 June 1815")
    return written(smtp_to(25), _channel(to), name, _delivery(), worded, around)


# -- what players write ---------------------------------------------------------------------------

HEADERS = [
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "Precedence",
    "List-Id",
    "X-Galloper-Campaign",
    "MIME-Version",
    "Content-Type",
]

NASTY = [
    "Hello\r\nBcc: everybody@example.org",
    "Hello\nBcc: everybody@example.org\n\nand a body",
    "=?utf-8?q?Hello=0D=0ABcc:_everybody=40example.org?=",
    "\u2028Bcc: a\u0085Bcc: b\x0bBcc: c\x1cBcc: d",
    "x" * 5_000,
    "",
    "é" * 300 + " 🐎 " + "長" * 300,
]
BODIES = [
    *NASTY,
    ".\r\nMAIL FROM:<x@example.org>\r\n",
    "one\n.\nQUIT\n..\n. .\n",
    "<script>alert(1)</script> & <b>",
    "--===============1234==\nContent-Type: text/html\n\nboo",
    "From the beginning\nFrom the end",
]


WORDS = st.text(max_size=200) | st.lists(
    st.sampled_from(["=?utf-8?q?", "=?us-ascii?b?", "=0D=0A", "DQo=", "?=", "Bcc:", "@", "\n", " "])
    | st.text(max_size=9),
    max_size=12,
).map("".join)


@given(title=WORDS, name=WORDS, text=WORDS)
def test_no_text_adds_or_splits_a_header(title: str, name: str, text: str) -> None:
    """Neither a letter nor a campaign's name reaches beyond the place it is printed in."""
    message = read(_composed(_plain(title), _plain(text), _plain(name)))
    assert message.keys() == HEADERS
    assert message["To"] == "ben@example.org"
    assert message["Message-ID"] == "<msg_1@localhost>"
    assert _parts(message) == ["multipart/alternative", "text/plain", "text/html"]


def _parts(message: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in message.walk()]


def _plain(text: str) -> str:
    """As everything that people may say; a half of a surrogate pair is refused at the door."""
    return text.encode("utf-8", "ignore").decode()


@pytest.mark.parametrize("text", BODIES)
def test_what_is_written_arrives_as_one_message_with_its_words(text: str) -> None:
    """Through a real dialogue: a dot on a line of its own does not end it."""

    async def story() -> list[bytes]:
        relay = MailServer()
        async with relay.listen() as port:
            way = Relay(smtp_to(port))
            for title in NASTY:
                raw = _composed(title, text, name=title)
                sent = await way.send("galloper@localhost", "ben@example.org", raw)
                assert sent.outcome == "sent"
            await way.close()
        assert relay.to == ["ben@example.org"] * len(NASTY)
        return relay.got

    for title, got in zip(NASTY, asyncio.run(story()), strict=True):
        message = read(got)
        assert message.keys() == HEADERS
        plain, page = message.get_body(("plain",)), message.get_body(("html",))
        assert plain is not None
        assert page is not None
        assert _bare(text) in _bare(plain.get_content())
        assert "<script>" not in page.get_content()
        assert _bare(message["Subject"]) == _bare(f"[{title}] {title}")


def _plain_part(raw: bytes) -> str:
    part = read(raw).get_body(("plain",))
    assert part is not None
    return " ".join(str(part.get_content()).split())


def _bare(text: str) -> str:
    return "".join(text.split())


@given(
    st.from_regex(EMAIL, fullmatch=True)
    | st.emails()
    | st.text(st.characters(codec="ascii"), max_size=30).map(lambda local: f"{local}@example.org")
)
def test_every_address_that_is_taken_can_be_written_to_and_is_one_address(address: str) -> None:
    if EMAIL.fullmatch(address):
        message = read(_composed(to=address))
        (only,) = message["To"].addresses
        assert only.addr_spec == address
        assert Address(addr_spec=address).addr_spec == address
        assert message.keys() == HEADERS


@pytest.mark.parametrize(
    "address",
    [
        "ben@example.org, eve@example.org",
        "ben@example.org\nBcc: eve@example.org",
        "Ben <ben@example.org>",
        "bén@example.org",
        ".@example.org",
        "a..b@example.org",
        "a:b;c@example.org",
        "=?utf-8?q?eve?=@example.org",
        "ben@[127.0.0.1]",
        "ben@-example.org",
        "ben@",
    ],
)
def test_what_is_not_one_plain_address_is_refused(address: str) -> None:
    assert not EMAIL.fullmatch(address)

    async def story() -> None:
        await add_channel(None, Readings(), "c", "ben", address)

    with pytest.raises(BadInput, match=r"nothing was changed|control character"):
        asyncio.run(story())


# -- what goes around the words -------------------------------------------------------------------

AROUND = Around(
    page="https://war.example.org/c/c/ben",
    unsubscribe="https://war.example.org/unsubscribe/c/h/s",
    reply_to="letter-abc@in.example.org",
    picture=b"\x89PNG\r\n a picture",
    dates="BEGIN:VCALENDAR\r\nSUMMARY:Attaqué\r\nEND:VCALENDAR\r\n".encode(),
)


def test_a_mail_has_its_picture_in_the_page_and_its_date_beside_it() -> None:
    message = read(_composed(text="One.\n\nTwo <b>.", around=AROUND))
    assert _parts(message) == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "text/calendar",
    ]
    plain, page = (
        str(part.get_content())
        for part in message.walk()
        if "text/" in part.get_content_type() and not part.get_filename()
    )
    (picture,) = (part for part in message.walk() if part.get_content_maintype() == "image")
    assert f'src="cid:{picture["Content-ID"].strip("<>")}"' in page
    assert picture.get_content() == AROUND.picture
    (dates,) = message.iter_attachments()
    assert (dates.get_filename(), dates.get_content_charset()) == ("deadline.ics", "utf-8")
    assert dates.get_content().replace("\r\n", "\n").encode() == AROUND.dates.replace(
        b"\r\n", b"\n"
    )
    # Both say the same, and lead to the same.
    for said in ("A letter", "12 June 1815", "One.", AROUND.page, AROUND.unsubscribe):
        assert said in plain
        assert said in page
    assert "Two <b>." in plain
    assert "Two &lt;b&gt;." in page
    assert message["Reply-To"] == AROUND.reply_to


def test_a_mail_program_can_end_the_mails_by_itself_where_the_link_is_safe() -> None:
    message = read(_composed(around=AROUND))
    assert message["List-Unsubscribe"] == f"<{AROUND.unsubscribe}>"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message["List-Id"] == "<c.localhost>"
    assert message["Auto-Submitted"] == "auto-generated"
    message = read(_composed(around=Around(unsubscribe="http://127.0.0.1/unsubscribe/c/h/s")))
    assert message["List-Unsubscribe-Post"] is None


def test_headers_that_programs_read_stand_as_they_are_however_long() -> None:
    link = f"https://war.example.org/unsubscribe/{'c' * 60}/{'h' * 16}/{'s' * 64}"
    # As Exchange makes them.
    answered = f"<{'DB9PR02MB6716' * 5}@DB9PR02MB6716.eurprd02.prod.outlook.com>"
    raw = _composed(around=Around(unsubscribe=link, answers=answered))
    lines = raw.partition(b"\r\n\r\n")[0].split(b"\r\n")
    for line in (
        f"List-Unsubscribe: <{link}>",
        f"In-Reply-To: {answered}",
        f"References: {answered}",
    ):
        assert line.encode() in lines


def test_no_id_of_a_mail_that_is_answered_adds_a_header() -> None:
    for answered in ("<=?utf-8?q?x=0D=0ABcc:_e=40x?=@y>", "<a@b>\r\nBcc: e@x", "<é@x>"):
        raw = _composed(around=Around(answers=answered))
        assert [name for name in read(raw).keys() if name == "Bcc"] == []  # noqa: SIM118 - of a mail
        assert b"\nBcc:" not in raw.partition(b"\r\n\r\n")[0]


def _thread(
    notice: Notice | None, kind: str = "", at: int = 0, person: str = "ben"
) -> tuple[str, str]:
    """The thread and the subject of a mail about a notice, or of words of the service's own."""
    channel = msgspec.structs.replace(_channel(), person=person)
    delivery = msgspec.structs.replace(
        _delivery(), kind=kind, at=at, words=None if notice else b"{}"
    )
    worded = Worded(title="Its own title", text="x", date="")
    if notice is not None:
        fields = msgspec.structs.asdict(notice)
        worded = msgspec.structs.replace(
            worded, thread=thread_key(notice), topic=notice.topic.format(**fields)
        )
    message = read(written(smtp_to(25), channel, "Ferry", delivery, worded))
    assert message["In-Reply-To"] == message["References"]
    return str(message["References"]), str(message["Subject"])


def test_a_correspondence_a_decision_and_a_digest_are_one_thread_each() -> None:
    def asked(decision: str) -> Notice:
        return DecisionAsked(
            decision=decision, question="Storm?", options="yes, no", default="no", limit=1
        )

    came = LetterCame(letter="l1", sender="ney", name="Marshal Ney", sent=0, text="Come.")
    sent = LetterSentBlind(
        letter="l2", what="Your letter", to="ney", name="Marshal Ney", towards="x"
    )
    other = LetterCame(letter="l3", sender="soult", name="Marshal Soult", sent=0, text="Come.")
    settled = DecisionSettled(decision="d1", question="Storm?", choice="no", how="by your answer")
    assert _thread(came) == _thread(sent, at=10**9)
    assert _thread(came)[1] == "[Ferry] Letters: Marshal Ney"
    assert _thread(asked("d1")) == _thread(settled)
    assert _thread(None, "digest") == _thread(None, "digest", at=10**9)
    assert _thread(None, "digest")[1] == "[Ferry] Your digest"
    # What has no thread of its own stands with the rest of its day.
    day, rest = 86_400_000, EventStranded(event="e", subject="s", because="b")
    assert _thread(rest, at=1) == _thread(rest, at=day - 1)
    assert _thread(rest)[1] == "[Ferry] Its own title"
    threads = [
        _thread(came), _thread(other), _thread(came, person="ann"), _thread(asked("d1")),
        _thread(asked("d2")), _thread(None, "digest"), _thread(None, "ping"), _thread(rest),
        _thread(rest, at=day),
    ]  # fmt: skip
    assert len({root for root, _ in threads}) == len(threads)


# -- from the notice to the mailbox ---------------------------------------------------------------


async def _tell(pool: asyncpg.Pool, version: int, **letters: list[str]) -> None:
    """Commit notices of letters, as the keeper would."""
    told = [
        (
            person,
            version * 100 + n,
            f"{person}/{version}/{n}",
            "came",
            0,
            msgspec.json.encode({"kind": "came", "sender": "ann", "text": text}),
        )
        for person, texts in letters.items()
        for n, text in enumerate(texts)
    ]
    async with writing(pool) as conn:
        assert await commit(conn, rows("c", version, notices=told))


async def _dispatch(
    pool: asyncpg.Pool, config: Config, done: Callable[[dict[str, int]], bool]
) -> dict[str, int]:
    """Run a dispatcher until the campaign's deliveries are as wanted."""

    async def count() -> dict[str, int]:
        async with pool.acquire() as conn:
            return await count_deliveries(conn, "c")

    counts: dict[str, int] = {}
    with trio.fail_after(30):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(Dispatcher(pool, config).run)
            while not counts or not done(counts):
                await trio.sleep(0.05)
                counts = await from_asyncio(count)
            nursery.cancel_scope.cancel()
    return counts


async def _asked(fn: Callable[..., Awaitable[Any]], *args: Any, **kwargs: Any) -> Any:
    async def call() -> Any:
        return await fn(*args, **kwargs)

    return await from_asyncio(call, timeout=30)


@pytest.mark.trio(run=guest_run)
async def test_every_attempt_sends_the_same_bytes_under_the_same_message_id(
    pool: asyncpg.Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Greylisted, cut off when all was said, full, and at last taken: a mailbox can tell."""
    monkeypatch.setattr(backoff, "SCHEDULE", (0.05,) * 8)
    relay = MailServer(rcpt=["450 greylisted"], data=["cut", "451 full", "ok"])
    await _asked(found_campaign, pool, "c", FERRY, seed=1)
    await _asked(add_channel, pool, Readings(), "c", "ben", "ben@example.org")
    await from_asyncio(lambda: _tell(pool, 1, ben=["Come at once.\n.\nAnn"]))
    key, dns = dkim_key(tmp_path)
    async with held(relay.listen()) as port:
        smtp = smtp_to(
            port,
            sender="Galloper <galloper@example.org>",
            bounces="bounces@example.org",
            dkim=Dkim("example.org", "spring", key),
        )
        config = Config(data=tmp_path, smtp=smtp, daemon="d1")
        counts = await _dispatch(pool, config, lambda counts: counts["sent"] == 1)
    assert counts == {"waiting": 0, "sent": 1, "failed": 0, "dropped": 0}
    assert len(relay.got) == 3
    assert len(set(relay.got)) == 1
    message = read(relay.got[0])
    assert "Come at once. . Ann" in _plain_part(relay.got[0])
    (id_,) = await from_asyncio(pool.fetchrow, "SELECT id FROM delivered")
    assert message["Message-ID"] == f"<{id_}@example.org>"

    # Its signature holds, and covers what a reader goes by.
    assert dkim.verify(relay.got[0], dnsfunc=dns)
    assert not dkim.verify(relay.got[0].replace(b"Come", b"Stay"), dnsfunc=dns)

    async def named() -> tuple[int, str] | None:
        async with pool.acquire() as conn:
            token = token_in("bounces@example.org", relay.senders[0])
            return None if token is None else opened(await server_key(conn, KEY), token)

    # It comes back to an address that says whose it was.
    assert len(set(relay.senders)) == 1
    assert await from_asyncio(named) == (1, mark(id_))


@pytest.mark.trio(run=guest_run)
async def test_one_bad_address_silences_nobody(
    pool: asyncpg.Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One is refused for good, one for now; the others have all their letters, in order."""
    monkeypatch.setattr(backoff, "SCHEDULE", (60.0,) * 8)

    class Picky(MailServer):
        async def handle_RCPT(  # noqa: N802
            self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
        ) -> str:
            if address.startswith("gone"):
                return "550 no such person"
            if address.startswith("grey"):
                return "450 later"
            return await super().handle_RCPT(server, session, envelope, address, options)

    relay = Picky()
    await _asked(found_campaign, pool, "c", FERRY, seed=1)
    for who in ("gone", "grey", "well"):
        await _asked(add_channel, pool, Readings(), "c", "ben", f"{who}@example.org")
    await _asked(add_channel, pool, Readings(), "c", "ann", "ann@example.org")
    texts = [f"letter {n}" for n in range(5)]
    await from_asyncio(lambda: _tell(pool, 1, ben=texts, ann=texts[:2]))
    async with held(relay.listen()) as port:
        config = Config(data=tmp_path, smtp=smtp_to(port), daemon="d1")
        counts = await _dispatch(
            pool, config, lambda counts: counts["sent"] == 8 and counts["failed"] == 2
        )
    # The second refusal of the one is enough: what waits for him is dropped, and he is told on the
    # channels that work.
    assert counts == {"waiting": 6, "sent": 8, "failed": 2, "dropped": 3}
    subjects = [
        _plain_part(raw)
        for raw, to in zip(relay.got, relay.to, strict=True)
        if to.startswith("well")
    ]
    assert [t for subject in subjects for t in texts if t in subject] == texts
    assert sum("gone@example.org (e-mail address) gets no more" in one for one in subjects) == 1

    async def failing() -> dict[str, bool]:
        found = await list_channels(pool, "c")
        return {c.address: c.failing_since is not None for c in found}

    assert (await from_asyncio(failing))["grey@example.org"]
    assert not (await from_asyncio(failing))["well@example.org"]


@pytest.mark.trio(run=guest_run)
async def test_without_a_relay_mail_is_dropped_with_its_reason_and_play_goes_on(
    pool: asyncpg.Pool, dsn: str, tmp_path: Path
) -> None:
    await _asked(found_campaign, pool, "c", FERRY, rate=rate("36000:1"), seed=7)
    readings = Readings()
    await _asked(add_channel, pool, readings, "c", "ben", "ben@example.org")
    keeper = Keeper(pool, dsn=dsn, daemon="d1", release=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(keeper.run)
        await keeper.started.wait()
        await _asked(give_order, pool, readings, "c", "ann", "post to=ben text=hello")
        keeper.wake()
        config = Config(data=tmp_path, smtp=None, daemon="d1")
        counts = await _dispatch(pool, config, lambda counts: counts["dropped"] == 1)
        nursery.cancel_scope.cancel()
    assert counts["waiting"] == 0

    async def why() -> list[tuple[str, str]]:
        rows = await pool.fetch("SELECT outcome, last_status FROM delivered")
        return [tuple(row) for row in rows]

    assert await from_asyncio(why) == [("dropped", "no mail relay is set")]


# triplea#8445: outgoing mail was down, and orders could not be posted.
@pytest.mark.trio(run=guest_run)
async def test_orders_do_not_wait_for_mail_that_is_down_and_the_operator_can_see_it(
    pool: asyncpg.Pool, dsn: str, tmp_path: Path
) -> None:
    """Whoever has a webhook is told meanwhile; the mails go out when the relay is back."""
    await _asked(found_campaign, pool, "c", FERRY, rate=rate("36000:1"), seed=7)
    readings, hook, relay = Readings(), Receiver(), MailServer()
    async with held(MailServer().listen()) as port:
        pass
    before = _attempts("email", "down")
    config = Config(data=tmp_path, smtp=smtp_to(port), daemon="d1", allow_private=True)
    keeper = Keeper(pool, dsn=dsn, daemon="d1", release=1)
    async with held(hook.listen()) as address, trio.open_nursery() as nursery:
        await _asked(add_channel, pool, readings, "c", "ben", "ben@example.org")
        await _asked(add_channel, pool, readings, "c", "ben", address, reach=config.reach)
        nursery.start_soon(keeper.run)
        await keeper.started.wait()
        for n in range(3):
            await _asked(give_order, pool, readings, "c", "ann", f"post to=ben text=no-{n}")
        keeper.wake()
        counts = await _dispatch(
            pool,
            config,
            lambda counts: counts["sent"] == 3 and _attempts("email", "down") > before,
        )
        assert counts == {"waiting": 3, "sent": 3, "failed": 0, "dropped": 0}
        assert len(hook.by_notice) == 3

        async def blamed() -> list[tuple[int, int | None]]:
            return [(one.failures, one.failing_since) for one in await list_channels(pool, "c")]

        # It counts against no message and no channel, however long it lasts.
        assert await from_asyncio(blamed) == [(0, None)] * 2
        tried = "SELECT count(*) FROM delivery WHERE last_status <> ''"
        assert await from_asyncio(pool.fetchval, tried) == 0
        async with held(relay.listen(port)):
            counts = await _dispatch(pool, config, lambda counts: counts["sent"] == 6)
        nursery.cancel_scope.cancel()
    assert counts["waiting"] == 0
    assert len(set(relay.got)) == 3


def _attempts(kind: str, outcome: str) -> float:
    return float(metrics.ATTEMPTS.labels(kind, outcome)._value.get())
