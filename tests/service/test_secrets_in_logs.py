"""Logs, metrics and health say how it goes, and nothing that is anybody's secret.

A real daemon with secrets of every kind has every kind of trouble, at the chattiest level.
"""

from __future__ import annotations

import asyncio
import base64
import json
import signal
import socket
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web

from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import give_order
from service.packs import load_pack
from service.store.session import open_pool
from tests.faults.daemons import Daemon, fetch, in_asyncio, rate

if TYPE_CHECKING:
    from pathlib import Path

TROUBLE = "tests.packs.trouble:PACK"
load_pack(TROUBLE)

DATABASE_PASSWORD = "pa55word-of-the-database"
MAIL_PASSWORD = "pa55word-of-the-relay"
LETTER = "burn-the-bridge-at-charleroi"
SUBJECT = "nobody-who-is-called-cambronne"
IN_ADDRESS = "token-in-the-address"
MAILBOX = "mailbox-of-ney"
KEY = "key-of-a-click"

FILES = {
    "scenario.yaml": "title: Plans-of-the-emperor\npack: trouble\nscript:\n"
    f"- {{at: +30m, person: ann, order: 'post to=ben text={LETTER}'}}\n"
    f"- {{at: +40m, person: ben, order: 'post to=ann text={LETTER}'}}\n"
}


async def _refuse(request: web.Request) -> web.Response:
    """A receiver that fails, and says back what it was told."""
    return web.Response(status=500, text=f"{request.url} {await request.text()}")


async def _cut(request: web.Request) -> web.Response:
    assert request.transport is not None
    request.transport.abort()
    return web.Response()


@pytest.fixture
def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def _forms(secret: bytes) -> list[str]:
    """How bytes may be written."""
    return [secret.hex(), base64.b64encode(secret).decode(), repr(secret)[2:-1]]


def test_a_daemon_in_trouble_says_so_without_giving_anything_away(
    dsn: str, tmp_path: Path, closed_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALLOPER_LOG", "debug")
    monkeypatch.setenv("GALLOPER_SMTP_HOST", "127.0.0.1")
    monkeypatch.setenv("GALLOPER_SMTP_PORT", str(closed_port))
    monkeypatch.setenv("GALLOPER_SMTP_USER", "galloper")
    monkeypatch.setenv("GALLOPER_SMTP_PASSWORD", MAIL_PASSWORD)
    monkeypatch.setenv("GALLOPER_SMTP_SECURITY", "none")
    log = tmp_path / "daemon.log"
    with_password = dsn.replace("postgres@", f"postgres:{DATABASE_PASSWORD}@")
    assert with_password != dsn

    async def story() -> tuple[list[str], str]:
        app = web.Application()
        app.router.add_post("/refuse/{tail}", _refuse)
        app.router.add_post("/cut/{tail}", _cut)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        readings = Readings()
        async with open_pool(dsn) as pool:
            await found_campaign(pool, "c", FILES, rate=rate("3600:1"))
            for person in ("ann", "ben", "gm"):
                for address in (
                    f"http://127.0.0.1:{port}/refuse/{IN_ADDRESS}?auth={IN_ADDRESS}",
                    f"http://127.0.0.1:{port}/cut/{IN_ADDRESS}",
                    f"http://127.0.0.1:{closed_port}/{IN_ADDRESS}",
                    f"http://{IN_ADDRESS}.invalid/",
                    f"{MAILBOX}@example.org",
                ):
                    await add_channel(pool, readings, "c", person, address)
            secrets = [row[0] for row in await pool.fetch("SELECT secret FROM channel")]
            secrets += [row[0] for row in await pool.fetch("SELECT secret FROM campaign")]
            running = Daemon(with_password, log, pack=TROUBLE)
            try:
                address = await asyncio.to_thread(running.address)
                for words in (
                    f"poke who={SUBJECT} how=ok",
                    "poke who=ben how=raise",
                    f"post to=ben text={LETTER}",
                ):
                    await give_order(pool, readings, "c", "ann", words, key=f"{KEY} {words}")
                await _until(pool, "SELECT count(*) >= 2 FROM entity WHERE kind = 'quarantined'")
                await _until(pool, "SELECT count(*) >= 4 FROM delivery WHERE attempt > 0")
                await _until(pool, "SELECT count(*) >= 2 FROM journal WHERE kind = 'landed'")
                await pool.execute(
                    """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name LIKE 'galloper%' AND pid <> pg_backend_pid()"""
                )
                await asyncio.sleep(2.0)  # a look, a beat and a poll that meet lost connections
                shown = await asyncio.to_thread(_shown, address)
                running.signal(signal.SIGTERM)
                await asyncio.to_thread(running.process.wait, 10)
                assert running.process.stdout is not None
                shown += running.process.stdout.read()
            finally:
                running.close()
        await runner.cleanup()
        return [form for secret in secrets if secret for form in _forms(secret)], shown

    secrets, shown = in_asyncio(asyncio.wait_for(story(), 90))
    said = log.read_text()
    events = {json.loads(line).get("event") for line in said.splitlines() if line.startswith("{")}
    # There was trouble, and it was said.
    assert {"serving", "step_failed", "not_delivered"} <= events, said
    assert "galloper_attempts_total" in shown
    for text in (said, shown):
        for secret in (
            DATABASE_PASSWORD,
            MAIL_PASSWORD,
            LETTER,
            SUBJECT,
            IN_ADDRESS,
            MAILBOX,
            KEY,
            "Plans-of-the-emperor",
            "whsec_",
            *secrets,
        ):
            place = text.find(secret)
            assert place < 0, f"{secret!r} in: {text[max(place - 300, 0) : place + 100]}"


async def _until(pool: Any, query: str) -> None:
    async with asyncio.timeout(30):
        while not await pool.fetchval(query):  # noqa: ASYNC110 - of another process
            await asyncio.sleep(0.05)


def _shown(address: str) -> str:
    """What the daemon answers to whoever asks."""
    texts = []
    for page in ("/healthz", "/metrics"):
        with urllib.request.urlopen(f"{address}{page}", timeout=5) as answer:  # noqa: S310 - ours
            texts.append(answer.read().decode())
    return "".join(texts)


def test_the_traceback_of_a_failed_step_names_where_and_not_what(dsn: str, tmp_path: Path) -> None:
    """Enough to mend the program; what it was about stands in the journal, for the referee."""
    log = tmp_path / "daemon.log"

    async def story() -> list[Any]:
        async with open_pool(dsn) as pool:
            await found_campaign(pool, "c", FILES, rate=rate("3600:1"))
            running = Daemon(dsn, log, pack=TROUBLE)
            try:
                await asyncio.to_thread(running.address)
                await give_order(pool, Readings(), "c", "ann", f"poke who={SUBJECT} how=ok")
                await _until(pool, "SELECT count(*) = 1 FROM entity WHERE kind = 'quarantined'")
            finally:
                running.close()
        return await fetch(dsn, "SELECT body FROM entity WHERE kind = 'quarantined'")

    rows = in_asyncio(asyncio.wait_for(story(), 60))
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    (failed,) = [line for line in lines if line.get("event") == "step_failed"]
    assert (failed["campaign"], failed["kind"], failed["error"]) == ("c", "poked", "Fault")
    assert "trouble.py" in failed["where"]
    assert SUBJECT in rows[0]["body"].decode()
