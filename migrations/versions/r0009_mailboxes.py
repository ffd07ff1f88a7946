"""Mailboxes that mail goes to: what came back from them, and which are written to no more."""

from __future__ import annotations

from migrations.sql import run

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    run("r0009_mailboxes.sql")
