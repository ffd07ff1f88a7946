"""The schema is brought up to date once, however many try, and a newer one is left alone."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import asyncpg
import pytest

from migrations import HEAD
from service.store import upgrading
from service.store.schema import SchemaMismatch, SchemaState, ensure_current, schema_state, upgrade
from service.store.session import open_pool, writing
from tests.service.store.making import make_campaign
from world.errors import GalloperError


async def execute(dsn: str, *statements: str) -> None:
    conn = await asyncpg.connect(dsn)
    try:
        for statement in statements:
            await conn.execute(statement)
    finally:
        await conn.close()


async def tables(dsn: str) -> set[str]:
    conn = await asyncpg.connect(dsn)
    try:
        found = await conn.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    finally:
        await conn.close()
    return {row[0] for row in found}


def test_an_empty_database_is_refused_until_it_is_upgraded(empty_dsn: str) -> None:
    async def story() -> None:
        assert await schema_state(empty_dsn) == SchemaState("empty", None, HEAD)
        with pytest.raises(SchemaMismatch, match=r"no tables yet.*Run: galloper db upgrade"):
            await ensure_current(empty_dsn)
        assert await tables(empty_dsn) == set()
        assert (await upgrade(empty_dsn)).state == "empty"
        assert (await upgrade(empty_dsn)).state == "current"
        await ensure_current(empty_dsn)

    asyncio.run(story())


def test_upgrades_at_once_do_the_work_once(empty_dsn: str) -> None:
    program = (
        "import asyncio, sys; from service.store.schema import upgrade; "
        "asyncio.run(upgrade(sys.argv[1]))"
    )

    async def story() -> None:
        await asyncio.gather(*(upgrade(empty_dsn) for _ in range(4)))
        await ensure_current(empty_dsn)

    with subprocess.Popen(
        [sys.executable, "-c", program, empty_dsn], stderr=subprocess.PIPE, text=True
    ) as process:
        asyncio.run(story())
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said


def test_a_newer_schema_is_refused_and_left_alone(dsn: str) -> None:
    async def story() -> None:
        await execute(dsn, "UPDATE alembic_version SET version_num = '9999'")
        assert (await schema_state(dsn)).state == "newer"
        for attempt in (ensure_current, upgrade):
            with pytest.raises(SchemaMismatch, match=r"9999, newer than .*Install the newer"):
                await attempt(dsn)
        assert (await schema_state(dsn)).found == "9999"

    asyncio.run(story())


def test_an_upgrade_waits_for_another_but_not_for_ever(
    empty_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upgrading, "LOCK_WAIT", 1)

    async def story() -> None:
        await execute(empty_dsn, "CREATE TABLE alembic_version (version_num varchar(32) NOT NULL)")
        other = await asyncpg.connect(empty_dsn)
        transaction = other.transaction()
        await transaction.start()
        await other.execute("LOCK TABLE alembic_version IN SHARE ROW EXCLUSIVE MODE")
        assert (await schema_state(empty_dsn)).state == "empty", "looking is not kept waiting"
        with pytest.raises(GalloperError, match=r"Another process has been upgrading"):
            await upgrade(empty_dsn)
        waiting = asyncio.create_task(upgrade(empty_dsn))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        await transaction.rollback()
        await other.close()
        await waiting
        await ensure_current(empty_dsn)

    asyncio.run(story())


def test_a_step_that_fails_leaves_nothing_behind(empty_dsn: str) -> None:
    async def story() -> None:
        await execute(empty_dsn, "CREATE TABLE notice (of_another_program integer)")
        with pytest.raises(GalloperError, match=r'"notice" already exists.*Nothing was changed'):
            await upgrade(empty_dsn)
        assert await tables(empty_dsn) == {"notice", "alembic_version"}
        await execute(empty_dsn, "DROP TABLE notice")
        await upgrade(empty_dsn)
        await ensure_current(empty_dsn)

    asyncio.run(story())


def test_a_database_of_another_locale_orders_names_as_the_program_does(dsn: str) -> None:
    """By code point: Z before a, as Python's sorted() does it."""

    async def story() -> None:
        async with open_pool(dsn) as pool, writing(pool) as conn:
            for name in ("a", "Z", "é", "b"):
                await make_campaign(conn, name)
            found = await conn.fetch("SELECT id FROM campaign ORDER BY id")
            assert [row[0] for row in found] == sorted(["a", "Z", "é", "b"])
            collations = await conn.fetch(
                """SELECT table_name, column_name FROM information_schema.columns
                WHERE column_name IN ('campaign_id', 'person', 'id', 'key', 'channel_id')
                  AND table_name IN (SELECT tablename FROM pg_tables)
                  AND table_schema = 'public' AND collation_name IS DISTINCT FROM 'C'"""
            )
            assert collations == []

    asyncio.run(story())
