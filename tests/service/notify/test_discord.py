"""Discord: many notices in one message, nobody pinged, and as patient as Discord asks."""

from __future__ import annotations

import json
from email import message_from_bytes
from email.policy import HTTP
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import trio
from aiohttp import web
from hypothesis import example, given
from hypothesis import strategies as st

from service.bridge import from_asyncio, guest_run, held
from service.intake.channels import add_channel, kind_of
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.notify import backoff, discord
from service.notify.attempt import Attempt
from service.notify.kind import Message
from service.notify.plain import cut_off, escaped, units
from service.papers.slice import ACROSS, WIDTH, cut
from service.store.channels import list_channels
from tests.faults.daemons import rate
from tests.packs.conformance import read_bundled
from tests.service.api.test_pictures import decoded
from tests.service.notify.sending import Scripted, Sender

if TYPE_CHECKING:
    from pathlib import Path

    import asyncpg

TOKEN = "a-token_of-" + "x" * 50
ADDRESS = f"https://discord.com/api/webhooks/123456789/{TOKEN}"


@pytest.fixture
def sender(pool: asyncpg.Pool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sender:
    monkeypatch.setattr(discord, "_quiet", {"until": 0.0})
    return Sender(pool, tmp_path)


def _at(sender: Sender, address: str) -> None:
    sender.config = msgspec.structs.replace(sender.config, discord=address)


# --- what is an address of Discord's -------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (ADDRESS, ADDRESS),
        (ADDRESS.replace("discord.com", "discordapp.com"), ADDRESS),
        (ADDRESS.replace("discord.com/api", "canary.discord.com/api/v10"), ADDRESS),
        (f"{ADDRESS}?wait=true&thread_id=98765432", f"{ADDRESS}?thread_id=98765432"),
        (f"{ADDRESS}?map=off&thread_id=98765432", f"{ADDRESS}?thread_id=98765432&map=off"),
        (f"{ADDRESS}?map=off", f"{ADDRESS}?map=off"),
    ],
)
def test_a_webhook_of_discords_is_known_however_it_is_written(written: str, kept: str) -> None:
    assert kind_of(written) == ("discord", kept)


@pytest.mark.parametrize(
    "written",
    [
        ADDRESS.replace("discord.com", "discord.com.example.org"),
        ADDRESS.replace("discord.com", "example.org"),
        "https://discord.com/channels/1/2",
    ],
)
def test_what_only_looks_like_discord_is_an_ordinary_webhook(written: str) -> None:
    assert kind_of(written) == ("webhook", written)


# --- what goes wrong -----------------------------------------------------------------------------


@pytest.mark.trio(run=guest_run)
async def test_a_message_that_breaks_its_attempt_counts_as_failed_and_waits(
    sender: Sender,
) -> None:
    """Without an outcome it would come again each second, and nothing behind it ever left."""
    receiver = Scripted()
    async with held(receiver.listen()) as address:
        _at(sender, address)
        (made,) = await sender.begin(ADDRESS, words=2)
        await from_asyncio(sender.pool.execute, "UPDATE delivery SET body = '{}' WHERE number = 1")
        await sender.send(lambda: bool(receiver.got))
    broken, good = await sender.sent(made)
    assert (broken.outcome, broken.status) == ("waiting", "ValidationError")
    assert (broken.attempts, good.outcome) == (1, "sent")


# --- text ----------------------------------------------------------------------------------------


