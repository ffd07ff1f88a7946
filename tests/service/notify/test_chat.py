"""Chat services: by Apprise, as patient as others, and never led astray."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import trio
from aiohttp import web

from service.bridge import from_asyncio, guest_run, held
from service.intake.channels import add_channel, kind_of
from service.intake.reading import Readings
from service.notify import chat, chat_program
from service.notify.chats import Chats, opened_chats
from service.notify.plain import called_off
from service.notify.reach import Reach, read_reach
from service.store.channels import list_channels
from tests.service.notify.sending import Scripted, Sender
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

TOKEN = "secret-topic-nobody-guesses"


@pytest.fixture
def sender(pool: asyncpg.Pool, tmp_path: Path) -> Sender:
    return Sender(pool, tmp_path)


# --- addresses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/TIiajkdn",
         "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdn"),
        ("NTFYS://ntfy.example.org/post", "ntfys://ntfy.example.org/post"),
        ("tgram://123456789:abc/-100123:7", "tgram://123456789:abc/-100123:7"),
    ],
)  # fmt: skip
def test_a_chat_is_known_by_its_address(written: str, kept: str) -> None:
    assert kind_of(written) == ("chat", kept)


@pytest.mark.parametrize(
    "address",
    [
        "dbus://", "syslog://localhost", "exec://rm", "json://example.org", "mailto://a:b@c.org",
        "windows://", "file:///etc/passwd", "discord://1/2", "mqtt://host/topic",
        "slack://T1/A1/x/#a?template=/etc/passwd", "ntfy://h/t?verify=no", "ntfy://h/t?redirect=yes",
        "ntfy://h/t?attach=file:///etc/passwd", "ntfy://h/t;?rto=900", "ntfy://h/t o",
        "ntfy://h/" + "x" * 700,
    ],
)  # fmt: skip
def test_other_services_and_what_may_lead_elsewhere_are_refused(address: str) -> None:
    with pytest.raises(BadInput, match="nothing was changed"):
        kind_of(address)


def test_the_services_offered_are_those_that_the_program_has() -> None:
    assert set(chat.NAMES) == set(chat_program.SERVICES)
    assert set(chat.NAMES) >= chat.OWN_HOST


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("@everyone, hold", "@\u2060everyone, hold"),
        ("<!channel> <@U123>", "<\u2060!channel> <\u2060@U123>"),
        ("ney@example.org, 3 < 4 @ noon", "ney@example.org, 3 < 4 @ noon"),
    ],
)
def test_nobody_is_called_by_what_a_player_wrote(written: str, sent: str) -> None:
    assert called_off(written) == sent


# --- messages ------------------------------------------------------------------------------------


def _ntfy(address: str, topic: str = TOKEN) -> str:
    return address.replace("http://", "ntfy://") + f"/{topic}"


@pytest.mark.trio(run=guest_run)
async def test_notices_reach_a_chat_together_and_what_is_refused_comes_again(
    sender: Sender,
) -> None:
    """By real requests of Apprise's; the service's 429 is honoured, and counts as no attempt."""
    receiver = Scripted(
        lambda: web.Response(status=429, headers={"Retry-After": "1"}),
        lambda: web.json_response({"id": "x"}),
    )
    mattermost = Scripted(lambda: web.Response(text="ok"))
    async with held(receiver.listen()) as address, held(mattermost.listen()) as other:
        hook = other.replace("http://", "mmost://") + "/abcdefghijklmnopqrstuvwxyz"
        one, two = await sender.begin(_ntfy(address), hook, words=3)
        await from_asyncio(sender.write, two, 1, "@all to me")
        await sender.send(lambda: len(receiver.got) == 2 and len(mattermost.got) == 1)
    assert receiver.got[0].body == receiver.got[1].body
    body = json.loads(receiver.got[1].body)
    assert body["topic"] == TOKEN
    assert [body["message"].count(f"Message {n}") for n in (1, 2, 3)] == [1, 1, 1]
    assert "/c/c/ben" in body["message"]
    sent = await sender.sent(one)
    assert {(found.outcome, found.attempts) for found in sent} == {("sent", 1)}
    assert {found.status for found in sent} == {
        f"200, one message with {sent[0].id} to {sent[2].id}"
    }
    told = json.loads(mattermost.got[0].body)
    assert "@\u2060all to me" in told["text"]


def test_several_rooms_and_nonsense_are_refused_before_anything_is_kept(play: Any) -> None:
    async def story(pool: Any) -> None:
        from service.intake.founding import found_campaign  # noqa: PLC0415
        from tests.faults.daemons import ferry_posts, rate  # noqa: PLC0415

        await found_campaign(pool, "c", ferry_posts(0), rate=rate("1:1"), seed=7)
        async with opened_chats(Reach()) as chats:
            token = "T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ"
            await chat.require_service(f"slack://{token}/#a:123.4", Reach(), chats)
            for address in (f"slack://{token}/#a/#b", "slack://no", "matrix://"):
                with pytest.raises(BadInput, match="as Apprise writes them"):
                    await chat.require_service(address, Reach(), chats)
            with pytest.raises(BadInput, match="no address that notices may go to"):
                await chat.require_service("ntfy://10.0.0.1/topic", Reach(), chats)
        with pytest.raises(BadInput, match="as Apprise writes them"):
            await add_channel(pool, Readings(), "c", "ben", "slack://no")
        async with pool.acquire() as conn:
            assert await list_channels(conn, "c") == []

    play(story)


# --- the guard -----------------------------------------------------------------------------------


def _with_chats(reach: Reach, story: Any) -> Any:
    async def told() -> Any:
        receiver = Scripted(*[lambda: web.Response(status=302, headers={"Location": "/x"})] * 9)
        async with receiver.listen() as address, opened_chats(reach) as chats:
            return await story(chats, receiver, address)

    return asyncio.run(told())


def test_no_chat_reaches_this_machine_by_number_name_or_redirect() -> None:
    """What is checked is what is connected to, below every library; none can look up once more."""

    async def astray(chats: Chats, receiver: Scripted, address: str) -> list[str]:
        port = address.rpartition(":")[2]
        hosts = ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0x7f000001", "2130706433")
        answers = await asyncio.gather(
            *(chats.ask(url=f"ntfy://{h}:{port}/t", title="a", body="b") for h in hosts)
        )
        assert receiver.got == []
        return [one.outcome for one in answers]

    assert set(_with_chats(Reach(), astray)) <= {"refused", "unknown", "failed"}

    async def redirected(chats: Chats, receiver: Scripted, address: str) -> int:
        answered = await chats.ask(url=_ntfy(address), title="a", body="b")
        assert (answered.outcome, answered.status) == ("failed", "302")
        return len(receiver.got)

    assert _with_chats(Reach(private=True), redirected) == 1
    listed = read_reach(("localhost",), private=False, only=True)

    async def by_name(chats: Chats, receiver: Scripted, address: str) -> int:
        await chats.ask(url=_ntfy(address.replace("127.0.0.1", "localhost")), title="a", body="b")
        await chats.ask(url="ntfy://9.9.9.9/t", title="a", body="b")
        return len(receiver.got)

    assert _with_chats(listed, by_name) == 1, "what the operator lists is reached"


def test_the_guard_judges_the_very_address_that_is_connected_to() -> None:
    """A name that means something else from one look-up to the next gains nothing by it."""
    guard = chat_program.Guard(Reach())
    for address in (
        ("127.0.0.1", 80), ("::1", 80, 0, 0), ("::ffff:10.0.0.1", 80, 0, 0),
        ("169.254.169.254", 80), ("rebound.example", 80), "/run/docker.sock",
    ):  # fmt: skip
        with pytest.raises(PermissionError):
            guard.hear("socket.connect", (None, address))
    guard.hear("socket.connect", (None, ("9.9.9.9", 443)))
    for event, given in (
        ("subprocess.Popen", ("sh", [], None, None)),
        ("os.system", (b"id",)),
        ("socket.sendto", (None, ("9.9.9.9", 53))),
        ("socket.bind", (None, ("0.0.0.0", 1))),  # noqa: S104 - to be refused
        ("open", ("/etc/passwd", "r", 0)),
        ("open", (f"{sys.prefix}/planted.py", "w", 0o1101)),
    ):
        with pytest.raises(PermissionError):
            guard.hear(event, given)
    guard.hear("open", (f"{sys.prefix}/lib/x.py", "r", 0))


def test_the_interpreter_itself_keeps_the_guard() -> None:
    """Whatever library connects by itself, by a name or in a thread of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.5)
        port = listener.getsockname()[1]
        program = f"""
import sys, socket, threading
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
from service.notify import chat_program
from service.notify.reach import Reach
sys.addaudithook(chat_program.Guard(Reach()).hear)
said = []
def tried(connect):
    try:
        connect()
        said.append("reached")
    except PermissionError:
        said.append("refused")
def one():
    with socket.socket() as plain:
        plain.connect(("localhost", {port}))
def other():
    with socket.socket() as plain:
        plain.connect_ex(("127.0.0.1", {port}))
for connect in (one, other, lambda: open("/etc/hostname")):
    tried(connect)
    thread = threading.Thread(target=tried, args=(connect,)); thread.start(); thread.join()
print(*said)
"""
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.stdout.split() == ["refused"] * 6, done.stderr
        with pytest.raises(TimeoutError):
            listener.accept()


