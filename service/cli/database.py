"""``galloper db``: the database's schema."""

from __future__ import annotations

import cyclopts

from service.cli.main import app
from service.cli.options import Data, Json
from service.cli.printing import print_json, say
from service.config import from_environment

db = cyclopts.App(name="db", help="Look after the database.")
app.command(db)


@db.command
def upgrade(*, data: Data = None, json: Json = False) -> None:
    """Bring the schema to what this release needs; safe to run twice, and from two places."""
    from service import bridge
    from service.bridge import from_asyncio
    from service.database import open_database
    from service.logs import set_up_logging
    from service.store.schema import schema_state
    from service.store.schema import upgrade as upgrade_schema

    set_up_logging()
    config = from_environment(data)

    async def main() -> None:
        async with open_database(config.database_url, config.data) as dsn:
            await from_asyncio(upgrade_schema, dsn, timeout=600.0)
            state = await from_asyncio(schema_state, dsn)
        if json:
            print_json(state)
        else:
            say(f"The schema is at {state.known}, which is what this release needs.")

    bridge.run(main)