@given(text=st.text(max_size=300), limit=st.integers(2, 100))
@example("\U0001d50a" * 60, 51)
@example("\\" * 60, 50)
def test_a_cut_text_is_no_longer_than_discord_counts_and_ends_whole(text: str, limit: int) -> None:
    short = cut_off(escaped(text), limit)
    assert units(short) <= limit
    short.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    kept = short.removesuffix("…")
    assert (len(kept) - len(kept.rstrip("\\"))) % 2 == 0, "no half of an escape"


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("@everyone <@123> come", r"\@everyone \<\@123\> come"),
        ("[click](https://evil.example)", r"\[click\](https://evil.example)"),
        ("**Hold** _the_ ~~line~~ ||or|| `else`",
         r"\*\*Hold\*\* \_the\_ \~\~line\~\~ \|\|or\|\| \`else\`"),
        ("# Orders\n- march\n2. halt\n> so", "\\# Orders\n\\- march\n2\\. halt\n\\> so"),
        ("a \\* b", r"a \\\* b"),
        ("At 12:30, 3.5 miles - 2 guns (old).", "At 12:30, 3.5 miles - 2 guns (old)."),
    ],
)  # fmt: skip
def test_what_a_player_wrote_is_text_and_nothing_else(written: str, sent: str) -> None:
    assert escaped(written) == sent


# --- messages ------------------------------------------------------------------------------------


@pytest.mark.trio(run=guest_run)
async def test_notices_that_wait_together_go_out_ten_to_a_message(sender: Sender) -> None:
    """Each ends with the message it went in; nobody is pinged by any."""
    receiver = Scripted()
    async with held(receiver.listen()) as address:
        _at(sender, address)
        (channel,) = await sender.begin(f"{ADDRESS}?thread_id=98765432", words=12)
        await sender.send(lambda: len(receiver.got) == 2)
    first, second = (json.loads(one.body) for one in receiver.got)
    assert [one.path for one in receiver.got] == [
        f"/api/webhooks/123456789/{TOKEN}?thread_id=98765432"
    ] * 2
    titles = [embed["title"] for embed in first["embeds"] + second["embeds"]]
    assert titles == [f"Message {n}" for n in range(1, 13)]
    assert len(first["embeds"]) == 10
    assert first["allowed_mentions"] == {"parse": []}
    assert "content" not in first
    sent = await sender.sent(channel)
    assert len({one.id for one in sent}) == 12
    assert {one.outcome for one in sent} == {"sent"}
    assert {one.status for one in sent[:10]} == {
        f"204, one message with {sent[0].id} to {sent[9].id}"
    }
    assert {one.status for one in sent[10:]} == {
        f"204, one message with {sent[10].id} to {sent[11].id}"
    }


@pytest.mark.trio(run=guest_run)
async def test_no_message_is_longer_than_discord_takes(sender: Sender) -> None:
    receiver = Scripted()
    async with held(receiver.listen()) as address:
        _at(sender, address)
        (channel,) = await sender.begin(ADDRESS)
        for length in (2_900, 2_900, 9_000, 50, 50):
            await from_asyncio(sender.write, channel, 1, "*" * length)
        await sender.send(lambda: len(receiver.got) == 3)
    messages = [json.loads(one.body)["embeds"] for one in receiver.got]
    assert [len(embeds) for embeds in messages] == [1, 1, 3]
    for embeds in messages:
        texts = [
            text
            for one in embeds
            for text in (
                one["title"], one["description"], one["author"]["name"], one["footer"]["text"]
            )
        ]  # fmt: skip
        assert sum(map(units, texts)) <= discord.IN_ALL
        assert all(units(one["description"]) <= discord.TEXT for one in embeds)


def _too_many(seconds: float, *, everything: bool = False) -> web.Response:
    said = {"message": "You are being rate limited.", "retry_after": seconds, "global": everything}
    return web.json_response(said, status=429, headers={"Retry-After": "0"})


@pytest.mark.trio(run=guest_run)
async def test_discord_gets_the_patience_its_answer_asks_for_and_no_more(sender: Sender) -> None:
    """Told in the body, to the millisecond; nothing is lost by it, however often it is said."""
    times: list[float] = []

    def too_many() -> web.Response:
        times.append(trio.current_time())
        return _too_many(0.2)

    def taken() -> web.Response:
        times.append(trio.current_time())
        return web.Response(status=204)

    receiver = Scripted(*[too_many] * 3, taken)
    async with held(receiver.listen()) as address:
        _at(sender, address)
        (channel,) = await sender.begin(ADDRESS, words=3)
        await sender.send(lambda: len(receiver.got) == 4)
    assert min(b - a for a, b in pairwise(times)) >= 0.2
    assert {(one.outcome, one.attempts) for one in await sender.sent(channel)} == {("sent", 1)}


