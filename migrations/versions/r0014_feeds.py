"""Feeds for calendars and feed readers, by a secret link."""

from __future__ import annotations

from migrations.sql import run

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    run("r0014_feeds.sql")
