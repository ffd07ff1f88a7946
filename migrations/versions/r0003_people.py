"""Accounts, what proves them, memberships, invitations and the audit."""

from __future__ import annotations

from migrations.sql import run

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    run("r0003_people.sql")
