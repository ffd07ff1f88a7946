"""At the relay's door: each refusal has its own answer, and nothing is taken by mistake."""

from __future__ import annotations

import asyncio
import smtplib
import socket
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.config import Config, MailIn
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.notify.envelope import KEY, bounce_address
from service.packs import load_pack
from service.post import door
from service.post.addresses import ORDERS, Thread, reply_address
from service.post.clerk import attend
from service.post.door import open_door
from service.post.heads import read_head
from service.post.message import words_of_mail
from service.post.results import verdict
from service.sending import Smtp
from service.store.mailboxes import mailbox_of, server_key, suppressed_mailboxes
from service.store.mails import take_mail, waiting_mails
from tests.faults.daemons import rate
from tests.service.notify.dsns import DSNS
from tests.service.post.post import AUTHSERV, DOMAIN, bring, fresh
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from email.message import EmailMessage
    from pathlib import Path

    import asyncpg

load_pack("tests.packs.ferry:PACK")

FERRY = {"scenario.yaml": "title: Ferry\npack: ferry\n"}
IN = MailIn(listen="127.0.0.1:0", domain=DOMAIN, authserv=AUTHSERV, largest=100_000)
ANN, BEN = "ann@example.net", "ben@example.com"


class Site:
    """A door with a campaign behind it; ``bring`` is the relay."""

    def __init__(self, pool: asyncpg.Pool, config: Config, port: int) -> None:
        self.pool = pool
        self.config = config
        self.port = port
        self.readings = Readings()

    async def address(self, person: str = "ann", thread: Thread = ORDERS) -> str:
        async with self.pool.acquire() as conn:
            return await reply_address(conn, IN, "c", person, thread)

    async def bring(self, mail: EmailMessage | bytes, to: str = "", sender: str = "?") -> str:
        return await asyncio.to_thread(bring, self.port, mail, to, sender)

    async def count(self, table: str) -> int:
        return int(await self.pool.fetchval(f"SELECT count(*) FROM {table}"))  # noqa: S608 - of ours

    async def attend_all(self) -> list[str]:
        """Do what the clerk does; the receipts, in words."""
        async with self.pool.acquire() as conn:
            waiting = await waiting_mails(conn, 10_000)
        for campaign, key in waiting:
            async with self.pool.acquire() as conn:
                mail = await take_mail(conn, campaign, key, 60.0)
            assert mail is not None
            words: Any
            try:
                words = words_of_mail(mail.raw)
            except BadInput as error:
                words = error
            await attend(self.pool, self.readings, self.config, mail, words)
        found = await self.pool.fetch("SELECT words FROM delivery ORDER BY number")
        return [row[0].decode() for row in found]


@pytest.fixture
def site(play: Callable[..., Any], tmp_path: Path) -> Callable[..., None]:
    """Run a story at a door."""

    def run(story: Callable[[Site], Coroutine[Any, Any, None]], mail_in: MailIn = IN) -> None:
        async def told(pool: asyncpg.Pool) -> None:
            await found_campaign(pool, "c", FERRY, rate=rate("1:1"), seed=7)
            await add_channel(pool, Readings(), "c", "ann", ANN)
            await add_channel(pool, Readings(), "c", "ben", BEN)
            smtp = Smtp(host="127.0.0.1", bounces=f"bounces@{DOMAIN}")
            config = Config(data=tmp_path, smtp=smtp, mail_in=mail_in, daemon="d1")
            async with open_door(pool, config, lambda: None) as port:
                await story(Site(pool, config, port))

        play(told)

    return run


