"""Drafts, markers and notes: what people keep on their own desks."""

from __future__ import annotations

from migrations.sql import run

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    run("r0005_jottings.sql")
