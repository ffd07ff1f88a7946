"""The newest revision is written down, so that a start needs no migration tool."""

from __future__ import annotations

import subprocess
import sys

from migrations import HEAD
from service.store.upgrading import revisions


def test_the_newest_revision_is_the_one_written_down() -> None:
    """Whoever adds a revision raises it."""
    assert revisions()[0] == HEAD


def test_the_command_line_starts_without_the_migration_tool() -> None:
    """Alembic and SQLAlchemy take longer to import than everything else together."""
    code = (
        "import sys; from service.cli.commands import register; register();"
        " print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
