"""Each command is found where it is said to be written, and brings along no more than it needs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cyclopts
import pytest

from service.cli.commands import WRITTEN_IN, register
from service.cli.main import app

ROOT = Path(__file__).parents[3]

#: What a command must not import for nothing, since each takes longer than the command itself.
HEAVY = ("aiohttp", "aiosmtpd", "alembic", "asyncpg", "numpy", "scipy", "structlog", "trio")

NEEDS: dict[str, set[str]] = {
    "--version": set(),
    "scenario": set(),
    "simulate": set(),
    "order": {"asyncpg", "structlog"},
    "": {"asyncpg", "structlog"},
}


def _written(command: cyclopts.App) -> set[str]:
    """The modules in which a command and those under it are written."""
    found = {command.default_command.__module__} if command.default_command else set()
    for name in command:
        if not name.startswith("-"):
            found |= _written(command[name])
    return {module.removeprefix("service.cli.") for module in found}


def test_every_command_is_written_where_the_table_says() -> None:
    register()
    commands = [name for name in app if not name.startswith("-")]
    assert {name: _written(app[name]) for name in commands} == {
        name: set(modules) for name, modules in WRITTEN_IN.items() if modules
    }


@pytest.mark.parametrize("word", sorted(NEEDS))
def test_a_command_brings_along_no_more_than_it_needs(word: str) -> None:
    code = (
        "import sys; from service.cli.main import app; from service.cli.commands import register;"
        f" register({word!r});"
        f" print(*[name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(done.stdout.split()) <= NEEDS[word]