@pytest.mark.trio(run=guest_run)
async def test_asked_for_quiet_by_all_no_channel_of_discords_is_tried(sender: Sender) -> None:
    receiver = Scripted(lambda: _too_many(60, everything=True))
    other = ADDRESS.replace("123456789", "987654321")
    async with held(receiver.listen()) as address:
        _at(sender, address)
        one, two = await sender.begin(ADDRESS, other, words=1)
        await sender.send(lambda: len(receiver.got) == 1)
        await from_asyncio(sender.write, two, 1)
        with trio.move_on_after(2):
            await sender.send(lambda: len(receiver.got) > 1)
    assert len(receiver.got) == 1
    found = [(await sender.sent(channel))[0].outcome for channel in (one, two)]
    assert found == ["waiting", "waiting"]


@pytest.mark.trio(run=guest_run)
async def test_when_its_allowance_is_spent_a_channel_waits_before_it_is_refused(
    sender: Sender,
) -> None:
    spent = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "60.5"}
    receiver = Scripted(lambda: web.Response(status=204, headers=spent))
    async with held(receiver.listen()) as address:
        _at(sender, address)
        (channel,) = await sender.begin(ADDRESS, words=12)
        await sender.send(lambda: len(receiver.got) == 1)
        with trio.move_on_after(1.5):
            await sender.send(lambda: len(receiver.got) > 1)
    assert len(receiver.got) == 1
    sent = await sender.sent(channel)
    assert [one.outcome for one in sent] == ["sent"] * 10 + ["waiting"] * 2
    assert all(one.attempts == 0 for one in sent[10:])


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [(404, 10_015, "404, the webhook is no more"), (401, 50_027, "401, its token is wrong"),
     (404, 10_003, "404, its thread is no more"),
     (400, 220_001, "400, in a forum it needs ?thread_id=")],
)  # fmt: skip
def test_what_ends_a_webhook_for_good_is_told_apart(status: int, code: int, why: str) -> None:
    assert discord.judged(status, {}, {"code": code}) == Attempt("closed", why)


@pytest.mark.trio(run=guest_run)
async def test_a_webhook_that_is_no_more_is_closed_and_the_person_told_elsewhere(
    sender: Sender,
) -> None:
    """Without its token."""
    receiver = Scripted(lambda: web.json_response({"code": 10_015, "message": "…"}, status=404))
    well = Scripted()
    async with held(receiver.listen()) as address, held(well.listen()) as other:
        _at(sender, address)
        await sender.begin(ADDRESS, f"{other}/hook", words=3)
        await sender.send(lambda: len(well.got) == 1)
        states = {c.kind: c.state for c in await from_asyncio(list_channels, sender.pool, "c")}
    assert states == {"discord": "closed", "webhook": "active"}
    text = json.loads(well.got[0].body)["data"]["text"]
    assert "404, the webhook is no more" in text
    assert "https://discord.com/api/webhooks/123456789/…" in text
    assert TOKEN not in well.got[0].body.decode()
    assert len(receiver.got) == 1


@pytest.mark.trio(run=guest_run)
async def test_a_message_that_discord_does_not_take_keeps_no_other_back(sender: Sender) -> None:
    """Sent together they are refused; one by one only the one at fault is."""
    refusing = web.json_response
    receiver = Scripted(
        lambda: refusing({"code": 50_035}, status=400),
        lambda: web.Response(status=204),
        lambda: refusing({"code": 50_035}, status=400),
    )
    async with held(receiver.listen()) as address:
        _at(sender, address)
        (channel,) = await sender.begin(ADDRESS, words=3)
        await sender.send(lambda: len(receiver.got) == 4)
    assert [one.outcome for one in await sender.sent(channel)] == ["sent", "failed", "sent"]


