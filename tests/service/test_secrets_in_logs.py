"""Logs, metrics and health say how it goes, and nothing that is anybody's secret.

A real daemon with secrets of every kind has every kind of trouble, at the chattiest level.
"""

from __future__ import annotations

import ast
import asyncio
import base64
import json
import signal
import socket
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from aiohttp import web

from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import give_order
from service.keeper.commits import commit_all
from service.notify.reach import Reach
from service.packs import load_pack
from service.store.session import open_pool, writing
from tests.faults.daemons import ROOT, Daemon, fetch, in_asyncio, rate
from tests.service.store.making import make_campaign, rows

if TYPE_CHECKING:
    from collections.abc import Iterator
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


_REFUSING = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'not kept: %', convert_from(NEW.body, 'UTF8')
        USING DETAIL = convert_from(NEW.body, 'UTF8'), HINT = convert_from(NEW.body, 'UTF8');
END $$;
CREATE TRIGGER refusing BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION refuse()"""


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
    monkeypatch.setenv("GALLOPER_DISCORD", f"http://127.0.0.1:{closed_port}")
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
                    await add_channel(
                        pool, readings, "c", person, address, reach=Reach(private=True)
                    )
            for address in (
                f"https://discord.com/api/webhooks/123456789/{IN_ADDRESS}-{'x' * 40}",
                f"ntfy://127.0.0.1:{port}/{IN_ADDRESS}",
            ):
                reach = Reach(private=True)
                await add_channel(pool, readings, "c", "ben", address, reach=reach)
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
                await _until(
                    pool,
                    """SELECT count(DISTINCT kind) = 2 FROM channel
                    WHERE kind IN ('discord', 'chat') AND failures > 0""",
                )
                await _until(pool, "SELECT count(*) >= 2 FROM journal WHERE kind = 'landed'")
                # The database refuses what is to be kept, and quotes it.
                await pool.execute(_REFUSING)
                await give_order(pool, readings, "c", "ann", f"post to=ben text={LETTER}")
                await _until_said(log, "commit_trouble")
                await pool.execute("DROP TRIGGER refusing ON journal")
                await pool.execute(
                    """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE application_name LIKE 'galloper%' AND pid <> pg_backend_pid()"""
                )
                await asyncio.sleep(2.0)  # a look, a beat and a poll that meet lost connections
                shown = await asyncio.to_thread(_shown, address)
                running.signal(signal.SIGTERM)
                await asyncio.to_thread(running.process.wait, 30)
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
    assert {"serving", "step_failed", "not_delivered", "commit_trouble"} <= events, said
    assert "RaiseError P0001" in said
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


async def _until_said(log: Path, event: str) -> None:
    async with asyncio.timeout(30):
        while not _says(log, event):  # noqa: ASYNC110 - of another process
            await asyncio.sleep(0.05)


def _says(log: Path, event: str) -> bool:
    return f'"{event}"' in log.read_text()


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


# --- what is said of an error --------------------------------------------------------------------


@pytest.mark.parametrize("together", [False, True], ids=["alone", "together"])
def test_a_commit_that_failed_is_named_and_not_quoted(play: Any, together: bool) -> None:
    """The database repeats what it could not read."""

    async def story(pool: Any) -> list[str]:
        async with writing(pool) as conn:
            for name in "cd":
                await make_campaign(conn, name)
        bad: Any = rows("c", journal=[(1, LETTER, "t1", "event", b"{}", bytes(32))])
        return (await commit_all(pool, [bad, rows("d")] if together else [bad])).errors

    errors = play(story)
    assert len(errors) == 1 + together
    assert all("InvalidTextRepresentationError 22P02" in error for error in errors)
    assert LETTER not in str(errors)


LOGGED = """
import asyncio, logging, structlog
from service.logs import set_up_logging
set_up_logging("debug")

class Words(Exception):
    sqlstate = "22000"

def fail():
    raise Words(SECRET)

def grouped():
    try:
        fail()
    except Words as error:
        raise ExceptionGroup(SECRET, [ValueError(SECRET), KeyError(SECRET)]) from error

for way in ("ours", "library", "loop", "abandoned"):
    try:
        grouped()
    except Exception as error:
        if way == "ours":
            structlog.get_logger("x").exception("broken", campaign="c")
        elif way == "library":
            logging.getLogger("aiohttp.server").exception("Error handling %s", SECRET)
            logging.getLogger("asyncio").debug("never %s", SECRET)
        elif way == "loop":
            from service.bridge import run
            import trio
            async def main():
                async def forgotten():
                    raise error
                asyncio.get_running_loop().create_task(forgotten())
                await trio.sleep(0.05)
                import gc; gc.collect()
                await trio.sleep(0.05)
            run(main)
"""

CRASHED = """
import contextlib
from service import app
from service.cli import main as galloper

@contextlib.asynccontextmanager
async def broken(config):
    raise ValueError(SECRET)
    yield

app.run_daemon = broken
galloper(["serve", "--data", DATA])
"""


def _said_by(program: str, **names: str) -> tuple[int, str]:
    """Run a program of a few lines; its status and what it said on standard error."""
    given = "".join(f"{name} = {value!r}\n" for name, value in names.items())
    done = subprocess.run(
        [sys.executable, "-c", given + program],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=60,
    )
    return done.returncode, done.stderr


def test_an_error_is_logged_by_its_kind_and_place_whoever_logs_it() -> None:
    status, said = _said_by(LOGGED, SECRET=LETTER)
    assert status == 0, said
    lines = [json.loads(line) for line in said.splitlines()]
    assert [line["event"] for line in lines] == ["broken", "library", "loop_error"]
    for line in lines:
        assert line["error"] == "ExceptionGroup, from ValueError, from KeyError, from Words 22000"
        assert "in fail" in line["where"]
    assert lines[1]["message"] == "Error handling %s"
    assert LETTER not in said


def test_a_daemon_that_breaks_down_leaves_no_words_behind(tmp_path: Path) -> None:
    status, said = _said_by(CRASHED, SECRET=LETTER, DATA=str(tmp_path))
    assert status == 1
    assert '"event": "daemon_failed"' in said
    assert "ValueError" in said
    assert LETTER not in said


def quoted(tree: ast.AST) -> Iterator[ast.AST]:
    """Where the words of a caught error are put into a log line, or into a list of troubles."""
    for handler in ast.walk(tree):
        if not isinstance(handler, ast.ExceptHandler) or handler.name is None:
            continue
        for call in ast.walk(handler):
            match call:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="log" | "_log"))):
                    pass
                case ast.Call(func=ast.Attribute(attr="append")):
                    pass
                case _:
                    continue
            for part in ast.walk(call):
                match part:
                    case ast.FormattedValue(value=ast.Name(id=name)) if name == handler.name:
                        yield call
                    case ast.Call(func=ast.Name(id="str" | "repr"), args=[ast.Name(id=name)]) if (
                        name == handler.name
                    ):
                        yield call


def test_no_log_line_of_the_service_quotes_an_error() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{call.lineno}"  # type: ignore[attr-defined] # a call has one
        for path in sorted((ROOT / "service").rglob("*.py"))
        for call in quoted(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, f"say service.trouble.named(error) instead: {found}"


@pytest.mark.parametrize(
    "planted",
    [
        "log.warning('x', error=str(error))",
        "log.warning('x', error=repr(error))",
        "log.warning(f'{error}')",
        "done.errors.append(f'together: {error!r}')",
    ],
)
def test_a_planted_quotation_is_found(planted: str) -> None:
    tree = ast.parse(f"try:\n  pass\nexcept OSError as error:\n  {planted}")
    assert list(quoted(tree))
