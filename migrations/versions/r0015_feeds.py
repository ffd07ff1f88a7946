"""Feeds for calendars and feed readers, by a secret link."""

from __future__ import annotations

from migrations.sql import run

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    run("r0015_feeds.sql")
