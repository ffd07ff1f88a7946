"""In which language people read, and by which clock those do who have no account."""

from __future__ import annotations

from migrations.sql import run

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    run("r0013_languages.sql")
