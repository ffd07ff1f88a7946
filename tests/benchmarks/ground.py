"""Where contenders run: one durable PostgreSQL, and a fresh copy of a database for every run."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg
import msgspec
import pgqueuer
import procrastinate

from service import embedded
from service.bridge import new_loop
from service.store.schema import upgrade
from tests.benchmarks.letters import Shape, make_campaigns

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

T = TypeVar("T")

WARM = 24
"""Campaigns of one letter that warm up connections and statements before the clock runs."""

_numbers = itertools.count(1)


def in_asyncio(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on the loop the program uses."""
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(coroutine)


class Ground(msgspec.Struct):
    """A server that runs, and the templates made on it so far."""

    server: embedded.Server
    templates: dict[Shape, str] = {}

    @property
    def postmaster(self) -> int:
        """Process id of the server."""
        return int((self.server.cluster / "postmaster.pid").read_text().split()[0])

    def template(self, shape: Shape) -> str:
        """The database with a shape's campaigns, made when it is first wanted."""
        if shape not in self.templates:
            name = f"template_{len(self.templates)}"
            in_asyncio(self._make_template(name, shape))
            self.templates[shape] = name
        return self.templates[shape]

    async def _make_template(self, name: str, shape: Shape) -> None:
        await _execute(self.server.dsn("postgres"), f"CREATE DATABASE {name} TEMPLATE template0")
        dsn = self.server.dsn(name)
        await upgrade(dsn)
        conn = await asyncpg.connect(dsn)
        try:
            await make_campaigns(conn, shape, WARM)
            await pgqueuer.Queries.from_asyncpg_connection(conn).install()
        finally:
            await conn.close()
        app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=dsn))
        async with app.open_async():
            await app.schema_manager.apply_schema_async()
        await _execute(dsn, "VACUUM ANALYZE")

    @contextlib.contextmanager
    def fresh(self, shape: Shape) -> Iterator[str]:
        """A copy of the shape's database, checkpointed, for as long as the block runs."""
        template = self.template(shape)
        name = f"run_{next(_numbers)}"
        admin = self.server.dsn("postgres")
        in_asyncio(_execute(admin, f"CREATE DATABASE {name} TEMPLATE {template}"))
        try:
            in_asyncio(_execute(admin, "CHECKPOINT"))
            yield self.server.dsn(name)
        finally:
            in_asyncio(_execute(admin, f"DROP DATABASE {name} WITH (FORCE)"))


@contextlib.contextmanager
def ground(settings: dict[str, str] | None = None) -> Iterator[Ground]:
    """An embedded server as the program runs it, durable, for as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="galloper-bench-") as directory:
        server = embedded.enter(Path(directory), {"max_connections": "100", **(settings or {})})
        try:
            yield Ground(server)
        finally:
            embedded.leave(server)


async def _execute(dsn: str, *statements: str) -> None:
    conn = await asyncpg.connect(dsn)
    try:
        for statement in statements:
            await conn.execute(statement)
    finally:
        await conn.close()
