"""Accounts locked, addresses changed, words to the referee out of character, persons muted."""

from __future__ import annotations

from migrations.sql import run

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    run("r0006_asides.sql")
