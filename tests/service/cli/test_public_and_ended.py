"""The public demonstration, visitors, files and the end, as an operator types them."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

from service.demo.public import ensure_public_demo
from service.store.session import open_pool
from tests.faults.daemons import daemon, in_asyncio
from tests.service.cli.typed import Typed, typed


def _type(dsn: str, *words: str) -> Typed:
    done = typed(dsn, *words)
    assert done.status == 0, (words, done.err)
    return done


def _get(address: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(address, timeout=30) as got:  # noqa: S310 - ours
            return got.status, got.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, ""


def _campaigns(dsn: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(_type(dsn, "campaign", "list", "--json").out)
    return found


async def _again(dsn: str) -> bool:
    async with open_pool(dsn) as pool:
        return await ensure_public_demo(pool)


def test_the_public_demonstration_is_founded_once_read_by_anybody_closed_kept_and_ended(
    dsn: str, tmp_path: Path
) -> None:
    with daemon(dsn, tmp_path, "--public-demo") as running:
        address = running.address()
        assert running.process.stdout is not None
        assert "/public" in running.process.stdout.readline()
        # Whoever starts it again finds it there.
        assert in_asyncio(_again(dsn)) is True
        (listed,) = _campaigns(dsn)
        assert (listed["id"], listed["state"]) == ("public-demo", "running")
        for path in ("/public", "/public/public-demo"):
            status, text = _get(address + path)
            assert (status, "The Hundred Days, for all to see" in text) == (200, True)
        _type(dsn, "campaign", "public", "public-demo", "--closed")
        assert in_asyncio(_again(dsn)) is False, "what was closed stays closed"
        assert _get(f"{address}/public/public-demo")[0] == 404
        _type(dsn, "campaign", "public", "public-demo")
        assert _get(f"{address}/public/public-demo")[0] == 200
        assert typed(dsn, "campaign", "public", "nonesuch").status == 2
    kept = tmp_path / "demo.zip"
    _type(dsn, "campaign", "archive", "public-demo", str(kept))
    with zipfile.ZipFile(kept) as archive:
        assert archive.testzip() is None
        assert "journal.jsonl" in {name.rpartition("/")[2] for name in archive.namelist()}
    # What is there already is not overwritten.
    before = kept.read_bytes()
    again = typed(dsn, "campaign", "archive", "public-demo", str(kept))
    assert (again.status, kept.read_bytes() == before) == (2, True)
    words = ("--epilogue", "The Emperor sailed.", "--open-books", "--json")
    ended = json.loads(_type(dsn, "campaign", "end", "public-demo", *words).out)
    assert bytes.fromhex(ended["secret"])
    assert [one["state"] for one in _campaigns(dsn)] == ["ended"]
    assert typed(dsn, "campaign", "end", "public-demo").status == 2
