"""How a campaign ended, what its referee wrote of it, and whether anybody may look on."""

from __future__ import annotations

from migrations.sql import run

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    run("r0011_endings.sql")
