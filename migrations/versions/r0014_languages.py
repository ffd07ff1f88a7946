"""In which language people read, and by which clock those do who have no account."""

from __future__ import annotations

from migrations.sql import run

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    run("r0014_languages.sql")
