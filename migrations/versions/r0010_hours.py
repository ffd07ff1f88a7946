"""When people want to be told: their preferences, and what waits for its hour."""

from __future__ import annotations

from migrations.sql import run

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    run("r0010_hours.sql")
