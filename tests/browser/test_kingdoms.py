"""A game of kingdoms through its pages: four players and a referee play a whole year."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.staff import NARROW, WIDE, barriers, reads

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.staff import Staff

COURTS = {"ada": ("Arvale", "N"), "bram": ("Brenmark", "N"), "cora": ("Corvain", "SE")}
COURTS |= {"dov": ("Dunmere", "W")}
#: What each orders, season by season.
YEAR = {
    "Y1.Sp": ("seek", "attack kingdom=Arvale rating=culture", "pass", "seek"),
    "Y1.Su": ("festival", "work rating=military", "work rating=economy", "trade kingdoms=Arvale"),
    "Y1.Au": ("draft", "work rating=culture", "festival", "draft"),
    "Y1.Wi": ("pass", "draft", "draft", "work rating=military"),
}


def orders(page: Page, words: str) -> None:
    """Somebody writes an order on his desk."""
    page.fill("textarea[name=words]", words)
    page.locator("form:has(textarea[name=words]) button").click()
    assert "Understood" in page.inner_text("[role=status]"), page.inner_text("main")


def answers(page: Page, rule: str, option: str, times: int = 1) -> None:
    """Somebody answers what waits on his desk, by a button."""
    for _ in range(times):
        reads(page, rule)
        page.locator(f".decision:has-text('{rule}') button[value={option}]").first.click()
        assert "Answered" in page.inner_text("[role=status]"), page.inner_text("main")


@pytest.mark.rule("K-SET-01", "K-DEC-01", "K-DEC-02", "K-RUL-34")
def test_four_players_and_a_referee_play_a_year_by_their_pages(staff: Staff) -> None:
    staff.shell("campaign", "create", "kingdoms", "--id", "ring", "--seed", "1")
    gm = staff.invited("ring", "gm")
    players = {}
    for n, who in enumerate(COURTS):
        orders(gm, f"invite player={who}")
        gm.goto(f"{staff.address}/c/ring/table")
        reads(gm, who.title())
        gm.select_option("select[name=part]", f"player {who}")
        gm.click("text=Make a link")
        link = gm.get_attribute("[role=status] a", "href")
        assert link is not None
        gm.goto(f"{staff.address}/c/ring/gm")
        page = players[who] = staff.sit_down(NARROW if n % 2 else WIDE)
        page.goto(link)
        page.fill("input[name=email]", f"{who}@example.org")
        page.fill("input[name=name]", who.title())
        page.click("text=Accept")
        name, location = COURTS[who]
        page.click("summary:has-text('Create kingdom')")
        form = page.locator("form:has(input[value=create_kingdom])")
        form.locator("[name=name]").fill(name)
        form.locator("[name=location]").fill(location)
        form.locator("button").click()
        assert "Understood" in page.inner_text("[role=status]")
    # No id is needed: what waits for the referee stands on his desk, by the kingdom's name.
    answers(gm, "K-DEC-01", "approve", times=4)
    reads(gm, "Dunmere")
    orders(gm, "start_game")
    for turn, given in YEAR.items():
        answers(gm, "K-DEC-02", "random")
        for page, words in zip(players.values(), given, strict=True):
            reads(page, f"{turn}: the turn is open")
            orders(page, words)
        reads(players["ada"], f"{turn}: the turn has closed")
    reads(players["ada"], "Year 1 ends")
    for page in (gm, players["ada"]):
        assert barriers(page) == []
