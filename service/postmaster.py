"""What a running PostgreSQL server says of itself: in its file, by its process, on its socket."""

from __future__ import annotations

import contextlib
import os
import socket
import struct
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from world.errors import GalloperError

if TYPE_CHECKING:
    import subprocess

_SSL_REQUEST = struct.pack("!ii", 8, 80877103)  # the shortest question a server answers

# Servers started by this process: when they have ended, someone must take leave of them.
children: dict[int, subprocess.Popen[bytes]] = {}


class Postmaster(NamedTuple):
    """What ``postmaster.pid`` says of the server that wrote it."""

    pid: int
    socket_dir: Path | None
    status: str


def postmaster(cluster: Path) -> Postmaster | None:
    """Read who serves the cluster; None if nobody does."""
    try:
        lines = (cluster / "postmaster.pid").read_text("utf-8").splitlines()
        pid = int(lines[0])
    except FileNotFoundError:
        return None
    except PermissionError as error:
        raise GalloperError(
            f"{cluster} belongs to another user. Nothing was changed. Run galloper as that user, "
            "or choose another data directory."
        ) from error
    except (IndexError, ValueError):
        return None  # just being written
    if not alive(pid):
        return None
    socket_dir = Path(lines[4]) if len(lines) > 4 and lines[4] else None
    return Postmaster(pid, socket_dir, lines[7].strip() if len(lines) > 7 else "")


def alive(pid: int) -> bool:
    """Tell whether the process lives and is a PostgreSQL; a reboot uses numbers again."""
    child = children.get(pid)
    if child is not None and child.poll() is not None:
        del children[pid]
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    with contextlib.suppress(FileNotFoundError):
        return Path(f"/proc/{pid}/comm").read_text("utf-8").strip() == "postgres"
    return not Path("/proc/self").exists()


def answers(socket_dir: Path | None) -> bool:
    """Tell whether a server answers there: one just killed still stands in its file as ready."""
    if socket_dir is None:
        return False
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(1.0)
        try:
            client.connect(str(socket_dir / ".s.PGSQL.5432"))
            client.sendall(_SSL_REQUEST)
            return client.recv(1) in {b"N", b"S"}
        except OSError:
            return False
