"""Visitors without an account read the news of public campaigns, late; and nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from service.papers import newspaper
from service.scenario_files import read_files
from tests.service.api.conftest import play
from tests.service.api.site import Site
from tests.service.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

__all__ = ["play"]

WAR = "/campaigns/war"
HOUR = 3_600_000


async def knows(here: Site, person: str, n: int, at: int, **record: Any) -> None:
    """A line of somebody's record, as the keeper's commit leaves it."""
    body = {"kind": "news_heard", "event": "battle", "place": "0303", "heard": "0101", **record}
    await here.pool.execute(
        "INSERT INTO known VALUES ('war', $1, $2, $3, $4, $5)",
        person, n, at, body["kind"], json.dumps(body).encode(),
    )  # fmt: skip


def test_a_visitor_reads_each_tale_once_when_it_is_old_enough_and_nobodys_papers(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        newspaper._printed.clear()
        await here.campaign("war", read_files(Path("small_war")))
        gm = await here.member("war", "gm@example.org", "gm")
        maria = await here.member("war", "maria@example.org", "player", "maria")
        await here.ask("POST", f"{WAR}/watch", gm, json={"hours": 24})
        async with here.pool.acquire() as conn:
            now = (await here.readings.world(conn, "war")).now
        old, young = now - 25 * HOUR, now - 23 * HOUR
        await knows(here, "maria", 1, old, happened=old - HOUR, text="Weir has <fallen>.")
        await knows(here, "reuss", 1, old, happened=old - HOUR, text="Weir has <fallen>.")
        await knows(here, "otto", 1, young, happened=old, text="Too soon to be told.")
        await here.pool.execute(
            "INSERT INTO known VALUES ('war', 'maria', 2, $1, 'learnt', $2)",
            old,
            b'{"kind":"learnt","subject":"x","words":"Sesame","where":"0303","at":0,"source":"y"}',
        )
        # Nobody looks on until the game master lets them, and only he does.
        none = await page(here, "/public/nonesuch")
        closed = await page(here, "/public/war")
        assert (closed.status, closed.text) == (404, none.text.replace("nonesuch", "war"))
        for who, status in ((maria, 403), (gm, 200)):
            asked = await here.ask("POST", f"{WAR}/public", who, json={"public": True})
            assert asked.status == status
        shown = await page(here, "/public/war")
        assert shown.text.count("Weir has &lt;fallen&gt;.") == 1
        drawn = await page(here, "/public/war/map.svg")
        told = await here.ask("GET", "/public/war")
        assert [one["text"] for one in told.body["stories"]] == ["Weir has <fallen>."]
        listed = await here.ask("GET", "/public")
        assert [one["id"] for one in listed.body] == ["war"]
        svg = await here.ask("GET", "/public/war/map.svg")
        assert svg.raw.decode() == drawn.text
        for text in (shown.text, drawn.text, told.raw.decode()):
            assert "Too soon" not in text
            assert "Sesame" not in text
            assert "battalion" not in text.casefold()
        # It is a look, and no part: everything else wants an account as before.
        for path in ("/c/war/maria", "/c/war/watch", "/c/war/ending", "/c/war/knows"):
            assert (await page(here, path)).location == "/"
        assert "/public" in (await page(here, "/")).text
        await here.ask("POST", f"{WAR}/public", gm, json={"public": False})
        assert (await page(here, "/public/war")).status == 404
        assert "/public" not in (await page(here, "/")).text

    play(story)


def test_what_visitors_read_does_not_follow_from_what_is_not_told(play: Play) -> None:
    """The world may go on as it likes: until something is told, every byte stays the same."""

    async def story(here: Site) -> None:
        await here.campaign("war", read_files(Path("small_war")))
        gm = await here.member("war", "gm@example.org", "gm")
        await here.ask("POST", f"{WAR}/public", gm, json={"public": True})
        await here.ask("POST", f"{WAR}/ending", gm, json={"sure": "war"})
        seen = []
        for _ in range(2):
            newspaper._printed.clear()
            seen.append(
                [
                    (await page(here, "/public/war")).text,
                    (await page(here, "/public/war/map.svg")).text,
                ]
            )
            # An army is destroyed, a stronghold changes hands: nobody has told it yet.
            await here.pool.execute(
                "DELETE FROM entity WHERE campaign_id = 'war' AND kind IN ('army', 'army_seen')"
            )
            await here.pool.execute("UPDATE due SET version = version + 1")
        assert seen[0] == seen[1]

    play(story)
