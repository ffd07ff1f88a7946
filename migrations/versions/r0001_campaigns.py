"""Campaigns, what people say in them, their worlds, journals, records, notices and deliveries."""

from __future__ import annotations

from migrations.sql import run

revision = "0001"
down_revision = None


def upgrade() -> None:
    run("r0001_campaigns.sql")
