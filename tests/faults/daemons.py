"""Real daemons in processes of their own, to be killed, frozen and run side by side."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
from aiohttp import web

from service.bridge import new_loop
from tests import warm
from world.clock import Rate

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

ROOT = Path(__file__).parents[2]
FERRY = "tests.packs.ferry:PACK"


def wait_until(condition: Callable[[], Any], seconds: float = 30.0, what: str = "") -> Any:
    """Poll a condition, for what another process does; its value when it holds."""
    ends = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        assert time.monotonic() < ends, f"waited {seconds} s in vain: {what or condition}"
        time.sleep(0.02)


class Daemon:
    """``galloper serve`` on a database, on a port of its own choosing."""

    def __init__(
        self,
        dsn: str,
        log: Path,
        *,
        pack: str = FERRY,
        program: Sequence[str] = (),
        more: Sequence[str] = (),
    ) -> None:
        environment = {
            **os.environ,
            "DATABASE_URL": dsn,
            "GALLOPER_ALLOW_PRIVATE": "1",
            "PYTHONPATH": str(ROOT),
        }
        words = ["serve", "--listen", "127.0.0.1:0", "--pack", pack, *more]
        self.log = log.open("ab")
        self.started = time.monotonic()
        self.process: subprocess.Popen[str] | warm.Started
        if program:
            self.process = subprocess.Popen(
                [*program, *words],
                env=environment,
                cwd=ROOT,
                stdout=subprocess.PIPE,
                stderr=self.log,
                text=True,
            )
        else:
            self.process = warm.start(words, environment, self.log)

    def address(self) -> str:
        """Its address, once it serves."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, f"no daemon: {line!r} {Path(self.log.name).read_text()[-3000:]}"
        return line[line.index("http://") :].split("/healthz")[0]

    def health(self, address: str) -> dict[str, Any]:
        """What it answers at /healthz."""
        with urllib.request.urlopen(f"{address}/healthz", timeout=5) as answer:  # noqa: S310 - ours
            found: dict[str, Any] = json.load(answer)
            return found

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        self.process.send_signal(number)

    def kill(self) -> None:
        """Kill it as the kernel would: no handler runs."""
        self.process.kill()
        self.process.wait()
        self.close()

    def stop(self) -> int:
        """Stop it in good order; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=30)
        finally:
            self.close()

    def close(self) -> None:
        """Leave nothing behind."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.log.close()


@contextlib.contextmanager
def daemon(dsn: str, folder: Path, *more: str) -> Iterator[Daemon]:
    """A daemon for as long as the block lasts; *more* follows on its command line."""
    running = Daemon(dsn, folder / "daemon.log", more=more)
    try:
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            running.process.send_signal(signal.SIGCONT)
        running.close()


def ferry_posts(count: int, every_minutes: int = 10, persons: int = 2) -> dict[str, str]:
    """A ferry scenario in which *count* letters are posted at fixed game instants."""
    lines = ["title: A busy ferry", "pack: ferry", "script:"]
    who = ("ann", "ben")[:persons]
    for index in range(count):
        minutes = 10 + index * every_minutes
        sender = who[index % len(who)]
        to = "ben" if sender == "ann" else "ann"
        order = f'post to={to} text="letter {index}"'
        at = f"+{minutes // 60}h {minutes % 60}m"
        lines.append(f"- {{at: {at}, person: {sender}, order: '{order}'}}")
    return {"scenario.yaml": "\n".join(lines) + "\n"}


class Receiver:
    """A webhook receiver that counts: message ids by notice, and how often each came."""

    def __init__(self) -> None:
        self.by_notice: dict[str, set[str]] = {}
        self.times: dict[str, int] = {}

    async def take(self, request: web.Request) -> web.Response:
        """Count one message."""
        body = await request.json()
        message_id = request.headers["webhook-id"]
        self.by_notice.setdefault(body["data"]["notice"], set()).add(message_id)
        self.times[message_id] = self.times.get(message_id, 0) + 1
        return web.Response(status=204)

    @contextlib.asynccontextmanager
    async def listen(self) -> AsyncIterator[str]:
        """Its address."""
        app = web.Application()
        app.router.add_post("/", self.take)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        try:
            yield f"http://127.0.0.1:{runner.addresses[0][1]}/"
        finally:
            await runner.cleanup()


def in_asyncio(coroutine: Any) -> Any:
    """Run one asyncio coroutine to its end."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(coroutine)


async def fetch(dsn: str, query: str, *arguments: Any) -> list[asyncpg.Record]:
    """Rows straight from the database."""
    conn = await asyncpg.connect(dsn)
    try:
        return list(await conn.fetch(query, *arguments))
    finally:
        await conn.close()


async def silent_for(dsn: str, seconds: float) -> None:
    """Make it so long that no daemon was heard of: a killed one's campaigns are free."""
    await fetch(
        dsn, "UPDATE daemon SET beat = least(beat, now() - $1::float8 * '1 s'::interval)", seconds
    )


def rate(text: str) -> Rate:
    """A rate such as 3600:1."""
    num, _, den = text.partition(":")
    return Rate(int(num), int(den or 1))
