"""One message where several persons are told the same at one endpoint."""

from __future__ import annotations

from migrations.sql import run

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    run("r0012_twins.sql")