def test_services_that_hang_hold_up_none_that_is_well() -> None:
    """And are given up in time; an answer of a megabyte is cut off, not kept."""

    async def hang() -> web.Response:
        await asyncio.sleep(30)
        return web.Response()

    async def story() -> tuple[float, list[Any]]:
        sick = Scripted(*[hang] * 6)
        well = Scripted(lambda: web.Response(body=b"x" * 5_000_000))
        async with (
            sick.listen() as one,
            well.listen() as other,
            opened_chats(Reach(private=True)) as chats,
        ):
            await chats.ask(url=_ntfy(other))  # it has started
            hanging = [
                asyncio.create_task(chats.ask(url=_ntfy(one), title="a", body="b"))
                for _ in range(6)
            ]
            while len(sick.got) < 6:  # noqa: ASYNC110 - what another process does
                await asyncio.sleep(0.02)
            began = asyncio.get_running_loop().time()
            answered = await chats.ask(url=_ntfy(other), title="a", body="b")
            took = asyncio.get_running_loop().time() - began
            assert answered.outcome == "sent"
            for task in hanging:
                task.cancel()
            return took, await asyncio.gather(*hanging, return_exceptions=True)

    took, given_up = asyncio.run(story())
    assert took < 3
    assert {type(one) for one in given_up} == {asyncio.CancelledError}


