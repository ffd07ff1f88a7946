"""Addresses that mail may be sent to, each bound to a campaign, a person and a thread."""

from __future__ import annotations

from migrations.sql import run

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    run("r0008_mail_addresses.sql")
