"""The command line in processes forked off one that has it imported.

A command takes a second to import what it needs and a few hundredths to do what it is told; the
tests start some hundreds.  Each still runs in a process of its own, which is forked off this one
(:func:`serve`), with its own arguments, environment and standard files, and can be killed.  Nothing
runs in the forked process before that: it holds modules, no loop, thread or connection.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from service.packs import built_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ROOT = Path(__file__).parents[1]

#: What commands import before they do anything, and most of what they import then.
_WANTED = (
    "service.app",
    "service.cli.main",
    "service.cli.serving",
    "service.client",
    "service.intake.founding",
    "service.intake.speak",
    "tests.packs.ferry",
)

#: Longest request: arguments and environment of a command, as JSON.
_LONGEST = 1_000_000


class Started:
    """A command that runs, to be used like :class:`subprocess.Popen`."""

    def __init__(self, pid: int, ends: socket.socket, stdout: IO[str] | None) -> None:
        self.pid = pid
        self.stdout = stdout
        self.returncode: int | None = None
        self._ends = ends

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end; its exit status, or the signal's number below zero.

        Raises:
            subprocess.TimeoutExpired: it still runs after so many seconds.
        """
        if self.returncode is None:
            self._ends.settimeout(timeout)
            try:
                said = self._ends.recv(16)
            except (TimeoutError, BlockingIOError):
                raise subprocess.TimeoutExpired("galloper", timeout or 0.0) from None
            self._ends.close()
            self.returncode = int(said)
        return self.returncode

    def poll(self) -> int | None:
        """Its exit status, if it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it is known to have ended."""
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it as the kernel would."""
        self.send_signal(signal.SIGKILL)


def start(arguments: Sequence[str], environment: Mapping[str, str], stderr: IO[Any]) -> Started:
    """Start ``galloper`` with *arguments* from the project's folder; what it prints is piped."""
    reads, writes = os.pipe()
    with Path(os.devnull).open("rb") as nothing, os.fdopen(writes, "wb") as piped:
        pid, ends = _ask(arguments, environment, nothing, piped, stderr)
    return Started(pid, ends, os.fdopen(reads, encoding="utf-8"))


def run(
    arguments: Sequence[str],
    environment: Mapping[str, str],
    stdin: bytes = b"",
    timeout: float = 60.0,
) -> subprocess.CompletedProcess[bytes]:
    """Run ``galloper`` with *arguments* to its end and collect what it wrote.

    Raises:
        subprocess.TimeoutExpired: it took longer; it was killed.
    """
    with (
        tempfile.TemporaryFile() as given,
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as err,
    ):
        given.write(stdin)
        given.seek(0)
        pid, ends = _ask(arguments, environment, given, out, err)
        command = Started(pid, ends, None)
        try:
            status = command.wait(timeout)
        except subprocess.TimeoutExpired:
            command.kill()
            raise
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(arguments), status, out.read(), err.read())


def _ask(
    arguments: Sequence[str], environment: Mapping[str, str], *files: IO[Any]
) -> tuple[int, socket.socket]:
    """Have a command started with these standard files; its number, and what tells of its end."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        request = json.dumps([list(arguments), dict(environment)]).encode()
        assert len(request) < _LONGEST
        door = _door()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
        socket.send_fds(door, [request], [theirs.fileno(), *(one.fileno() for one in files)])
    return int(ours.recv(16)), ours


@cache
def _door() -> socket.socket:
    """Start the process that commands are forked off; it ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.warm", str(theirs.fileno())],
            cwd=ROOT,
            # Read when rich makes its consoles, which is when the command line is imported.
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "100"},
            pass_fds=[theirs.fileno()],
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def serve(door: socket.socket) -> None:
    """Fork off a command for every request, until nobody asks any more."""
    for module in _WANTED:
        importlib.import_module(module)
    built_in()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever looks after a command is not waited for
    gc.freeze()
    while True:
        request, files, _, _ = socket.recv_fds(door, _LONGEST, 4)
        if not request:
            return
        if os.fork() == 0:
            door.close()
            _look_after(request, files)
        for one in files:
            os.close(one)


def _look_after(request: bytes, files: list[int]) -> None:
    """Start a command, tell its number, and then its end."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    tells, *standard = files
    pid = os.fork()
    if pid == 0:
        os.close(tells)
        for number, one in enumerate(standard):
            os.dup2(one, number)
            os.close(one)
        _become(*json.loads(request))
    for one in standard:
        os.close(one)
    with socket.socket(fileno=tells) as asked, contextlib.suppress(BrokenPipeError):
        asked.send(str(pid).encode())
        _, status = os.waitpid(pid, 0)
        asked.send(str(os.waitstatus_to_exitcode(status)).encode())
    os._exit(0)


def _become(arguments: list[str], environment: dict[str, str]) -> None:
    """Run the command line as the interpreter would, and end."""
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["galloper", *arguments]
    status = 0
    try:
        runpy.run_module("service.cli", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - the interpreter would print it
        traceback.print_exc()
        status = 1
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
