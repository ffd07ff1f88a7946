"""The schema is brought up to date once, however many try, and a newer one is left alone."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from importlib.resources import files

import asyncpg
import pytest

from migrations import HEAD
from service.store import upgrading
from service.store.channels import list_channels
from service.store.deliveries import lane_deliveries, recent_deliveries
from service.store.endings import ending_of
from service.store.public import is_public
from service.store.readers import language_and_zone
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


def test_what_a_database_of_the_sixth_revision_holds_is_there_after_the_upgrade(
    empty_dsn: str,
) -> None:
    """Campaigns, accounts, channels, and messages that wait or were sent."""
    versions = files("migrations").joinpath("versions")
    names = sorted(one.name for one in versions.iterdir() if one.name.endswith(".sql"))

    async def story() -> None:
        await execute(
            empty_dsn,
            *(versions.joinpath(name).read_text() for name in names if name < "r0007"),
            "CREATE TABLE alembic_version (version_num varchar(32) PRIMARY KEY)",
            "INSERT INTO alembic_version VALUES ('0006')",
            """INSERT INTO campaign (id, name, pack, release, scenario, settings, secret, provable,
                state) SELECT id, id, 'ferry', 1, 'x', '{}', sha256('x'), true, state
            FROM (VALUES ('c', 'running'), ('d', 'ended')) AS u (id, state)""",
            "INSERT INTO due (campaign_id) VALUES ('c'), ('d')",
            "INSERT INTO account (id, email, folded, name) VALUES ('a', 'A@b.org', 'a@b.org', 'A')",
            "INSERT INTO membership VALUES ('c', 'a', 'player', 'ney')",
            """INSERT INTO channel (campaign_id, id, person, kind, address, numbered)
            VALUES ('c', 'w', 'ney', 'webhook', 'https://b.org/h', 2)""",
            """INSERT INTO delivery (campaign_id, channel_id, person, n, id, number, body, words)
            VALUES ('c', 'w', 'ney', -2, 'msg_2', 2, 'bytes',
                '{"kind":"ping","title":"","text":""}')""",
            """INSERT INTO delivered (campaign_id, channel_id, person, n, id, number, outcome,
                attempt, last_status, created)
            VALUES ('c', 'w', 'ney', 1, 'msg_1', 1, 'sent', 1, '204', now())""",
        )
        assert (await upgrade(empty_dsn)).state == "behind"
        async with open_pool(empty_dsn) as pool, pool.acquire() as conn:
            (channel,) = await list_channels(conn, "c", "ney")
            assert (channel.kind, channel.settings, channel.state) == ("webhook", b"{}", "active")
            (waits,) = await lane_deliveries(conn, "c", "w")
            assert (waits.id, waits.body) == ("msg_2", b"bytes")
            sent = await recent_deliveries(conn, "c", "w")
            assert [(one.number, one.outcome) for one in sent] == [(2, "waiting"), (1, "sent")]
            assert await language_and_zone(conn, "c", "ney") == ("en", "UTC")
            assert await ending_of(conn, "c") is None
            assert await ending_of(conn, "d") is not None
            assert not await is_public(conn, "c")

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
                  AND table_schema = 'public' AND data_type <> 'bytea'
                  AND collation_name IS DISTINCT FROM 'C'"""
            )
            assert collations == []

    asyncio.run(story())