def test_each_cause_of_refusal_has_its_own_answer(site: Callable[..., None]) -> None:
    async def story(here: Site) -> None:
        to, other = await here.address(), await here.address("ben")
        unknown = f"orders-{'a' * 26}@{DOMAIN}"
        said: dict[str, str] = {}

        async def say(
            what: str, mail: EmailMessage | bytes, to: str = "", sender: str = "?"
        ) -> None:
            said[what] = await here.bring(mail, to, sender)

        def altered(name: str, value: str | None) -> EmailMessage:
            mail = fresh(ANN, to, "post to=ben text=hi")
            del mail[name]
            if value is not None:
                mail[name] = value
            return mail

        await say("unknown", fresh(ANN, unknown, "post to=ben text=hi"))
        await say("another's", fresh(ANN, other, "post to=ann text=hi"))
        await say("stranger", fresh("eve@example.net", to, "post to=ben text=hi"))
        await say("two senders", altered("From", f"{ANN}, eve@example.net"))
        forged = f"{AUTHSERV}; dmarc=fail header.from=example.net"
        await say("forged", altered("Authentication-Results", forged))
        await say("another relay", altered("Authentication-Results", "evil.org; dmarc=pass"))
        await say("too large", fresh(ANN, to, "a line of words\n" * 8_000))
        comments = b"From: %s%s\r\n\r\nwords" % (b"(" * 900, ANN.encode())
        await say("comments", comments, to, ANN)
        await say("long head", altered("X-Bomb", "a" * 70_000))
        await here.pool.execute("UPDATE mail_address SET named = named - interval '181 days'")
        await say("expired", fresh(ANN, to, "post to=ben text=hi"))
        assert {what: words[:9] for what, words in said.items()} == {
            "unknown": "550 5.1.1",
            "another's": "550 5.7.1",
            "stranger": "550 5.7.1",
            "two senders": "550 5.7.1",
            "forged": "550 5.7.2",
            "another relay": "451 4.7.0",
            "too large": "552 Error",
            "comments": "550 5.7.1",
            "long head": "552 5.3.4",
            "expired": "550 5.2.1",
        }
        assert said["another's"] == said["stranger"], "whose an address is, is not told"
        assert await here.count("mail_in") == 0

        # A mail counts before its hour is over; the relay is asked to wait with the next.
        await here.pool.execute("UPDATE mail_address SET named = clock_timestamp()")
        for n in range(door.MOST_AN_HOUR):
            await here.pool.execute(
                "INSERT INTO mail_in VALUES ('c', $1, 'ann', 'orders', '', '', '', '')", f"k{n}"
            )
        await say("too many", fresh(ANN, to, "post to=ben text=hi"))
        assert said["too many"].startswith("450 4.7.1")
        await here.pool.execute("DELETE FROM mail_in")
        await here.pool.execute("UPDATE channel SET state = 'paused' WHERE person = 'ann'")
        await say("no receipt", fresh(ANN, to, "post to=ben text=hi"))
        assert "nowhere to send a receipt" in said["no receipt"]
        assert await here.count("input") == 0

    site(story)


AUTOMATIC = {
    "Auto-Submitted": "auto-replied",
    "X-Autoreply": "yes",
    "Precedence": "bulk",
    "List-Id": "<list.example.net>",
    "Subject": "Out of office: Re: [Ferry] A letter",
    "X-Galloper-Campaign": "c",
    "Content-Type": "multipart/report; report-type=delivery-status; boundary=x",
}


def test_what_programs_write_is_taken_and_neither_done_nor_answered(
    site: Callable[..., None],
) -> None:
    async def story(here: Site) -> None:
        to = await here.address()
        for name, value in AUTOMATIC.items():
            mail = fresh(ANN, to, "post to=ben text=hi")
            del mail[name]
            mail[name] = value
            assert await here.bring(mail) == "250", name
            assert await here.count("mail_in") == 0, name
        assert await here.bring(fresh(ANN, to, "post to=ben text=hi"), sender="") == "250"
        assert await here.count("mail_in") == 0, "no sender"
        looped = fresh(ANN, to, "post to=ben text=hi").as_bytes()
        assert await here.bring(b"Received: by a\r\n" * 40 + looped) == "250"
        assert await here.count("mail_in") == 0
        assert await here.attend_all() == []
        said = fresh(ANN, to, "post to=ben text=hi")
        said["Auto-Submitted"] = "no"
        assert await here.bring(said) == "250"
        assert await here.count("mail_in") == 1

    site(story)


def test_what_comes_back_counts_against_its_address_and_is_not_answered(
    site: Callable[..., None],
) -> None:
    async def story(here: Site) -> None:
        async with here.pool.acquire() as conn:
            key = await server_key(conn, KEY)
            mailbox = await mailbox_of(conn, ANN)
        to = bounce_address(f"bounces@{DOMAIN}", key, mailbox.n, "msg_1")
        report, _ = DSNS["postfix, no such user"]
        raw = report.replace("\n", "\r\n").encode()
        assert (await here.bring(raw, to.replace("-", "x"), "")).startswith("550 5.1.1")
        assert await here.bring(raw, to, "") == "250"
        async with here.pool.acquire() as conn:
            assert [one.folded for one in await suppressed_mailboxes(conn)] == [ANN]
        assert await here.count("mail_in") == 0

    site(story)


def test_whom_the_referee_has_muted_is_told_so(site: Callable[..., None]) -> None:
    async def story(here: Site) -> None:
        await here.pool.execute("INSERT INTO muted VALUES ('c', 'ann', 'too many oaths')")
        await here.bring(fresh(ANN, await here.address(), "post to=ben text=hi"))
        (receipt,) = await here.attend_all()
        assert "The referee has stopped your letters: too many oaths. Nothing was sent" in receipt
        assert await here.count("input") == 0

    site(story)


