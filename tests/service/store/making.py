"""Campaigns and commits to test the store with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.store.campaigns import NewCampaign, create_campaign
from service.store.rows import CommitRows

if TYPE_CHECKING:
    import asyncpg


def rows(campaign_id: str = "c", version: int = 1, term: int = 0, **more: Any) -> CommitRows:
    """Rows for a campaign that stands at ``version``, as after making it; nothing to write."""
    fixed: dict[str, Any] = {
        "next_due": None,
        "now": 0,
        "answering": 0,
        "seq": 0,
        "head": b"",
        "line": 0,
        "release": 1,
    }
    return CommitRows(campaign_id=campaign_id, version=version, term=term, **{**fixed, **more})


def entities(numbers: range, body: bytes = b"{}") -> dict[str, Any]:
    return {"entities": [(f"e{n}", "thing", body) for n in numbers]}


def timeline(numbers: range) -> dict[str, Any]:
    return {
        "timeline": [(f"t{n}", n % 2, n, n % 5, f"e{n}", "event", b'{"n":%d}' % n) for n in numbers]
    }


def journal(numbers: range) -> dict[str, Any]:
    return {
        "seq": numbers.stop - 1,
        "journal": [
            (n, 10 * n, f"t{n}", "event", b'{"n":%d}' % n, n.to_bytes(32)) for n in numbers
        ],
    }


def known(person: str, numbers: range) -> dict[str, Any]:
    return {"known": [(person, n, n, "seen", b'{"n":%d}' % n) for n in numbers]}


def notices(numbers: dict[str, range]) -> dict[str, Any]:
    return {
        "notices": [
            (person, n, f"{person}/{n}", "told", n, b'{"n":%d}' % n)
            for person, span in numbers.items()
            for n in span
        ]
    }


async def make_campaign(
    conn: asyncpg.Connection, campaign_id: str = "c", release: int = 1, **more: Any
) -> None:
    """Make a campaign; it then stands at version 1, term 0."""
    new = NewCampaign(
        id=campaign_id,
        name=f"Campaign {campaign_id}",
        pack="ferry",
        release=release,
        scenario="test",
        settings=b'{"rate":1}',
        secret=bytes(32),
        provable=True,
    )
    await create_campaign(conn, new, rows(campaign_id, version=0, **more))
