"""A day of a campaign: two players and their referee, at desks and on phones, on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.staff import NARROW, WIDE, barriers, reads

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.staff import Staff

PAPERS = ("", "/letters", "/letters/reuss", "/map", "/almanac", "/record")
OFFICE = ("table", "things", "things/relief", "gm", "begun")


def fits(page: Page) -> bool:
    """Whether nothing of a page stands beside the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.parametrize(
    ("field", "desk"), [(NARROW, WIDE), (WIDE, NARROW)], ids=["player by phone", "referee by phone"]
)
def test_two_players_and_a_referee_share_a_day(staff: Staff, field: int, desk: int) -> None:
    staff.shell(
        "campaign", "create", "small_war", "--id", "spring", "--rate", "14400:1", "--seed", "1"
    )
    gm = staff.invited("spring", "gm", width=desk)
    maria = staff.invited("spring", "player", "maria", width=field)
    reuss = staff.invited("spring", "player", "reuss", width=desk)
    # A letter rides from one to the other; only its answer would prove that it has come.
    maria.goto(f"{staff.address}/c/spring/maria/letters/reuss")
    maria.fill("textarea[name=text]", "The Duke is over the river.")
    maria.click("text=Send it")
    reads(reuss, "The Duke is over the river.")
    assert "Arrived" not in maria.inner_text("main")
    # The referee finds that stores were counted wrongly, and says why he corrects them.
    gm.goto(f"{staff.address}/c/spring/things/relief")
    gm.fill("[name='to.supplies']", "12345")
    gm.fill("[name=reason]", "Counted twice.")
    gm.click("text=See what changes")
    gm.click("text=Correct it")
    assert "12345" in gm.inner_text("main") or gm.locator("[role=status]").count()
    reads(reuss, "12\u202f345")
    for path in PAPERS:
        maria.goto(f"{staff.address}/c/spring/maria{path}")
        assert (path, barriers(maria), fits(maria)) == (path, [], True)
    for path in OFFICE:
        gm.goto(f"{staff.address}/c/spring/{path}")
        assert (path, barriers(gm), fits(gm)) == (path, [], True)
    for page, path in ((gm, "/"), (gm, "/start"), (gm, "/start/small_war")):
        page.goto(staff.address + path)
        assert (path, barriers(page), fits(page)) == (path, [], True)