def test_the_same_mail_three_times_is_done_once_and_answered_once(
    site: Callable[..., None],
) -> None:
    async def story(here: Site) -> None:
        mail = fresh(ANN, await here.address(), "post to=ben text=hi")
        for _ in range(2):
            assert await here.bring(mail) == "250"
        await here.attend_all()
        assert await here.bring(mail) == "250"
        (receipt,) = await here.attend_all()
        assert "Understood" in receipt
        assert mail["Message-ID"] in receipt
        assert await here.count("input") == 1
        kept = await here.pool.fetchrow("SELECT raw, sender, message_id FROM mail_in")
        assert tuple(kept) == (None, "", ""), "what is done is forgotten"

    site(story)


def test_who_is_known_hears_why_nothing_was_done(site: Callable[..., None]) -> None:
    async def story(here: Site) -> None:
        to = await here.address()
        quoted = "On Mon, Nov 30, 2026 at 8:30 PM A <a@b.c> wrote:\n\n> post to=ben text=hi\n"
        wanted = {
            quoted: "holds no words of your own",
            "post to=carl text=hi": "Nobody called 'carl' lives here",
            "post to=ben text=hi\nBest, Ann": "In order 2 of 2",
            "post to=ben text=1\npost to=carl text=2\npost to=ben text=3": "Nor, since they",
        }
        for n, words in enumerate(wanted):
            assert await here.bring(fresh(ANN, to, words, n)) == "250"
        for receipt, why in zip(await here.attend_all(), wanted.values(), strict=True):
            assert why in receipt
        assert await here.count("input") == 1, "of three orders the one before the refused"
        nobody = await here.address("ann", Thread("decision", "d" * 32, "1"))
        await here.bring(fresh(ANN, nobody, "fair"))
        await here.pool.execute("UPDATE campaign SET state = 'ended'")
        await here.bring(fresh(ANN, to, "post to=ben text=late"))
        receipts = await here.attend_all()
        assert "This campaign has ended; nothing was done" in receipts[-1]
        assert await here.count("input") == 1

    site(story)


LINES = st.lists(
    st.sampled_from(
        [
            *(b"From: ann@example.net", b"From: ann@example.net, eve@example.net", b"From:"),
            *(b"Content-Type: multipart/mixed; boundary=a", b"--a", b"--a--", b"", b".", b".."),
            *(
                b"Content-Type: text/html; charset=utf-7",
                b"Content-Type: message/rfc822",
                b"<" * 50,
            ),
            *(b"Content-Transfer-Encoding: base64", b"Subject: =?utf-8?b?////?=", b"\x00\xff"),
            *(b"Authentication-Results: mx.example.org; dmarc=pass", b"Received: by x", b"> a"),
            *("\u202epost to=ben".encode(), b"Message-ID: <" + b"a" * 300 + b">", b"post to=carl"),
        ]
    )
    | st.binary(max_size=60),
    max_size=25,
)


def test_hostile_mails_are_answered_and_change_nothing(site: Callable[..., None]) -> None:
    async def story(here: Site) -> None:
        to = await here.address()
        top = fresh(ANN, to, "words").as_bytes().partition(b"\r\n\r\n")[0]

        @given(LINES, st.booleans())
        def told(lines: list[bytes], known: bool) -> None:
            body = b"\r\n".join(lines)
            if known:
                name = b"Message-ID: <%d.x@example.net>" % abs(hash(body))
                body = b"\r\n".join((name, top.rpartition(b"\r\nMessage-ID")[0], b"", body))
            said = bring(here.port, body, to, ANN)
            assert said[:3] in {"250", "450", "451", "500", "550", "552", "554"}, said
            assert not said.startswith("451 4.3.0"), "a fault of ours"

        await asyncio.to_thread(told)
        await here.attend_all()
        assert await here.count("input") == 0
        mail = fresh(ANN, to, "post to=ben text=well")
        await here.pool.execute("DELETE FROM mail_in")
        assert await here.bring(mail) == "250", "the door stands open as before"

    site(story)


def test_one_who_dawdles_is_cut_off_and_keeps_nobody_waiting(
    site: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "TIMEOUT", 3.0)
    monkeypatch.setattr(door, "CONNECTIONS", 3)

    def dawdle(port: int, said: bytes) -> socket.socket:
        slow = socket.create_connection(("127.0.0.1", port), timeout=10)
        slow.sendall(said)
        return slow

    async def story(here: Site) -> None:
        mail = fresh(ANN, await here.address(), "post to=ben text=hi")
        begun = f"LHLO a\r\nMAIL FROM:<{ANN}>\r\nRCPT TO:<{mail['To']}>\r\nDATA\r\nSub".encode()
        slow = [dawdle(here.port, said) for said in (b"LHL", begun)]
        assert await here.bring(mail) == "250"
        third = dawdle(here.port, b"")
        await asyncio.to_thread(third.recv, 100)
        more = dawdle(here.port, b"")
        assert (await asyncio.to_thread(more.recv, 100)).startswith(b"421 4.7.0")
        for one in (*slow, third):
            while await asyncio.to_thread(one.recv, 4_096):
                pass
            one.close()
        more.close()
        assert await here.count("mail_in") == 1

    site(story)


