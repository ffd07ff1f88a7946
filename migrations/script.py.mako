"""${message}."""

from __future__ import annotations

from migrations.sql import run

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    run("r${up_revision}_${message.lower().replace(" ", "_")}.sql")
