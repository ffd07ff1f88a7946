"""The program that sends to chat services, as the rest of the service asks it (asyncio side).

It is started when the first message is to be sent, and again when it has ended or too much hangs in
it.  What it was asked and did not answer in time is given up; it answers nobody later.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from service.notify.reach import Reach

#: Seconds an answer may take, the start of the program included; less than a lane's lease.
LIMIT = 25.0
#: Questions at once, and how many may hang before the program is started anew.
AT_ONCE, HANGING = 32, 24

_PROGRAM = Path(__file__).with_name("chat_program.py")


class Answered(msgspec.Struct, frozen=True):
    """What became of a question.

    ``outcome`` is of a message ``sent``, ``failed`` or ``refused`` by the guard, of an address
    ``known`` or ``unknown``; ``status`` is what a service said, ``retry_after`` for how long (s) it
    wants quiet.
    """

    n: int
    outcome: str
    status: str
    retry_after: float | None = None


class Chats:
    """The program, and what it has been asked."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._places = asyncio.Semaphore(AT_ONCE)
        self._starting = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._reader: asyncio.Task[None] | None = None
        self._asked: dict[int, asyncio.Future[Answered]] = {}
        self._count = self._hanging = 0

    async def ask(self, **asked: str) -> Answered:
        """Send (``url``, ``title``, ``body``) or check an address (``url`` alone).

        Raises:
            TimeoutError: no answer came in time.
            OSError: the program could not be started, or ended.
        """
        async with self._places, asyncio.timeout(LIMIT):
            process = await self._running()
            self._count = n = self._count + 1
            future: asyncio.Future[Answered] = asyncio.get_running_loop().create_future()
            self._asked[n] = future
            try:
                await _give(process, {**asked, "n": n})
                return await future
            except BaseException:
                self._hanging += not future.done()
                raise
            finally:
                self._asked.pop(n, None)

    async def _running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is not None and self._hanging >= HANGING:
                await self.close()
            if self._process is None or self._process.returncode is not None:
                await self.close()
                self._hanging = 0
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-I",
                    str(_PROGRAM),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    # What the daemon's environment holds is none of its business.
                    env={},
                )
                await _give(self._process, said(self._reach))
                self._reader = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        while process.stdout is not None and (line := await process.stdout.readline()):
            answered = msgspec.json.decode(line, type=Answered)
            future = self._asked.get(answered.n)
            if future is None:
                self._hanging = max(self._hanging - 1, 0)  # it came late, and hangs no more
            elif not future.done():
                future.set_result(answered)
        await process.wait()
        for future in self._asked.values():
            if not future.done():
                future.set_exception(ConnectionResetError("the program ended"))

    async def close(self) -> None:
        """End the program, with whatever it is about."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._reader is not None:
            await self._reader
            self._reader = None


async def _give(process: asyncio.subprocess.Process, line: dict[str, Any]) -> None:
    if process.stdin is not None:
        process.stdin.write(msgspec.json.encode(line) + b"\n")
        await process.stdin.drain()


def said(reach: Reach) -> dict[str, Any]:
    """An operator's reach, as the program is told of it."""
    listed = (*reach.hosts, *map(str, reach.networks))
    return {"hosts": listed, "private": reach.private, "only": reach.only}


@contextlib.asynccontextmanager
async def opened_chats(reach: Reach) -> AsyncIterator[Chats]:
    """Chats for as long as somebody has something to ask."""
    chats = Chats(reach)
    try:
        yield chats
    finally:
        await chats.close()