def test_the_relay_may_speak_smtp(site: Callable[..., None]) -> None:
    async def story(here: Site) -> None:
        mail = fresh(ANN, await here.address(), "post to=ben text=hi")

        def send() -> None:
            with smtplib.SMTP("127.0.0.1", here.port) as relay:
                relay.send_message(mail)

        await asyncio.to_thread(send)
        assert await here.count("mail_in") == 1

    site(story, MailIn(listen="127.0.0.1:0", domain=DOMAIN, authserv=AUTHSERV, protocol="smtp"))


# -- whether it is proved from whom a mail is -----------------------------------------------------


@pytest.mark.parametrize(
    ("headers", "wanted"),
    [
        (["mx.example.org; dmarc=pass header.from=example.net"], "pass"),
        (["mx.example.org 1; DMARC=Pass (p=reject; x) header.from=example.net"], "pass"),
        (["mx.example.org; spf=fail; dkim=pass; dmarc=fail"], "fail"),
        (["mx.example.org; dkim=pass header.d=example.net; spf=softfail"], "pass"),
        (["mx.example.org; dkim=pass header.d=mail.example.net"], "pass"),
        (["mx.example.org; dkim=fail header.d=a.org; dkim=pass header.d=example.net"], "pass"),
        (["mx.example.org; dkim=pass header.d=evil.org"], "fail"),
        (["mx.example.org; dkim=pass header.d=net"], "fail"),
        (["mx.example.org; spf=pass smtp.mailfrom=ann@example.net"], "pass"),
        (["mx.example.org; spf=pass smtp.mailfrom=ann@evil.org"], "fail"),
        (["mx.example.org; none"], "fail"),
        (["evil.org; dmarc=pass"], "missing"),
        ([], "missing"),
        # Beneath what the relay wrote somebody has written the same name.
        (["mx.example.org; dmarc=fail", "mx.example.org; dmarc=pass"], "fail"),
        (["mx.example.org; spf=fail", "", "mx.example.org; dmarc=pass"], "fail"),
        (["mx.example.org; dkim=none", "mx.example.org; dkim=pass header.d=example.net"], "fail"),
        (['mx.example.org; spf=none reason="; dmarc=pass"'], "fail"),
        # What the sender wrote of himself, as the relay quotes it.
        ([r'mx.example.org; spf=pass smtp.mailfrom="a\"; dmarc=pass; b=\""@evil.org'], "fail"),
        ([r"mx.example.org; spf=pass (of a\); dmarc=pass (b) smtp.mailfrom=evil.org"], "fail"),
        ([r"mx.example.org; spf=pass (of a\\); dmarc=pass"], "pass"),
        (["mx.example.org; dmarc=pass header.from=evil.org"], "fail"),
        (["mx.example.org; dmarc=pass"], "pass"),
    ],
)
def test_only_what_the_relay_found_counts(headers: list[str], wanted: str) -> None:
    lines = [("Received", "by mx.example.org")]
    lines += [
        ("Authentication-Results", value) if value else ("Received", "by evil.org")
        for value in headers
    ]
    assert verdict(lines, AUTHSERV, "example.net") == wanted


@pytest.mark.parametrize(
    "claimed",
    ["<=?utf-8?q?a=0D=0ABcc:_ben@example.net?=>", "<a\x1b@example.net>", "<\xe9@example.net>"],
)
def test_a_mail_puts_no_header_into_its_receipt(claimed: str) -> None:
    head = read_head(f"From: {ANN}\r\nMessage-ID: {claimed}\r\n\r\nhi".encode())
    assert head is not None
    assert (head.sender, head.message_id) == (ANN, "")


@pytest.mark.parametrize("sender", ["(" * 900 + ANN, f"{ANN} {'(' * 900}"])
def test_a_sender_that_is_read_without_end_is_nobody(sender: str) -> None:
    head = read_head(f"From: {sender}\r\n\r\n".encode())
    assert head is not None
    assert head.sender == ""


@given(st.binary(max_size=400), st.text(max_size=200))
def test_no_head_is_an_error(raw: bytes, results: str) -> None:
    read_head(raw)
    read_head(b"From: " + raw)
    read_head(b"Subject: =?utf-8?b?" + raw + b"?=\r\n\r\n")
    verdict([("Authentication-Results", f"{AUTHSERV};{results}")], AUTHSERV, "example.net")
