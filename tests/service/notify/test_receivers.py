"""The receivers of docs/webhooks.md do what they are shown for: taken from the page and run."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import msgspec
import pytest

from service.notify import signing, webhook
from service.notify.guard import look_up
from service.notify.posts import Posts
from service.notify.reach import Reach
from tests.service.notify.test_webhook import channel

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).parents[3] / "docs" / "webhooks.md"
RUN = {"python": [sys.executable, "receiver.py"], "js": ["node", "receiver.mjs"]}
#: The JavaScript one runs where there is a node to run it.
LANGUAGES = [one for one in RUN if one != "js" or shutil.which("node")]
REACH = Reach(private=True)
SECRET, OLD = b"s" * 24, b"o" * 24


def _shown(language: str) -> str:
    (found,) = re.findall(
        rf"^```{language}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    return str(found)


@contextlib.contextmanager
def _running(language: str, folder: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    (folder / RUN[language][1]).write_text(_shown(language), "utf-8")
    running = subprocess.Popen(
        RUN[language],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PORT": "0", **environment},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def _whsec(secret: bytes) -> str:
    import base64  # noqa: PLC0415

    return f"whsec_{base64.b64encode(secret).decode()}"


def _body(sequence: int) -> bytes:
    return json.dumps({"data": {"sequence": sequence, "title": f"Title {sequence}"}}).encode()


async def _by_us(address: str, message: str, body: bytes, **more: object) -> str:
    """How an attempt of the real sender goes."""
    one = msgspec.structs.replace(channel(address), secret=SECRET, **more)
    async with webhook.open_session(REACH, look_up) as session:
        return (await webhook.post(Posts(session), one, message, body, REACH)).status


async def _forged(address: str, **headers: str) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.post(address, data=_body(99), headers=headers) as answer,
    ):
        return answer.status


def _signed(secret: bytes, at: int, body: bytes) -> dict[str, str]:
    return {
        "webhook-id": "msg_9",
        "webhook-timestamp": str(at),
        "webhook-signature": signing.sign(secret, "msg_9", at, body),
    }


def test_node_is_where_it_is_said_to_be(capsys: pytest.CaptureFixture[str]) -> None:
    """Without it the JavaScript receiver is not run, which is said, not hidden."""
    if "js" not in LANGUAGES:
        with capsys.disabled():
            sys.stderr.write("\nnode is not installed: the JavaScript receiver was not run\n")
    assert "python" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_receiver_takes_what_is_signed_once_and_refuses_the_rest(
    language: str, tmp_path: Path
) -> None:
    """By the new secret, by the old one, twice under one id; forged, changed, and old ones not."""

    async def story(address: str) -> None:
        now = int(time.time())
        assert await _by_us(address, "msg_1", _body(1)) == "204"
        assert await _by_us(address, "msg_1", _body(1)) == "204", "a second time, and taken once"
        turned = {"previous": OLD, "previous_until": (now + 60) * 1_000_000}
        assert await _by_us(address, "msg_2", _body(2), **turned) == "204"
        old_only = msgspec.structs.replace(channel(address), secret=OLD)
        async with webhook.open_session(REACH, look_up) as session:
            sent = await webhook.post(Posts(session), old_only, "msg_3", _body(3), REACH)
        assert sent.status == "204", "while one rotates, either will do"
        assert await _forged(address) == 400
        assert await _forged(address, **_signed(b"x" * 24, now, _body(99))) == 400
        assert await _forged(address, **_signed(SECRET, now, _body(98))) == 400
        assert await _forged(address, **_signed(SECRET, now - 3_600, _body(99))) == 400
        nonsense = {**_signed(SECRET, now, _body(99)), "webhook-signature": "v1,?? v1a,AAAA v9 ,"}
        assert await _forged(address, **nonsense) == 400
        assert await _by_us(address, "msg_4", _body(4)) == "204"

    secrets = f"{_whsec(SECRET)} {_whsec(OLD)}"
    with _running(language, tmp_path, WEBHOOK_SECRETS=secrets) as running:
        assert running.stdout is not None
        asyncio.run(story(running.stdout.readline().strip()))
        taken = [running.stdout.readline().strip() for _ in range(4)]
    assert taken == ["1 Title 1", "2 Title 2", "3 Title 3", "4 Title 4"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_receiver_with_the_public_key_alone_checks_v1a(language: str, tmp_path: Path) -> None:
    async def story(address: str) -> None:
        assert await _by_us(address, "msg_1", _body(1), ed25519=True) == "204"
        assert await _by_us(address, "msg_2", _body(2)) == "400", "v1 alone says nothing here"
        at = int(time.time())
        forged = signing.sign_openly(b"x" * 24, "msg_9", at, _body(99))
        headers = {**_signed(SECRET, at, _body(99)), "webhook-signature": forged}
        assert await _forged(address, **headers) == 400

    key = signing.public_key(SECRET)
    with _running(language, tmp_path, WEBHOOK_PUBLIC_KEYS=key) as running:
        assert running.stdout is not None
        asyncio.run(story(running.stdout.readline().strip()))
