"""A campaign begins at a pace that the page offers, and never at one beyond the fastest."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg
import pytest

from service.bridge import new_loop
from service.intake.founding import found_campaign
from service.pace import Pace
from service.packs import load_pack
from service.people.beginning import MOST, PACES
from service.scenario_files import read_files
from service.store.memberships import members
from tests.service.api.site import FERRY, FILES, Site, site
from tests.service.web.pages import page, session
from world.clock import parse_rate
from world.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[..., None]

#: The address people come by; it is not the one the test's server listens on.
URL = "http://games.example.org/galloper"


@pytest.fixture
def play(dsn: str) -> Play:
    """Run a story against a server."""

    def run(story: Callable[[Site], Awaitable[None]], url: str = "http://127.0.0.1") -> None:
        async def main() -> None:
            async with site(dsn, Pace(1e6, 10**6), url=url) as here:
                await story(here)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main())

    return run


def test_the_page_begins_a_campaign_at_no_pace_but_those_it_offers(play: Play) -> None:
    async def story(here: Site) -> None:
        secret = await session(here, await here.account("ann@example.org"))
        for rate in ("86400", "999999999999", "0", "1:7", "", "many", "-1", "1440:7"):
            shown = await page(here, "/start/small_war", secret, {"rate": rate})
            assert (shown.status, "nothing was begun" in shown.text) == (422, True), rate
        assert await here.pool.fetchval("SELECT count(*) FROM campaign") == 0
        # As a browser sends it: what stands in the form.
        form = (await page(here, "/start/small_war", secret)).text
        offered = re.findall(r'<option value="([^"]*)"', form)
        assert len(offered) == len(PACES)
        begun = await page(here, "/start/small_war", secret, {"rate": offered[-1]})
        assert (begun.status, begun.location.endswith("/begun")) == (303, True)

    play(story)


def test_a_link_to_an_invitation_leads_where_people_come_by_whatever_the_request_says(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        secret = await session(here, await here.account("ann@example.org"))
        begun = await page(here, "/start/small_war", secret, {"rate": "1:1"})
        campaign = begun.location.removesuffix("/begun")
        elsewhere = {"Host": "evil.example", "Sec-Fetch-Site": "same-origin"}
        made = await page(here, f"{campaign}/begun", secret, {}, more=elsewhere)
        person = (await here.pool.fetchval("SELECT max(person) FROM invitation")) or ""
        shown = [made]
        for do, form in (
            ("invite", {"part": "spectator "}),
            ("part", {"do": "hand_over", "person": person}),
        ):
            done = await page(here, f"{campaign}/table/{do}", secret, form, more=elsewhere)
            # What was made is told by a cookie, on the page one is sent to.
            cookie = {**elsewhere, "Cookie": f"galloper={secret}; told={done.told}"}
            shown.append(await page(here, done.location, secret, more=cookie))
        ours = re.compile(rf'"{re.escape(URL)}/invitation/glp_\w+"|{re.escape(URL)}/invitation/')
        for one in shown:
            assert (one.status, "evil.example" in one.text) == (200, False)
            assert ours.search(one.text)

    play(story, URL + "/")


def test_while_a_campaign_is_founded_the_loop_goes_on_and_no_connection_waits(play: Play) -> None:
    async def story(here: Site) -> None:
        files = read_files(Path("hundred_days"))
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                await asyncio.sleep(0)
                ticks += here.pool.get_idle_size() == here.pool.get_size()

        ticking = asyncio.create_task(tick())
        await found_campaign(here.pool, "c", files)
        ticking.cancel()
        assert ticks >= 10

    play(story)


def test_a_campaign_is_founded_with_its_referee_or_not_at_all(play: Play) -> None:
    async def story(here: Site) -> None:
        load_pack(FERRY)
        account = await here.account("ann@example.org")
        with pytest.raises(asyncpg.ForeignKeyViolationError):
            await found_campaign(here.pool, "c", FILES, gm="gone in the meantime")
        assert await here.pool.fetchval("SELECT count(*) FROM campaign") == 0
        await found_campaign(here.pool, "c", FILES, gm=account.id)
        async with here.pool.acquire() as conn:
            assert [one.account_id for one in await members(conn, "c")] == [account.id]

    play(story)


def test_no_campaign_is_founded_at_a_rate_that_its_clock_may_not_be_set_to(play: Play) -> None:
    async def story(here: Site) -> None:
        load_pack(FERRY)
        scenario = FILES["scenario.yaml"]
        for files, rate, overrides in (
            (FILES, parse_rate("86401"), {}),
            (FILES, parse_rate("999999999999:7"), {}),
            ({"scenario.yaml": f"{scenario}rate: 86401\n"}, None, {}),
            (FILES, parse_rate("11"), {"clock.fastest": "10"}),
        ):
            with pytest.raises(Refused, match="No campaign was founded"):
                await found_campaign(here.pool, "c", files, rate=rate, overrides=overrides)
        assert await here.pool.fetchval("SELECT count(*) FROM campaign") == 0
        await found_campaign(here.pool, "c", FILES, rate=parse_rate("86400"))

    play(story)


def test_a_campaign_is_begun_over_the_api_and_those_that_ended_leave_room(play: Play) -> None:
    async def story(here: Site) -> None:
        account = await here.account("gm@example.org")
        token = await here.token(account)
        names = [one["name"] for one in (await here.ask("GET", "/scenarios", token)).body]
        assert "small_war" in names
        wanted = {"scenario": "small_war", "name": "Spring"}
        assert (await here.ask("POST", "/campaigns", token, json={"scenario": "x"})).status == 404
        slow = {**wanted, "rate": "7:1"}
        assert (await here.ask("POST", "/campaigns", token, json=slow)).status == 400
        reader = await here.token(account, ("read",))
        assert (await here.ask("POST", "/campaigns", reader, json=wanted)).status == 403
        begun = (await here.ask("POST", "/campaigns", token, json=wanted)).body["id"]
        shown = (await here.ask("GET", f"/campaigns/{begun}", token)).body
        assert (shown["name"], shown["parts"][0]["role"]) == ("Spring", "gm")
        await here.pool.execute(
            """INSERT INTO membership (campaign_id, account_id, role)
            SELECT 'other-' || n, $1, 'gm' FROM generate_series(1, $2) AS n""",
            account.id,
            MOST - 1,
        )
        full = await here.ask("POST", "/campaigns", token, json=wanted)
        assert (full.status, "already" in full.body["detail"]) == (400, True)
        await here.ask("POST", f"/campaigns/{begun}/ending", token, json={"sure": begun})
        assert (await here.ask("POST", "/campaigns", token, json=wanted)).status == 200

    play(story)
