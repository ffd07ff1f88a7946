"""Two event loops in one thread: trio runs as a guest of uvloop (of asyncio where there is none).

Trio holds the program's structure (root nursery, supervisors, keeper, dispatcher); asyncio holds
the libraries (asyncpg, aiohttp, SMTP).  :func:`run` starts both, :func:`from_asyncio` is the one
place where trio waits for asyncio.  Towards the other side only plain, non-waiting calls are made
(``trio.Event.set``, ``send_nowait``, ``asyncio.Event.set``): there is one thread.  A crossing costs
about 0.2 ms, so cross once per unit of work, never per query.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import outcome
import structlog
import trio
from prometheus_client import REGISTRY, Counter

from service.stopping import Stopped
from world.errors import GalloperError

if TYPE_CHECKING:
    from types import FrameType

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

STOP_WITHIN = 9.0
"""Seconds from the first stop signal to the end of the process, whatever still runs.

More than the limits of all that is closed together, less than the ten of ``docker stop``
(docs/decisions/0018).
"""

DEFAULT_TIMEOUT = 10.0
"""Seconds a coroutine handed to :func:`from_asyncio` may take unless the caller says otherwise."""

CANCEL_GRACE = 1.5
"""Seconds a cancelled coroutine has to end before trio goes on without it."""

_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)

_log = structlog.get_logger(__name__)
_loop_errors = Counter("galloper_loop_errors", "Exceptions that nobody awaited in the asyncio loop")
_abandoned: set[asyncio.Task[Any]] = set()  # the loop itself keeps only weak references


class TookTooLong(GalloperError):  # noqa: N818
    """A coroutine did not end within its time limit and was cancelled.

    What it was doing may or may not have happened: read the state again before going on.
    """


class CancelledByHost(GalloperError):  # noqa: N818
    """A coroutine was cancelled although nobody in trio asked for it; its outcome is unknown."""


class LoopTrouble(GalloperError):  # noqa: N818
    """The asyncio loop reported trouble that came without an exception."""


def loop_errors() -> float:
    """Count the exceptions nobody awaited in the asyncio loop since the program began."""
    return REGISTRY.get_sample_value("galloper_loop_errors_total") or 0.0


def new_loop() -> asyncio.AbstractEventLoop:
    """Make the host loop: uvloop's, or asyncio's on platforms that have no uvloop."""
    try:
        import uvloop  # noqa: PLC0415 - not to be had everywhere
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


class _Host:
    """What one run shares between its two loops."""

    __slots__ = ("cancelled", "errors", "loop", "scope", "stopped_by", "strict", "watchdog")

    def __init__(self, loop: asyncio.AbstractEventLoop, *, strict: bool) -> None:
        self.loop = loop
        self.strict = strict
        self.scope = trio.CancelScope()
        self.stopped_by: int | None = None
        self.watchdog: threading.Timer | None = None
        self.errors: list[BaseException] = []
        self.cancelled = False

    def on_loop_error(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Log and count what nobody awaited; in a strict run end the run with it."""
        error = context.get("exception")
        _loop_errors.inc()
        _log.error("loop_error", message=context.get("message"), exc_info=error)
        if self.strict:
            self.errors.append(error or LoopTrouble(str(context.get("message"))))
            self.scope.cancel()

    def on_signal_frame(self, signum: int, _frame: FrameType | None) -> None:
        """Run between two bytecodes of the main thread, so even while no loop turns."""
        if self.stopped_by is not None:
            _end_process(signum, "a second signal")
        self.stopped_by = signum
        # A thread, since a loop that is stuck runs no timer.
        self.watchdog = threading.Timer(
            STOP_WITHIN, _end_process, (signum, f"{STOP_WITHIN} s passed")
        )
        self.watchdog.daemon = True
        self.watchdog.start()

    def on_signal(self) -> None:
        """Run in the loop, woken through the wake-up descriptor: the orderly part."""
        self.scope.cancel()

    async def root(self, main: Callable[..., Awaitable[T]], args: tuple[Any, ...]) -> T | None:
        with self.scope:
            return await main(*args)
        self.cancelled = True
        return None


