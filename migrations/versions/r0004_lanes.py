"""How deliveries leave: numbers, strict order, rests after failures, keys that are rotated."""

from __future__ import annotations

from migrations.sql import run

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    run("r0004_lanes.sql")
