"""Secrets: what programs are told over HTTP changes nothing and gives nothing away."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import give_order
from service.packs import load_pack
from service.store.session import open_pool
from tests.faults.daemons import FERRY, Daemon, in_asyncio, rate

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SCRIPT = "hold-the-farm-of-hougoumont"
LETTER = "the-guard-dies"
HOOK = "https://example.org/token-of-ben"

load_pack(FERRY)

#: Tables that only say who is alive.
BREATHING = {"daemon"}


async def _founded(dsn: str) -> bytes:
    """A campaign whose clock stands, with a letter on its way; its secret."""
    script = f"script:\n- {{at: +1d, person: ann, order: 'post to=ben text={SCRIPT}'}}\n"
    files = {"scenario.yaml": f"title: Ferry\npack: ferry\n{script}"}
    async with open_pool(dsn) as pool:
        await found_campaign(pool, "c", files, rate=rate("0"))
        await add_channel(pool, Readings(), "c", "ben", HOOK)
        await give_order(pool, Readings(), "c", "ann", f"post to=ben text={LETTER}")
        secret: bytes = await pool.fetchval("SELECT secret FROM campaign")
    return secret


async def _digest(dsn: str) -> dict[str, str]:
    """Every table's rows, by table, but for the daemons' heartbeat and who keeps the campaign."""
    conn = await asyncpg.connect(dsn)
    try:
        names = await conn.fetch(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
        )
        digests = {}
        for name in {row[0] for row in names} - BREATHING:
            rows = await conn.fetch(f"SELECT t::text FROM {name} t ORDER BY 1")  # noqa: S608
            text = "\n".join(row[0] for row in rows)
            digests[name] = hashlib.sha256(text.encode()).hexdigest()
        return digests
    finally:
        await conn.close()


def _ask(address: str, method: str, path: str) -> tuple[int, bytes]:
    body = b'{"person": "gm", "hours": 6}' if method in {"POST", "PUT", "PATCH"} else None
    request = urllib.request.Request(f"{address}{path}", data=body, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310 - ours
            return answer.status, answer.read()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read()


@pytest.fixture
def standing(dsn: str, tmp_path: Path) -> Iterator[tuple[str, str, bytes]]:
    """A daemon with a campaign in which nothing is due: its address, its database, the secret."""
    secret = in_asyncio(_founded(dsn))
    daemon = Daemon(dsn, tmp_path / "daemon.log")
    try:
        address = daemon.address()

        async def heard() -> None:
            conn = await asyncpg.connect(dsn)
            async with asyncio.timeout(20):
                while await conn.fetchval("SELECT count(*) FROM inbox"):  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            await conn.close()

        in_asyncio(heard())
        yield address, dsn, secret
    finally:
        daemon.close()


PATHS = [
    "/",
    "/healthz",
    "/metrics",
    "/advance",
    "/c",
    "/campaign/c",
    "/campaigns/c/advance",
    "/api/campaigns/c/orders",
    "/api/v1/campaigns/c",
    "/api/v1/campaigns/c/clock",
    "/api/v1/campaigns/c/persons/gm/orders",
    "/api/v1/openapi.json",
    "/tick?hours=6",
    "/healthz?advance=1",
    "//healthz",
    "/%2e%2e/",
]
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


# A referee program: an unauthenticated GET advanced the world.
def test_nobody_changes_anything_over_http_without_having_proved_who_he_is(
    standing: tuple[str, str, bytes],
) -> None:
    """Whatever is asked by whatever method, every row of the database stays as it was."""
    address, dsn, secret = standing
    before = in_asyncio(_digest(dsn))
    assert len(before) > 10
    answers = {}
    for path in PATHS:
        for method in METHODS:
            status, body = _ask(address, method, path)
            answers[method, path] = status
            for hidden in (SCRIPT, LETTER, HOOK, secret.hex()):
                assert hidden.encode() not in body
    assert in_asyncio(_digest(dsn)) == before
    assert answers["GET", "/healthz"] == answers["GET", "/metrics"] == 200
    taken = {key for key, status in answers.items() if status < 400}
    assert {method for method, _ in taken} == {"GET", "HEAD"}
    # The way in and the API's description are for everybody.
    open_to_all = {"/", "/healthz", "/metrics", "/api/v1/openapi.json"}
    assert {path.split("?")[0] for _, path in taken} == open_to_all


# Data sent to clients gave away what was hidden (Mindustry#7819 and its like).
@pytest.mark.parametrize("command", [("campaign", "list"), ("campaign", "show", "c")])
@pytest.mark.parametrize("form", [(), ("--json",)], ids=["words", "json"])
def test_lists_and_pages_of_a_campaign_hold_no_scenario_text_and_no_secret(
    dsn: str, command: tuple[str, ...], form: tuple[str, ...]
) -> None:
    """They are pasted into chats: letters under way, scripts and dice are not for that."""
    secret = in_asyncio(_founded(dsn))
    more = ("--pack", FERRY) if "show" in command else ()
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *command, *form, *more],
        env={**os.environ, "DATABASE_URL": dsn, "PYTHONPATH": str(ROOT)},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    if form:
        shown: Any = json.loads(done.stdout)
        assert shown
    assert "c" in done.stdout
    for hidden in (SCRIPT, LETTER, HOOK, secret.hex(), "whsec_"):
        assert hidden not in done.stdout + done.stderr
