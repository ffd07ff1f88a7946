"""Mailboxes that mail goes to: what came back from them, and which are written to no more."""

from __future__ import annotations

from migrations.sql import run

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    run("r0008_mailboxes.sql")
