"""Addresses that mail may be sent to, each bound to a campaign, a person and a thread."""

from __future__ import annotations

from migrations.sql import run

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    run("r0007_mail_addresses.sql")