@pytest.mark.trio(run=guest_run)
async def test_a_message_that_failed_is_sent_again_as_it_was(
    sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backoff, "SCHEDULE", (0.1,) * 5)
    receiver = Scripted(lambda: web.Response(status=502))
    async with held(receiver.listen()) as address:
        _at(sender, address)
        await sender.begin(ADDRESS, words=3)
        await sender.send(lambda: len(receiver.got) == 2)
    assert receiver.got[0].body == receiver.got[1].body


# --- the map -------------------------------------------------------------------------------------


def test_a_slice_is_cut_around_its_spot_and_never_beyond_the_sheet() -> None:
    drawing = b'<svg xmlns="x" width="2000" height="900" viewBox="0 0 2000 900" a="b"><g/></svg>'
    assert b'viewBox="700 300 600 400" a="b"><g/></svg>' in cut(drawing, (1_000.2, 500.0))
    assert b'viewBox="0 0 600 400"' in cut(drawing, (10.0, -5.0))
    assert b'viewBox="1400 500 600 400"' in cut(drawing, (1_990.0, 890.0))
    small = b'<svg width="300" height="200" viewBox="0 0 300 200"></svg>'
    assert b'width="300" height="200" viewBox="0 0 300 200"' in cut(small, (10.0, 10.0))


def _parts(got: Any) -> dict[str, Any]:
    head = f"Content-Type: {got.headers['Content-Type']}\r\n\r\n".encode()
    message = message_from_bytes(head + got.body, policy=HTTP)
    return {
        str(part.get_param("name", header="content-disposition")): part
        for part in message.iter_parts()
    }


@pytest.mark.trio(run=guest_run)
async def test_a_notice_of_a_place_brings_a_slice_of_its_readers_map(sender: Sender) -> None:
    """One of those that are told together: the next picture is due a minute later."""
    receiver, other = Scripted(), ADDRESS.replace("123456789", "987654321")
    async with held(receiver.listen()) as address:
        _at(sender, address)

        async def begin() -> None:
            await found_campaign(sender.pool, "c", read_bundled("small_war"), rate=rate("1"))
            for webhook in (ADDRESS, f"{other}?map=off"):
                await add_channel(sender.pool, Readings(), "c", "maria", webhook)
            await sender.pool.execute(
                """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
                SELECT 'c', 'maria', 100 + n, 'taken-' || n, 'place_taken', 0,
                    convert_to($1, 'UTF8')
                FROM generate_series(1, 2) AS n""",
                '{"kind":"place_taken","place":"Ledabruck","victor":"x","faction":"y","how":"z"}',
            )
            await sender.pool.execute("UPDATE due SET notices = 100")

        await from_asyncio(begin)
        await sender.send(lambda: len(receiver.got) == 2)
    mapped, plain = sorted(receiver.got, key=lambda got: "/987654321/" in got.path)
    assert plain.path == f"/api/webhooks/987654321/{TOKEN}", "it wants no map"
    assert "image" not in json.loads(plain.body)["embeds"][0]
    parts = _parts(mapped)
    payload = json.loads(parts["payload_json"].get_content())
    pictured = [embed for embed in payload["embeds"] if "image" in embed]
    assert [one["image"]["url"] for one in pictured] == ["attachment://map-0.png"]
    assert payload["attachments"][0]["filename"] == "map-0.png"
    width, height, rows = decoded(parts["files[0]"].get_content())
    assert (width, height) == (WIDTH, WIDTH * 400 // ACROSS)
    assert len(set(rows)) > 20, "there is something on it"


def test_a_picture_that_would_weigh_too_much_goes_in_the_next_message() -> None:
    embed = msgspec.Raw(b"{}")
    heavy = discord.Kept(embed=embed, size=10, picture=b"x" * (discord.BYTES // 2 + 1))
    message = Message("msg_1", msgspec.json.encode(heavy))
    light = Message("msg_2", msgspec.json.encode(discord.Kept(embed=embed, size=10)))
    assert discord.together([message, light, message]) == 2
    assert discord.together([message]) == 1
