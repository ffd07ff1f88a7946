"""Run a SQL file of this package as it stands, several statements at once."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from alembic import op


def run(name: str) -> None:
    """Run ``versions/<name>`` inside the transaction of the upgrade.

    The file goes to the driver in one piece: SQLAlchemy would prepare it, and a prepared statement
    may hold one command only.
    """
    text = files("migrations").joinpath("versions", name).read_text("utf-8")

    async def execute(connection: Any) -> None:
        await connection.execute(text)

    bind = op.get_bind()
    adapted: Any = bind.connection.dbapi_connection
    # SQLAlchemy's asyncpg dialect begins its transaction with the first statement it runs itself.
    bind.exec_driver_sql("SELECT 1")
    adapted.run_async(execute)
