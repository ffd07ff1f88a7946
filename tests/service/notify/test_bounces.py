"""Mail that comes back: what it says, whom it concerns, and when an address is left alone."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.notify.bounced import bounced, count_bounce
from service.notify.closing import close_channel
from service.notify.dsn import Returned, returned
from service.notify.envelope import bounce_address, mark, opened, token_in
from service.packs import load_pack
from service.store.channels import list_channels
from service.store.deliveries import Words, lane_deliveries, say
from service.store.mailboxes import mailbox_of, release, server_key, suppressed_mailboxes
from service.store.session import writing
from tests.service.notify.dsns import DSNS, NO_DSNS

if TYPE_CHECKING:
    from collections.abc import Callable

load_pack("tests.packs.ferry:PACK")

FERRY = {"scenario.yaml": "title: Ferry\npack: ferry\n"}
K = bytes(range(32))


@pytest.mark.parametrize("name", DSNS)
def test_a_bounce_of_any_make_says_what_was_wrong(name: str) -> None:
    raw, expected = DSNS[name]
    for line_end in (b"\n", b"\r\n"):
        assert returned(raw.encode().replace(b"\n", line_end)) == expected


@pytest.mark.parametrize("name", NO_DSNS)
def test_what_is_no_bounce_counts_against_nobody(name: str) -> None:
    assert returned(NO_DSNS[name].encode()) is None


@given(
    st.binary(max_size=400)
    | st.sampled_from([raw for raw, _ in DSNS.values()]).flatmap(
        lambda raw: st.integers(0, len(raw)).map(lambda cut: raw[:cut].encode())
    )
)
def test_whatever_comes_to_the_address_for_bounces_is_read_without_a_fault(raw: bytes) -> None:
    found = returned(raw)
    assert found is None or found == Returned(found.action, found.status)


@pytest.mark.parametrize(
    "top",
    [
        b"".join(
            b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n)
            for n in range(3_000)
        ),
        b"Content-Type: message/rfc822\r\n\r\n" * 3_000,
        b'Content-Type: multipart/report; a="' + b";" * 200_000 + b"\r\n\r\n",
        b"Content-Type: multipart/report" + b';\r\n a="";' * 20_000 + b"\r\n\r\n",
    ],
    ids=["parts in parts", "mails in mails", "an open quotation", "parameters"],
)
def test_a_bounce_made_to_be_read_for_hours_is_read_at_once(top: bytes) -> None:
    started = time.thread_time()
    assert returned(b"From: mailer-daemon@b.example\r\nMIME-Version: 1.0\r\n" + top) is None
    assert time.thread_time() - started < 2.0


def test_a_channel_is_closed_with_all_that_belongs_to_it_or_not_at_all(
    play: Callable[..., Any],
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        await found_campaign(pool, "c", FERRY, seed=1)
        for address in ("ben@example.org", "https://9.9.9.9/hook"):
            await add_channel(pool, Readings(), "c", "ben", address)
        async with pool.acquire() as conn:
            (mail,) = [one for one in await list_channels(conn, "c") if one.kind == "email"]
            await say(conn, "c", mail.id, Words(kind="ping", title="A", text="B"))
            await conn.execute("ALTER TABLE delivery ADD CHECK (words IS NULL OR n = -1)")
            # As if the daemon died before the last of it.
            await conn.execute("UPDATE channel SET numbered = 7 WHERE kind = 'webhook'")
            with pytest.raises(asyncpg.CheckViolationError):
                await close_channel(conn, mail, "it was time")
            assert {one.state for one in await list_channels(conn, "c")} == {"active"}
            assert len(await lane_deliveries(conn, "c", mail.id)) == 1

    play(story)


@given(st.integers(0, 2**63 - 1), st.text(max_size=40))
def test_an_address_for_bounces_says_which_mailbox_and_mail_and_nobody_else_can_make_one(
    mailbox: int, mail: str
) -> None:
    for bounces in ("bounces@example.org", "bounces.example.org"):
        address = bounce_address(bounces, K, mailbox, mail)
        assert len(address.partition("@")[0]) <= 64
        token = token_in(bounces, address.upper())
        assert token is not None
        assert opened(K, token.upper()) == (mailbox, mark(mail))
        assert opened(bytes(32), token) is None
        for at in range(len(token)):
            other = "z" if token[at] != "z" else "y"
            assert opened(K, token[:at] + other + token[at + 1 :]) is None
        assert token_in("others@example.org", address) is None


async def _told(pool: asyncpg.Pool, **addresses: list[str]) -> None:
    await found_campaign(pool, "c", FERRY, seed=1)
    for person, theirs in addresses.items():
        for address in theirs:
            await add_channel(pool, Readings(), "c", person, address)


async def _token(pool: asyncpg.Pool, address: str, mail: str) -> str:
    async with writing(pool) as conn:
        key = await server_key(conn, "bounces")
        mailbox = await mailbox_of(conn, address)
    token = token_in("b.example.org", bounce_address("b.example.org", key, mailbox.n, mail))
    assert token is not None
    return token


async def _states(pool: asyncpg.Pool) -> dict[str, str]:
    async with pool.acquire() as conn:
        return {one.address: one.state for one in await list_channels(conn, "c")}


def test_a_mailbox_that_is_gone_is_written_to_no_more_and_its_owner_told_elsewhere(
    play: Callable[[Any], Any],
) -> None:
    """In whatever case the address is written; the same bounce twice counts once."""

    async def story(pool: asyncpg.Pool) -> None:
        await _told(pool, ben=["Ben@Example.org", "other@example.org"], ann=["ann@example.org"])
        token = await _token(pool, "ben@example.org", "msg_1")
        raw = DSNS["postfix, no such user"][0].encode()
        forged = token[:-1] + ("2" if token[-1] != "2" else "3")
        assert await bounced(pool, forged, raw) == "unknown"
        assert await bounced(pool, token, NO_DSNS["an answer of absence"].encode()) == "nothing"
        assert await bounced(pool, token, DSNS["postfix, still trying"][0].encode()) == "nothing"
        assert set((await _states(pool)).values()) == {"active"}
        assert await bounced(pool, token, raw) == "counted"
        assert await bounced(pool, token, raw) == "counted"
        assert await _states(pool) == {
            "Ben@Example.org": "closed",
            "other@example.org": "active",
            "ann@example.org": "active",
        }
        async with pool.acquire() as conn:
            (only,) = await suppressed_mailboxes(conn)
            assert (only.folded, only.reason) == ("ben@example.org", "gone")
            assert only.status == "5.1.1: there is no such mailbox"
            told = [
                (channel.address, one.words)
                for channel in await list_channels(conn, "c")
                for one in await lane_deliveries(conn, "c", channel.id)
            ]
        assert [address for address, _ in told] == ["other@example.org"]
        assert b"Ben@Example.org (e-mail address) gets no more notices" in (told[0][1] or b"")

    play(story)


@pytest.mark.parametrize(
    ("statuses", "suppressed"),
    [
        (["5.1.1"], True),
        (["5.2.2"], False),
        (["5.2.2", "5.2.2"], True),
        (["4.4.7", "4.4.7", "4.4.7"], False),
        (["4.4.7", "4.4.7", "4.4.7", "4.4.7"], True),
        (["5.7.1"] * 9, False),
        (["5.7.1"] * 10, True),
        (["5.1.8"] * 20, False),
    ],
)
def test_what_comes_back_often_ends_the_writing_and_what_is_old_hardly_counts(
    statuses: list[str],
    suppressed: bool,
    play: Callable[[Any], Any],
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        for n, status in enumerate(statuses):
            await count_bounce(pool, "a@example.org", mark(str(n)), status)
        for n, status in enumerate(statuses[:-1]):
            await count_bounce(pool, "old@example.org", mark(str(n)), status)
            await pool.execute(
                "UPDATE bounce SET at = at - interval '8 days' WHERE folded = 'old@example.org'"
            )
        if len(statuses) > 1:
            await count_bounce(pool, "old@example.org", mark("last"), statuses[-1])
        async with writing(pool) as conn:
            found = [one.folded for one in await suppressed_mailboxes(conn)]
            assert found == (["a@example.org"] if suppressed else [])
            assert await release(conn, "a@example.org") == suppressed
            assert not await suppressed_mailboxes(conn)
        # What was forgotten with it does not count again.
        if suppressed and len(statuses) > 1:
            assert not await count_bounce(pool, "a@example.org", mark("new"), statuses[-1])

    play(story)