def _end_process(signum: int, why: str) -> None:
    """End the process at once: no ``finally`` runs, the database rolls back what was open."""
    # sys.stderr may be in use by the very frame that was interrupted; os.write cannot wait for it.
    text = f"galloper: ended by {signal.Signals(signum).name} ({why}); uncommitted work is lost\n"
    with contextlib.suppress(OSError):
        os.write(2, text.encode())
    os._exit(128 + signum)


@contextlib.contextmanager
def _signals(host: _Host) -> Iterator[None]:
    """Route SIGINT and SIGTERM to the host; outside the main thread signals are not ours."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {}
    for signum in _STOP_SIGNALS:
        before[signum] = signal.getsignal(signum)
        # The loop's own handler wakes the loop; ours on top of it runs even when the loop is stuck.
        host.loop.add_signal_handler(signum, host.on_signal)
        signal.signal(signum, host.on_signal_frame)
    try:
        yield
    finally:
        if host.watchdog is not None:
            host.watchdog.cancel()
        for signum, handler in before.items():
            host.loop.remove_signal_handler(signum)
            if handler is not None:
                signal.signal(signum, handler)


async def _host_main(
    host: _Host, main: Callable[..., Awaitable[T]], args: tuple[Any, ...], options: dict[str, Any]
) -> outcome.Outcome[T | None]:
    """Start trio and await nothing but its end."""
    ended: asyncio.Future[outcome.Outcome[T | None]] = host.loop.create_future()
    with _signals(host):
        trio.lowlevel.start_guest_run(
            host.root,
            main,
            args,
            run_sync_soon_threadsafe=host.loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=host.loop.call_soon,
            done_callback=ended.set_result,
            host_uses_signal_set_wakeup_fd=True,
            **options,
        )
        return await ended


def _close(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel what is left in the loop, give it a second, and close it."""
    try:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left, timeout=1.0))
        loop.run_until_complete(loop.shutdown_asyncgens())
    finally:
        asyncio.set_event_loop(None)
        loop.close()


def _drive(
    main: Callable[..., Awaitable[T]],
    args: tuple[Any, ...],
    *,
    strict: bool,
    options: dict[str, Any],
) -> tuple[_Host, outcome.Outcome[T | None]]:
    loop = new_loop()
    host = _Host(loop, strict=strict)
    loop.set_exception_handler(host.on_loop_error)
    try:
        result = loop.run_until_complete(_host_main(host, main, args, options))
    finally:
        _close(loop)
    return host, result


def run(main: Callable[[*Ts], Awaitable[T]], *args: *Ts) -> T:
    """Run ``main(*args)`` in trio as a guest of uvloop and return its result.

    SIGINT and SIGTERM cancel trio's root scope, so every ``finally`` runs; a second signal, or
    :data:`STOP_WITHIN` seconds, ends the process with status 128 + signal.  An exception nobody
    awaited in the asyncio loop is logged and counted.

    Raises:
        Stopped: a signal ended the run and ``main`` gave no result.
    """
    host, result = _drive(main, args, strict=False, options={})
    value = result.unwrap()
    if host.cancelled and host.stopped_by is not None:
        raise Stopped(host.stopped_by)
    return value  # type: ignore[return-value] # None only when cancelled


def guest_run(
    main: Callable[..., Awaitable[T]],
    *args: Any,
    clock: trio.abc.Clock | None = None,
    instruments: Sequence[trio.abc.Instrument] = (),
    strict_exception_groups: bool = True,
) -> T:
    """Run ``main(*args)`` as :func:`run` does, with the signature and strictness tests want.

    It stands in for ``trio.run``: ``@pytest.mark.trio(run=guest_run)``, or called from a
    synchronous test (pytest-trio ignores ``run=`` under hypothesis's ``@given``).  An exception
    nobody awaited in the asyncio loop fails the run.

    Raises:
        KeyboardInterrupt: a signal ended the run.
    """
    options = {
        "clock": clock,
        "instruments": instruments,
        "strict_exception_groups": strict_exception_groups,
    }
    host, result = _drive(main, args, strict=True, options=options)
    failure = [result.error] if isinstance(result, outcome.Error) else []
    if host.errors:
        raise BaseExceptionGroup("the asyncio loop reported errors", [*failure, *host.errors])
    value = result.unwrap()
    if host.cancelled and host.stopped_by is not None:
        raise KeyboardInterrupt
    return value  # type: ignore[return-value] # None only when cancelled


