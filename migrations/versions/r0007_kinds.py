"""Kinds of channel beyond webhooks and mail, and what only one kind knows."""

from __future__ import annotations

from migrations.sql import run

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    run("r0007_kinds.sql")
