"""A server that cannot commit several campaigns at once says so once, and is not asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from structlog.testing import capture_logs

from service.bridge import guest_run
from service.intake.founding import found_campaign
from service.packs import load_pack
from tests.cases.kept import Campaign, Transaction, asked, until
from tests.faults.daemons import ferry_posts, rate

if TYPE_CHECKING:
    import asyncpg

pytestmark = pytest.mark.trio(run=guest_run)

load_pack("tests.packs.ferry:PACK")

# As a cluster does whose tables are distributed by campaign.
DISTRIBUTED = """
CREATE FUNCTION distributed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT count(DISTINCT campaign_id) FROM fresh) > 1 THEN
        RAISE EXCEPTION 'several shards at once' USING ERRCODE = 'feature_not_supported';
    END IF;
    RETURN NULL;
END $$"""
TRIGGER = """CREATE TRIGGER distributed AFTER INSERT ON journal REFERENCING NEW TABLE AS fresh
FOR EACH STATEMENT EXECUTE FUNCTION distributed()"""

SECOND = 1_000_000


async def test_a_cluster_is_asked_once_for_what_it_cannot_do(pool: asyncpg.Pool, dsn: str) -> None:
    """Also where a commit of one campaign, begun before the refusal, ends after it."""
    campaign = Campaign(pool, dsn)
    now = await campaign.now()
    quick = {"ferry.crossing_ms": "1000"}
    options: dict[str, Any] = {"seed": 1, "rate": rate("600:1"), "overrides": quick}
    # Its letter is posted in two seconds; theirs in four and from then on.
    alone = {"start": now + SECOND, **options}
    others = {"start": now + 3 * SECOND, **options}
    await asked(found_campaign, pool, "alone", ferry_posts(1), **alone)
    for n in range(2):
        await asked(found_campaign, pool, f"c{n}", ferry_posts(20, every_minutes=1), **others)
    await campaign.fetch(DISTRIBUTED)
    await campaign.fetch(TRIGGER)
    with capture_logs() as logs:
        async with campaign.kept():
            await campaign.until("SELECT count(*) = 3 FROM due WHERE owner = 'd1'")
            holding = "SELECT FROM due WHERE campaign_id = 'alone' FOR UPDATE"
            async with Transaction(campaign, holding):
                await until(lambda: _refused(logs))
                assert await campaign.value("SELECT seq = 1 FROM due WHERE campaign_id = 'alone'")
            await campaign.until("SELECT count(*) = 41 FROM journal WHERE kind = 'landed'")
    assert await _refused(logs) == ["together: FeatureNotSupportedError 0A000"]
    events = await campaign.fetch("SELECT campaign_id, event FROM journal")
    assert len({tuple(row) for row in events}) == len(events)


async def _refused(logs: list[Any]) -> list[str]:
    troubles = [line for line in logs if line["event"] == "commit_trouble"]
    return [error for line in troubles for error in line["errors"]]