def _report_abandoned(task: asyncio.Task[Any]) -> None:
    _abandoned.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.warning("abandoned_coroutine_failed", exc_info=error)


class _Crossing:
    """One coroutine awaited from trio: which of its ends comes first resumes the trio task."""

    __slots__ = ("fn_name", "loop", "reason", "task", "timeout", "timers", "waiter")

    def __init__(self, task: asyncio.Task[Any], fn_name: str, timeout: float) -> None:
        self.loop = task.get_loop()
        self.task = task
        self.fn_name = fn_name
        self.timeout = timeout
        self.waiter: trio.lowlevel.Task | None = trio.lowlevel.current_task()
        # Raises what the caller gets if the coroutine ends as cancelled.
        self.reason: Callable[[], Any] | None = None
        self.timers = [self.loop.call_later(timeout, self.stop, self.too_long)]
        task.add_done_callback(self.ended)

    def too_long(self) -> None:
        raise TookTooLong(
            f"{self.fn_name} did not end within {self.timeout:g} s and was cancelled. "
            "Whether it took effect is not known: read the state again."
        )

    def by_host(self) -> None:
        raise CancelledByHost(
            f"{self.fn_name} was cancelled from inside the asyncio loop. "
            "Whether it took effect is not known: read the state again."
        )

    def resume(self, value: outcome.Outcome[Any]) -> None:
        waiter, self.waiter = self.waiter, None
        if waiter is not None:
            for timer in self.timers:
                timer.cancel()
            trio.lowlevel.reschedule(waiter, value)

    def ended(self, task: asyncio.Task[Any]) -> None:
        if task.cancelled():
            self.resume(outcome.capture(self.reason or self.by_host))
        elif (error := task.exception()) is not None:
            self.resume(outcome.Error(error))
        else:  # also when it finished although it had been cancelled: what it did is done
            self.resume(outcome.Value(task.result()))

    def stop(self, reason: Callable[[], Any]) -> None:
        if self.reason is None:
            self.task.cancel()
            self.timers.append(self.loop.call_later(CANCEL_GRACE, self.abandon))
        self.reason = reason

    def abort(self, raise_cancel: Callable[[], Any]) -> trio.lowlevel.Abort:
        self.stop(raise_cancel)  # trio's own wish goes before a time limit already passed
        return trio.lowlevel.Abort.FAILED

    def abandon(self) -> None:
        self.task.remove_done_callback(self.ended)
        self.task.add_done_callback(_report_abandoned)
        _abandoned.add(self.task)
        _log.warning("coroutine_abandoned", coroutine=self.fn_name)
        self.resume(outcome.capture(self.reason or self.by_host))


async def from_asyncio(
    fn: Callable[[*Ts], Coroutine[Any, Any, T]],
    *args: *Ts,
    timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - it also bounds what trio cannot cancel
) -> T:
    """Await the asyncio coroutine ``fn(*args)`` from trio.

    When trio cancels, or ``timeout`` seconds have passed, the coroutine is cancelled and awaited;
    if it finishes all the same its result is returned (a commit that happened is not forgotten),
    and if it has not ended :data:`CANCEL_GRACE` seconds later trio goes on without it.

    Raises:
        TookTooLong: the time limit passed; the outcome is unknown.
        CancelledByHost: it was cancelled, and trio had not asked for that.
    """
    await trio.lowlevel.checkpoint_if_cancelled()
    task = asyncio.get_running_loop().create_task(fn(*args))
    crossing = _Crossing(task, getattr(fn, "__qualname__", repr(fn)), timeout)
    return await trio.lowlevel.wait_task_rescheduled(crossing.abort)  # type: ignore[no-any-return]


@contextlib.asynccontextmanager
async def held(
    manager: contextlib.AbstractAsyncContextManager[T],
    *,
    timeout: float = DEFAULT_TIMEOUT,  # noqa: ASYNC109 - bounds entering and leaving, each
) -> AsyncIterator[T]:
    """Hold an asyncio context manager (a pool, a server) open from trio.

    Entering and leaving are each one crossing with its own time limit; leaving is not cancelled.
    """
    value = await from_asyncio(manager.__aenter__, timeout=timeout)
    try:
        yield value
    finally:
        with trio.CancelScope(shield=True):
            await from_asyncio(manager.__aexit__, None, None, None, timeout=timeout)
