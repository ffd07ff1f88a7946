"""Trio and asyncio side by side: results, cancels, time limits and signals all arrive."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import TYPE_CHECKING

import asyncpg
import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from service import bridge, embedded
from service.bridge import CancelledByHost, TookTooLong, from_asyncio, guest_run, run

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(params=["uvloop", "asyncio"], autouse=True)
def each_host_loop(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every guarantee holds on uvloop and on asyncio's own loop alike."""
    if request.param == "asyncio":
        monkeypatch.setitem(sys.modules, "uvloop", None)


async def doubled(number: int) -> int:
    await asyncio.sleep(0)
    return 2 * number


# --- results and errors --------------------------------------------------------------------------


def test_the_result_of_main_is_returned() -> None:
    async def main(number: int) -> int:
        return await from_asyncio(doubled, number)

    assert run(main, 21) == 42


def test_an_error_in_asyncio_reaches_the_trio_task_that_waits() -> None:
    async def broken() -> None:
        raise LookupError("no such thing")

    async def main() -> None:
        with pytest.raises(LookupError, match="no such thing"):
            await from_asyncio(broken)

    run(main)


def test_an_error_of_main_leaves_run() -> None:
    async def main() -> None:
        raise LookupError("no such thing")

    with pytest.raises(LookupError, match="no such thing"):
        run(main)


@given(st.integers())
def test_guest_run_serves_properties_too(number: int) -> None:
    async def main() -> int:
        return await from_asyncio(doubled, number)

    assert guest_run(main) == 2 * number


@pytest.mark.trio(run=guest_run)
async def test_plain_calls_cross_either_way() -> None:
    """An asyncio callback wakes a trio task, and a trio task an asyncio one, without a crossing."""
    in_trio = trio.Event()
    in_asyncio = asyncio.Event()

    async def waits_then_tells() -> None:
        await in_asyncio.wait()
        in_trio.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(from_asyncio, waits_then_tells)
        in_asyncio.set()
        await in_trio.wait()


def test_it_runs_outside_the_main_thread() -> None:
    results: list[int] = []

    async def main() -> None:
        results.append(await from_asyncio(doubled, 4))

    thread = threading.Thread(target=run, args=(main,))
    thread.start()
    thread.join()
    assert results == [8]


# --- cancels and time limits ---------------------------------------------------------------------


@pytest.mark.trio(run=guest_run)
async def test_a_result_that_came_although_cancelled_is_returned() -> None:
    """A commit that happened must not be taken for one that did not."""
    begun = trio.Event()

    async def commits_all_the_same() -> str:
        begun.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            await asyncio.sleep(0.01)
        return "committed"

    results: list[str] = []

    async def wait_for_it() -> None:
        results.append(await from_asyncio(commits_all_the_same))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait_for_it)
        await begun.wait()
        nursery.cancel_scope.cancel()
    assert results == ["committed"]


@pytest.mark.trio(run=guest_run)
async def test_a_cancel_from_trio_cancels_the_coroutine_and_nothing_else() -> None:
    ended: list[str] = []

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("finally")

    with trio.move_on_after(0.02) as scope:
        await from_asyncio(long)
    assert scope.cancelled_caught
    assert ended == ["finally"]


@pytest.mark.trio(run=guest_run)
async def test_nothing_is_begun_in_a_cancelled_scope() -> None:
    begun: list[bool] = []

    async def begin() -> None:
        begun.append(True)

    with trio.CancelScope() as scope:
        scope.cancel()
        await from_asyncio(begin)
    assert begun == []


@pytest.mark.trio(run=guest_run)
async def test_a_cancel_nobody_in_trio_asked_for_is_an_ordinary_error() -> None:
    async def cancels_itself() -> None:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        await asyncio.sleep(60)

    with pytest.raises(CancelledByHost, match=r"cancels_itself.*read the state again"):
        await from_asyncio(cancels_itself)


@pytest.mark.trio(run=guest_run)
async def test_a_coroutine_past_its_time_limit_is_cancelled() -> None:
    with pytest.raises(TookTooLong, match=r"sleep did not end within 0\.02 s"):
        await from_asyncio(asyncio.sleep, 60, timeout=0.02)


@pytest.mark.trio(run=guest_run)
@pytest.mark.parametrize("who", ["limit", "trio"])
async def test_a_coroutine_that_ignores_its_cancel_is_left_behind(who: str) -> None:
    release = asyncio.Event()

    async def stubborn() -> None:
        while not release.is_set():
            try:
                await release.wait()
            except asyncio.CancelledError:
                continue

    start = time.monotonic()
    if who == "limit":
        with pytest.raises(TookTooLong):
            await from_asyncio(stubborn, timeout=0.02)
    else:
        with trio.move_on_after(0.02) as scope:
            await from_asyncio(stubborn)
        assert scope.cancelled_caught
    assert time.monotonic() - start >= bridge.CANCEL_GRACE
    release.set()


# --- what nobody awaits --------------------------------------------------------------------------


def fail_in_a_callback() -> None:
    def fail() -> None:
        raise LookupError("in a callback")

    asyncio.get_running_loop().call_soon(fail)


