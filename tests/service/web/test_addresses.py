"""Nobody is called what a page is called: everybody in a campaign has a desk of their own."""

from __future__ import annotations

import pytest
from aiohttp import web

from service.packs import pack_named
from service.web import frame
from service.web.routes import enter_pages
from tests.world.rules.campaign.field import Field, army, infantry, sides
from world.campaign import found
from world.dice import Secret
from world.errors import BadScenario, Refused
from world.kernel.nouns import ADDRESSES, REFEREE
from world.rules.campaign.nouns.commander import Commander
from world.rules.kingdoms.nouns.seat import require_player_name
from world.scenario.scenario import MAIN_FILE, read_scenario

WORD = "table"


def test_every_word_that_stands_where_a_persons_id_does_is_kept_from_persons() -> None:
    app = web.Application()
    enter_pages(app, frame.Site._make([None] * len(frame.Site._fields)))
    paths = [route.resource.canonical for route in app.router.routes() if route.resource]
    found = {path.split("/")[3] for path in paths if path.startswith("/c/{campaign}/")}
    assert found - {"{person}"} == ADDRESSES


def test_a_scenario_with_a_person_called_like_a_page_is_refused() -> None:
    with pytest.raises(BadScenario, match=r"the id 'table'.*a page has it"):
        Field(sides(commanders={WORD: {"name": "Marshal Table", "faction": "red"}}))
    kingdoms = pack_named("kingdoms")
    text = f"title: A table\npack: kingdoms\nkingdoms:\n  players: [anna, {WORD}]\n"
    with pytest.raises(BadScenario, match=r"'table' cannot be a player's name"):
        found(
            kingdoms, read_scenario({MAIN_FILE: text}, kingdoms), secret=Secret.of_seed(1), start=0
        )


def test_nobody_joins_a_campaign_under_a_word_that_a_page_has() -> None:
    armies = {"first": army("0301", [infantry("Line", 1000)], name="First", commander="ney")}
    field = Field(sides(armies=armies), pack=pack_named("campaign"))
    for person in (WORD, "newcomer"):
        field.force(0, REFEREE, f'offer_place person={person} name="A {person}" at=0301')
    assert field.world.find(Commander, WORD) is None
    assert field.world.find(Commander, "newcomer") is not None
    for player in ADDRESSES:
        with pytest.raises(Refused, match="cannot be a player"):
            require_player_name(player)