def test_a_program_that_died_is_started_again() -> None:
    async def story(chats: Chats, _receiver: Scripted, address: str) -> list[str]:
        first = await chats.ask(url=_ntfy(address))
        assert chats._process is not None
        chats._process.kill()
        await chats._process.wait()
        again = await chats.ask(url=_ntfy(address))
        return [first.outcome, again.outcome]

    assert _with_chats(Reach(), story) == ["known", "known"]


# --- secrets -------------------------------------------------------------------------------------


@pytest.mark.trio(run=guest_run)
async def test_a_chat_that_is_gone_is_closed_without_its_address_being_told(
    sender: Sender, capfd: pytest.CaptureFixture[str]
) -> None:
    gone = Scripted(lambda: web.Response(status=410, text=TOKEN))
    well = Scripted()
    async with held(gone.listen()) as address, held(well.listen()) as other:
        await sender.begin(_ntfy(address), f"{other}/hook", words=2)
        await sender.send(lambda: len(well.got) == 1)
    assert "ntfy://… (ntfy)" in json.loads(well.got[0].body)["data"]["text"]
    said = capfd.readouterr()
    for text in (well.got[0].body.decode(), said.out, said.err):
        assert TOKEN not in text
    assert threading.active_count() < 40
    await trio.lowlevel.checkpoint()
