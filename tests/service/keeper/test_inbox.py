"""However much was said while nobody listened, each thing comes into force in its turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from service.bridge import guest_run
from service.intake.founding import found_campaign
from service.keeper import kept
from service.packs import load_pack
from service.store.instants import to_datetime
from tests.cases.kept import Campaign, asked
from tests.faults.daemons import ferry_posts, rate
from tests.packs.ferry import Post
from world.said import GiveOrder, encode

if TYPE_CHECKING:
    import asyncpg

pytestmark = pytest.mark.trio(run=guest_run)

load_pack("tests.packs.ferry:PACK")

MINUTE = 60_000_000
SAID = 40


async def said_in_an_hour(campaign: Campaign, name: str, start: int) -> None:
    """A campaign in which much was said between events, and nobody has kept it since."""
    # A letter is posted by script every minute, and lands an hour later.
    files = ferry_posts(60, every_minutes=1)
    options: dict[str, Any] = {"seed": 1, "start": start, "rate": rate("1")}
    await asked(found_campaign, campaign.pool, name, files, **options)
    for n in range(SAID):
        body = encode(GiveOrder(order=_post(n)))
        # Three at a time at the very same instant, so that some page ends among them.
        received = to_datetime(start + 20 * MINUTE + n // 3 * MINUTE + 1)
        person = ("ann", "ben")[n % 2]
        await campaign.fetch(
            "INSERT INTO input VALUES ($1, $2, $3, $4, $5, $6)",
            name, person, n + 1, received, f"k{n}", body,
        )  # fmt: skip
        await campaign.fetch("INSERT INTO inbox VALUES ($1, $2, $3)", name, person, n + 1)


def _post(n: int) -> Any:
    order = Post(to="ben" if n % 2 == 0 else "ann", text=f"said {n}")
    return msgspec.Raw(msgspec.json.encode(order, order="deterministic"))


async def heard(campaign: Campaign, name: str) -> list[tuple[Any, ...]]:
    """Its journal, once all of it has been heard."""
    await campaign.until(
        "SELECT count(*) = $2 FROM journal WHERE campaign_id = $1 AND kind = 'heard'", name, SAID
    )
    rows = await campaign.fetch(
        """SELECT seq, at, kind, event, hash FROM journal WHERE campaign_id = $1
        AND at < 4500000 ORDER BY seq""",
        name,
    )
    return [tuple(row) for row in rows]


@pytest.mark.parametrize("at_once", [1, 2, 4, 7])
async def test_what_does_not_fit_into_one_reading_is_heard_in_its_turn(
    pool: asyncpg.Pool, dsn: str, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Read a few at a time, the same war: nothing due later is run before it is heard."""
    campaign = Campaign(pool, dsn)
    start = await campaign.now() - 90 * MINUTE
    never = {"outage_after": 10**15}
    await said_in_an_hour(campaign, "whole", start)
    async with campaign.kept("d1", **never):
        whole = await heard(campaign, "whole")
    await said_in_an_hour(campaign, "parts", start)
    monkeypatch.setattr(kept, "AT_ONCE", at_once)
    async with campaign.kept("d2", **never):
        parts = await heard(campaign, "parts")
    assert len(whole) > SAID + 60
    assert parts == whole
