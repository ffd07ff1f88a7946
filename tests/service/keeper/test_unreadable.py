"""A campaign that cannot be opened is given back and said so once; all others go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import trio
from prometheus_client import REGISTRY
from structlog.testing import capture_logs

from service.bridge import guest_run
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import give_order
from service.keeper import shelf
from service.packs import load_pack
from tests.cases.kept import Campaign, asked, until
from tests.faults.daemons import rate
from world.kernel.nouns import TimeLimit
from world.said import Outage, decode
from world.timeline import ANSWERING, RANK_LAST, Entry

if TYPE_CHECKING:
    import asyncpg

    from service.keeper.keeper import Keeper

pytestmark = pytest.mark.trio(run=guest_run)

load_pack("tests.packs.trouble:PACK")

SECRET = "burn-the-bridge-at-charleroi"
POKE = "poke who=ben how=ok"

LIMIT = Entry("limit", ANSWERING, 2**48, RANK_LAST, TimeLimit(subject="d", decision="d"))

#: What is broken, and what the operator is told of it.
BROKEN = {
    "pack": (
        r"""UPDATE campaign SET settings = convert_to(regexp_replace(
            convert_from(settings, 'UTF8'), 'pack: trouble', 'pack: of-another-daemon'), 'UTF8')
        WHERE id = 'c'""",
        "of-another-daemon",
    ),
    "settings": (
        "UPDATE campaign SET settings = convert_to('SECRET', 'UTF8') WHERE id = 'c'",
        "DecodeError",
    ),
    "scenario": (
        r"""UPDATE campaign SET settings = convert_to(regexp_replace(
            convert_from(settings, 'UTF8'), 'title: ', 'SECRET: '), 'UTF8') WHERE id = 'c'""",
        "MistakesFound",
    ),
    "entity": (
        """UPDATE entity SET body = convert_to('{"kind":"SECRET"}', 'UTF8')
        WHERE campaign_id = 'c' AND id = 'ann'""",
        "ValidationError",
    ),
    "event": (
        """UPDATE timeline SET body = convert_to('{"kind":"SECRET"}', 'UTF8')
        WHERE campaign_id = 'c'""",
        "ValidationError",
    ),
    "said": (
        """INSERT INTO input (campaign_id, person, n, key, body)
        VALUES ('c', 'ben', 99, 'k', convert_to('{"said":"SECRET"}', 'UTF8'));
        INSERT INTO inbox VALUES ('c', 'ben', 99)""",
        "ValidationError",
    ),
}


@pytest.fixture
def campaign(pool: asyncpg.Pool, dsn: str) -> Campaign:
    return Campaign(pool, dsn)


async def two_campaigns(campaign: Campaign) -> None:
    """Both with something to do at once."""
    await campaign.found("trouble", speed="600")
    files = {"scenario.yaml": "title: The other\npack: trouble\n"}
    await asked(found_campaign, campaign.pool, "other", files, seed=1, rate=rate("600"))
    for name in ("c", "other"):
        await asked(give_order, campaign.pool, Readings(), name, "ann", POKE)


async def execute(campaign: Campaign, statements: str) -> None:
    for statement in statements.replace("SECRET", SECRET).split(";"):
        await campaign.fetch(statement)


async def among(keeper: Keeper, campaigns: set[str]) -> bool:
    return campaigns <= set(keeper.kept)


def not_opened(logs: list[Any]) -> list[Any]:
    return [line for line in logs if line["event"] == "campaign_not_opened"]


@pytest.mark.parametrize("what", BROKEN)
async def test_what_cannot_be_opened_is_given_back_and_said_once(
    campaign: Campaign, what: str
) -> None:
    await two_campaigns(campaign)
    statement, told = BROKEN[what]
    await execute(campaign, statement)
    with capture_logs() as logs:
        async with campaign.kept():
            await campaign.until(
                "SELECT count(*) = 1 FROM journal WHERE campaign_id = 'other' AND kind = 'poked'"
            )
            await campaign.until("SELECT owner IS NULL FROM due WHERE campaign_id = 'c'")
            await trio.sleep(1.2)  # two looks
            assert REGISTRY.get_sample_value("galloper_campaigns_unreadable") == 1
            # Tried once, and not again at every look.
            assert await campaign.value("SELECT term FROM due WHERE campaign_id = 'c'") == 1
            assert await campaign.value("SELECT owner IS NULL FROM due WHERE campaign_id = 'c'")
    (said,) = not_opened(logs)
    assert said["campaign"] == "c"
    assert told in said["reason"]
    assert SECRET not in str(logs)
    assert not any(line["event"] == "not_attended" for line in logs)


async def test_what_becomes_unreadable_while_it_is_kept_is_given_back_as_well(
    campaign: Campaign,
) -> None:
    """A newer release's command line says something this daemon does not understand."""
    await two_campaigns(campaign)
    async with campaign.kept() as keeper:
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'heard'")
        await execute(campaign, BROKEN["said"][0])
        keeper.wake()
        await campaign.until("SELECT owner IS NULL FROM due WHERE campaign_id = 'c'")
        await asked(give_order, campaign.pool, Readings(), "other", "ann", POKE)
        keeper.wake()
        await campaign.until(
            "SELECT count(*) = 2 FROM journal WHERE campaign_id = 'other' AND kind = 'poked'"
        )
        assert "c" not in keeper.kept


