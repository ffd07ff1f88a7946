"""A real PostgreSQL for the tests: one server a run, one fresh database a test."""

from __future__ import annotations

import asyncio
import itertools
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg
import pytest

from service import embedded
from service.bridge import from_asyncio, new_loop
from service.postmaster import children, postmaster
from service.store.schema import upgrade
from service.store.session import open_pool

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator

T = TypeVar("T")

TEMPLATE = "galloper_template"

# Quick and forgetful; what must survive a crash is tested on a server with its own settings.
FORGETFUL = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
}

_numbers = itertools.count(1)


def in_asyncio(coroutine: Coroutine[Any, Any, T]) -> T:
    # In a thread of its own: a browser's driver keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(_run, coroutine).result()


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=new_loop) as runner:
        return runner.run(coroutine)


async def _execute(dsn: str, *statements: str) -> None:
    conn = await asyncpg.connect(dsn)
    try:
        for statement in statements:
            await conn.execute(statement)
    finally:
        await conn.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[embedded.Server]:
    """An embedded server with an up-to-date template database, for the whole run."""
    with tempfile.TemporaryDirectory(prefix="galloper-test-") as directory:
        server = embedded.enter(Path(directory), FORGETFUL)
        try:
            in_asyncio(_execute(server.dsn("postgres"), f"CREATE DATABASE {TEMPLATE}"))
            in_asyncio(upgrade(server.dsn(TEMPLATE)))
            yield server
        finally:
            running = postmaster(server.cluster)
            embedded.leave(server, passing=True)
            # Of one that takes longer to end somebody must take leave as well.
            if running is not None and (child := children.pop(running.pid, None)) is not None:
                child.wait(30)


@pytest.fixture
def empty_dsn(postgres: embedded.Server) -> Iterator[str]:
    """A fresh database without tables."""
    yield from fresh(postgres, "template0")


@pytest.fixture
def dsn(postgres: embedded.Server) -> Iterator[str]:
    """A fresh database with the current schema; for sync, asyncio and trio tests alike."""
    yield from fresh(postgres)


def fresh(postgres: embedded.Server, template: str = TEMPLATE) -> Iterator[str]:
    """A database of its own for as long as the generator stands."""
    name = f"test_{next(_numbers)}"
    admin = postgres.dsn("postgres")
    in_asyncio(_execute(admin, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))
    try:
        yield postgres.dsn(name)
    finally:
        in_asyncio(_execute(admin, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture
def play(dsn: str) -> Callable[[Callable[[asyncpg.Pool], Coroutine[Any, Any, Any]]], Any]:
    """Run an asyncio story on a pool to a fresh database, from a synchronous test."""

    def run(story: Callable[[asyncpg.Pool], Coroutine[Any, Any, Any]]) -> Any:
        async def told() -> Any:
            async with open_pool(dsn) as pool:
                return await story(pool)

        return in_asyncio(told())

    return run


@pytest.fixture
async def pool(dsn: str) -> AsyncIterator[asyncpg.Pool]:
    """A pool to a fresh database, for tests marked ``@pytest.mark.trio(run=guest_run)``."""
    context = open_pool(dsn)
    yield await from_asyncio(context.__aenter__)
    await from_asyncio(context.__aexit__, None, None, None)
