"""Almanac, map and markers over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.service.api.test_asking import play
from tests.service.api.test_letters import MARIA, _maria

if TYPE_CHECKING:
    from tests.service.api.site import Site

__all__ = ["play"]


def test_the_almanac_tells_the_day_and_the_weather_where_one_is(play: Any) -> None:
    async def story(here: Site) -> None:
        found = (await here.ask("GET", f"{MARIA}/almanac", await _maria(here))).body
        assert found["date"].startswith("Monday 1 May 1702")
        assert (found["season"], found["weather"], found["news"]) == ("spring", "fair", [])
        month = found["month"]
        assert (month["name"], month["today"]) == ("May 1702", 1)
        assert [day for week in month["weeks"] for day in week if day] == list(range(1, 32))
        assert month["weeks"][0][0] == 1, "the first of May 1702 was a Monday"

    play(story)


def test_a_marker_is_drawn_on_ones_own_map_alone(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        made = await here.ask(
            "POST", f"{MARIA}/markers", maria, json={"place": "Weir", "text": "<ford>?"}
        )
        assert made.status == 200
        drawing = (await here.ask("GET", f"{MARIA}/map", maria)).body
        assert drawing["svg"].count("<svg") == 3
        assert "&lt;ford&gt;?" in drawing["svg"]
        assert drawing["key"]["red"] == "Enemies"
        otto = await here.member("spring", "otto@example.org", "player", "otto")
        other = await here.ask("GET", MARIA.replace("maria", "otto") + "/map", otto)
        assert "ford" not in other.body["svg"].replace("Gravel ford", "").replace("Ford", "")
        wrong = await here.ask(
            "POST", f"{MARIA}/markers", maria, json={"place": "Weir", "text": ""}
        )
        assert wrong.status == 400
        nowhere = {"place": "Atlantis", "text": "x"}
        assert (await here.ask("POST", f"{MARIA}/markers", maria, json=nowhere)).status == 422
        gm = await here.member("spring", "gm@example.org", "gm")
        assert (await here.ask("GET", f"{MARIA}/markers", gm)).status == 403
        seen = (await here.ask("GET", f"{MARIA}/map", gm)).body["svg"]
        assert "&lt;ford&gt;" not in seen
        place = made.body["place"]
        assert (await here.ask("DELETE", f"{MARIA}/markers/{place}", maria)).status == 200
        assert (await here.ask("GET", f"{MARIA}/markers", maria)).body == []

    play(story)


def test_notes_are_kept_word_for_word(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        assert (await here.ask("GET", f"{MARIA}/notes", maria)).body == {"text": ""}
        said = {"text": "Ask Reuss.\n\tPowder?"}
        await here.ask("POST", f"{MARIA}/notes", maria, json=said)
        assert (await here.ask("GET", f"{MARIA}/notes", maria)).body == said
        gm = await here.member("spring", "gm@example.org", "gm")
        assert (await here.ask("GET", f"{MARIA}/notes", gm)).status == 403
        assert (
            await here.ask("POST", f"{MARIA}/notes", maria, json={"text": "x" * 10_001})
        ).status == 400

    play(story)
