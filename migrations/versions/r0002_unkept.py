"""Since when nobody keeps a campaign, until that was accounted for."""

from __future__ import annotations

from migrations.sql import run

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    run("r0002_unkept.sql")
