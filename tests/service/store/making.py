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
    return {
        "entities_id": [f"e{n}" for n in numbers],
        "entities_kind": ["thing"] * len(numbers),
        "entities_body": [body] * len(numbers),
    }


def timeline(numbers: range) -> dict[str, Any]:
    return {
        "timeline_id": [f"t{n}" for n in numbers],
        "timeline_axis": [n % 2 for n in numbers],
        "timeline_due": list(numbers),
        "timeline_rank": [n % 5 for n in numbers],
        "timeline_subject": [f"e{n}" for n in numbers],
        "timeline_kind": ["event"] * len(numbers),
        "timeline_body": [b'{"n":%d}' % n for n in numbers],
    }


def journal(numbers: range) -> dict[str, Any]:
    return {
        "seq": numbers.stop - 1,
        "journal_seq": list(numbers),
        "journal_at": [10 * n for n in numbers],
        "journal_event": [f"t{n}" for n in numbers],
        "journal_kind": ["event"] * len(numbers),
        "journal_body": [b'{"n":%d}' % n for n in numbers],
        "journal_hash": [n.to_bytes(32) for n in numbers],
    }


def known(person: str, numbers: range) -> dict[str, Any]:
    return {
        "known_person": [person] * len(numbers),
        "known_n": list(numbers),
        "known_at": list(numbers),
        "known_kind": ["seen"] * len(numbers),
        "known_body": [b'{"n":%d}' % n for n in numbers],
    }


def notices(numbers: dict[str, range]) -> dict[str, Any]:
    flat = [(person, n) for person, span in numbers.items() for n in span]
    return {
        "notice_person": [person for person, _ in flat],
        "notice_n": [n for _, n in flat],
        "notice_id": [f"{person}/{n}" for person, n in flat],
        "notice_kind": ["told"] * len(flat),
        "notice_at": [n for _, n in flat],
        "notice_body": [b'{"n":%d}' % n for _, n in flat],
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
