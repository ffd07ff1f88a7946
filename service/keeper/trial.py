"""Try a campaign that keeps bringing down its keepers: event by event, in a process of its own.

The child names each event before running it and commits after each.  When it dies, or says nothing
for a while, the last named event is the culprit; the keeper then has it quarantined unrun.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from contextlib import aclosing
from typing import TYPE_CHECKING

import asyncpg
import structlog
import trio

from service.keeper.kept import CannotOpen, Kept, open_kept, read_inputs
from service.keeper.turn import Turn
from service.logs import set_up_logging
from service.store.commit import commit
from service.store.instants import clock_us
from service.store.session import open_connection
from world.advance import upcoming
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

log = structlog.get_logger(__name__)

#: Seconds one event may take.
EVENT_SECONDS = 20.0
#: Seconds the child may take to start and open the campaign, which may be on a busy machine.
START_SECONDS = 90.0
#: How a line begins that says why the campaign cannot be opened.
_UNREADABLE = "unreadable "
_DSN = "GALLOPER_TRIAL_DSN"
_PACKS = "GALLOPER_TRIAL_PACKS"


async def try_apart(dsn: str, campaign_id: str, daemon: str, term: int) -> str | None:
    """Run what is due in a child process; the id of the event that hung or killed it, if any.

    Raises:
        CannotOpen: the child could not open the campaign.
    """
    from service.packs import loaded_packs  # noqa: PLC0415

    command = [sys.executable, "-m", "service.keeper.trial", campaign_id, daemon, str(term)]
    environment = {**os.environ, _DSN: dsn, _PACKS: " ".join(loaded_packs())}
    named = unreadable = None
    finished = False
    process = await trio.lowlevel.open_process(command, stdout=subprocess.PIPE, env=environment)
    assert process.stdout is not None  # noqa: S101 - asked for above
    try:
        async with aclosing(_lines(process.stdout)) as lines:
            async for line in lines:
                if line.startswith(_UNREADABLE):
                    unreadable = line.removeprefix(_UNREADABLE)
                    break
                if line in {"done", "trouble"}:
                    # Also where the child could not go on (fenced out, the database away): nothing
                    # is known against the event it named last.
                    finished = True
                    break
                if line != "open":
                    named = line
    finally:
        with trio.CancelScope(shield=True):
            process.kill()
            await process.wait()
            await process.stdout.aclose()
    if unreadable is not None:
        raise CannotOpen(unreadable)
    log.info("tried_apart", campaign=campaign_id, finished=finished, last=named)
    return None if finished else named


async def _lines(stream: trio.abc.ReceiveStream) -> AsyncGenerator[str, None]:
    """Lines of the child, until it ends or says nothing for too long."""
    rest, seconds = b"", START_SECONDS
    while True:
        chunk = b""
        with trio.move_on_after(seconds):
            chunk = bytes(await stream.receive_some())
        seconds = EVENT_SECONDS
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode()


async def _child(campaign_id: str, term: int) -> None:
    try:
        await _run(campaign_id, term)
    except CannotOpen as why:
        print(f"{_UNREADABLE}{why}", flush=True)  # noqa: T201 - the parent reads it
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, GalloperError, MemoryError):
        print("trouble", flush=True)  # noqa: T201 - the parent reads it


async def _open(conn: asyncpg.Connection, campaign_id: str, term: int) -> Kept:
    kept = await open_kept(conn, campaign_id, term)
    kept.hear(await read_inputs(conn, campaign_id))
    return kept


async def _run(campaign_id: str, term: int) -> None:
    conn = await open_connection(os.environ[_DSN], name="galloper trial")
    try:
        kept = await _open(conn, campaign_id, term)
        print("open", flush=True)  # noqa: T201 - the parent reads it
        while True:
            if kept.must_read():
                kept.hear(await read_inputs(conn, campaign_id))
            until = kept.until(await clock_us(conn))
            event = upcoming(kept.world, until, kept.inputs)
            if event is not None:
                print(event, flush=True)  # noqa: T201 - the parent reads it
            turn = Turn(kept)
            turn.slice(until, limit=1)
            if turn.failed is not None:
                doubtful = kept.doubtful | {turn.failed}
                kept = await _open(conn, campaign_id, term)  # tried once more on a fresh world
                kept.doubtful = doubtful
                continue
            # Also without an event: a commit clears the count of tries.
            if not await commit(conn, turn.rows()):
                print("trouble", flush=True)  # noqa: T201
                return
            kept.version += 1
            if event is None:
                print("done", flush=True)  # noqa: T201
                return
    finally:
        await conn.close()


def main() -> None:
    """Entry of the child process."""
    from service.packs import load_pack  # noqa: PLC0415

    # Standard output is for the parent: names of events, a line each, and nothing else.
    set_up_logging()
    sys.excepthook = lambda _kind, error, _trace: log.error("trial_failed", exc_info=error)
    for reference in os.environ.get(_PACKS, "").split():
        load_pack(reference)
    campaign_id, _daemon, term = sys.argv[1:4]
    asyncio.run(_child(campaign_id, int(term)))


if __name__ == "__main__":
    main()
