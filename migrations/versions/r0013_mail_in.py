"""Mails that came in, kept until they were seen to."""

from __future__ import annotations

from migrations.sql import run

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    run("r0013_mail_in.sql")