def test_an_error_nobody_awaits_fails_a_test() -> None:
    async def main() -> None:
        fail_in_a_callback()
        await trio.sleep_forever()

    with pytest.raises(BaseExceptionGroup) as caught:
        guest_run(main)
    assert caught.group_contains(LookupError, match="in a callback")


def test_an_error_nobody_awaits_does_not_end_the_daemon_but_is_counted() -> None:
    before = bridge.loop_errors()

    async def main() -> str:
        fail_in_a_callback()
        await trio.sleep(0.01)
        return "still here"

    assert run(main) == "still here"
    assert bridge.loop_errors() == before + 1


# --- signals -------------------------------------------------------------------------------------

PROGRAM = """
import asyncio, os, signal, sys, time
import trio
if {loop!r} == "asyncio":
    sys.modules["uvloop"] = None
from service import bridge
from service.bridge import Stopped, from_asyncio, run
bridge.STOP_WITHIN = {stop_within}

async def main():
    try:
        print("ready", flush=True)
        {body}
    finally:
        print("finally", flush=True)

try:
    run(main)
except Stopped as stopped:
    print("stopped by", stopped.signum, flush=True)
    sys.exit(3)
"""


@pytest.fixture
def program(each_host_loop: None, request: pytest.FixtureRequest) -> Iterator[Running]:
    running = Running(loop=request.node.callspec.params["each_host_loop"])
    yield running
    running.end()


class Running:
    """A program with the given main, told to stop by signals."""

    def __init__(self, loop: str) -> None:
        self.loop = loop
        self.process: subprocess.Popen[str] | None = None

    def start(self, body: str, *, stop_within: float = bridge.STOP_WITHIN) -> subprocess.Popen[str]:
        body = textwrap.indent(body, " " * 8).strip()
        text = PROGRAM.format(loop=self.loop, body=body, stop_within=stop_within)
        self.process = subprocess.Popen(
            [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "ready\n"
        return self.process

    def end(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


def stop(process: subprocess.Popen[str], signum: int = signal.SIGINT) -> tuple[str, float]:
    start = time.monotonic()
    process.send_signal(signum)
    said, _ = process.communicate(timeout=60)
    return said, time.monotonic() - start


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_runs_every_finally(program: Running, signum: signal.Signals) -> None:
    process = program.start("await trio.sleep_forever()")
    said, took = stop(process, signum)
    assert said == f"finally\nstopped by {signum.value}\n"
    assert process.returncode == 3
    assert took < bridge.STOP_WITHIN


def test_a_signal_stops_a_run_whose_query_hangs(program: Running, dsn: str) -> None:
    process = program.start(
        f"""
import asyncpg
async def query():
    conn = await asyncpg.connect({dsn!r})
    await conn.execute("SELECT pg_sleep(600)")
await from_asyncio(query, timeout=600)
"""
    )
    wait_for_query(dsn)
    said, took = stop(process)
    assert "finally" in said
    assert took < 5


def test_a_signal_stops_a_run_whose_database_is_frozen(program: Running, dsn: str) -> None:
    process = program.start(
        f"""
import asyncpg
async def query():
    conn = await asyncpg.connect({dsn!r})
    async with conn.transaction():
        await conn.execute("SELECT pg_sleep(600)")
await from_asyncio(query, timeout=600)
"""
    )
    backend = wait_for_query(dsn)
    os.kill(backend, signal.SIGSTOP)
    try:
        said, took = stop(process)
    finally:
        os.kill(backend, signal.SIGCONT)
    assert "finally" in said
    assert took < 5


def wait_for_query(dsn: str) -> int:
    """Wait until the other program's query runs; returns its server process."""

    async def look() -> int:
        conn = await asyncpg.connect(dsn)
        try:
            while True:
                pid: int | None = await conn.fetchval(
                    """SELECT pid FROM pg_stat_activity WHERE datname = current_database()
                    AND wait_event = 'PgSleep'"""
                )
                if pid is not None:
                    return pid
                await asyncio.sleep(0.02)
        finally:
            await conn.close()

    return asyncio.run(asyncio.wait_for(look(), 20))


def test_a_loop_that_is_stuck_ends_with_the_first_signal_all_the_same(program: Running) -> None:
    process = program.start("while True: pass", stop_within=1.0)
    said, took = stop(process)
    assert said == ""
    assert process.returncode == 128 + signal.SIGINT
    assert 0.9 < took < bridge.STOP_WITHIN


def test_what_runs_on_is_ended_before_a_container_is_killed() -> None:
    steps = 4 * 1.0 + embedded.STOP_LIMIT  # hints, listeners, attempts, pool; the database
    assert steps < bridge.STOP_WITHIN < 10


def test_a_second_signal_ends_the_program_at_once(program: Running) -> None:
    process = program.start(
        """
with trio.CancelScope(shield=True):
    os.kill(os.getpid(), signal.SIGINT)
    print("first", flush=True)
    await trio.sleep_forever()
"""
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "first\n"
    said, took = stop(process)
    assert said == ""
    assert process.returncode == 128 + signal.SIGINT
    assert took < bridge.STOP_WITHIN - 1, "the first would have ended it then"