async def test_an_inbox_that_cannot_be_read_stops_no_other_campaign_at_its_time_limit(
    campaign: Campaign,
) -> None:
    """Inboxes are read before limits are passed; one of them is unreadable."""
    await campaign.found("trouble")
    files = {"scenario.yaml": "title: The other\npack: trouble\n"}
    await asked(found_campaign, campaign.pool, "other", files, seed=1, rate=rate("1"))
    await campaign.fetch("UPDATE due SET next_due = 0")
    async with campaign.kept() as keeper:
        await campaign.until("SELECT count(*) = 2 FROM due WHERE owner = 'd1' AND unkept IS NULL")
        await until(lambda: among(keeper, {"c", "other"}))
        for kept in keeper.kept.values():
            kept.world.timeline.add(LIMIT)
        await execute(campaign, BROKEN["said"][0])
        ready = [keeper.kept["c"], keeper.kept["other"]]
        assert await keeper._read_before_limits(ready, 2**62)
        assert set(keeper.kept) == {"other"}
        assert await campaign.value("SELECT owner IS NULL FROM due WHERE campaign_id = 'c'")
        assert await campaign.value("SELECT owner FROM due WHERE campaign_id = 'other'") == "d1"


async def test_what_can_be_opened_again_is_kept_on_and_the_time_between_was_out(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "FIRST_AGAIN", 0.2)
    await two_campaigns(campaign)
    whole = await campaign.value("SELECT settings FROM campaign WHERE id = 'c'")
    await execute(campaign, BROKEN["pack"][0])
    with capture_logs() as logs:
        async with campaign.kept():
            await campaign.until(
                "SELECT owner IS NULL AND term >= 2 FROM due WHERE campaign_id = 'c'"
            )
            given = await campaign.now()
            # Ten minutes later.
            await campaign.fetch("UPDATE campaign SET created = created - interval '11 min'")
            await campaign.fetch("UPDATE due SET unkept = unkept - interval '10 min'")
            await campaign.fetch("UPDATE campaign SET settings = $1 WHERE id = 'c'", whole)
            await campaign.until(
                "SELECT count(*) = 1 FROM journal WHERE campaign_id = 'c' AND kind = 'poked'"
            )
            assert REGISTRY.get_sample_value("galloper_campaigns_unreadable") == 0
    assert len(not_opened(logs)) == 1
    assert any(line["event"] == "campaign_opened_after_all" for line in logs)
    (outage,) = await campaign.fetch("SELECT body FROM input WHERE person = 'keeper'")
    entered = decode(outage[0])
    assert isinstance(entered, Outage)
    assert entered.start < given - 9 * 60_000_000 < given < entered.end


async def test_a_suspect_that_cannot_be_opened_is_given_back_as_well(campaign: Campaign) -> None:
    """It was to be tried in a process of its own, which cannot open it either."""
    await two_campaigns(campaign)
    await execute(campaign, BROKEN["entity"][0])
    await campaign.fetch("UPDATE due SET tries = 3, owner = 'dead' WHERE campaign_id = 'c'")
    with capture_logs() as logs:
        async with campaign.kept():
            await campaign.until("SELECT owner IS NULL FROM due WHERE campaign_id = 'c'")
    (said,) = not_opened(logs)
    assert "ValidationError" in said["reason"]
