"""A day of a campaign: two players and their referee, at desks and on phones, on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.staff import NARROW, WIDE, barriers, reads

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.staff import Staff

PAPERS = ("", "/letters", "/letters/reuss", "/map", "/almanac", "/record")
OFFICE = ("table", "things", "things/relief", "gm", "begun")


def wide_of(page: Page) -> list[int]:
    """At which widths something of a page stands beside the window."""
    found = []
    for width in (WIDE, NARROW):
        page.set_viewport_size({"width": width, "height": 844})
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append(width)
    return found


def test_two_players_and_a_referee_share_a_day(staff: Staff) -> None:
    staff.shell(
        "campaign", "create", "small_war", "--id", "spring", "--rate", "14400:1", "--seed", "1"
    )
    gm = staff.invited("spring", "gm", width=WIDE)
    maria = staff.invited("spring", "player", "maria", width=NARROW)
    reuss = staff.invited("spring", "player", "reuss", width=WIDE)
    # A letter rides from one to the other; only its answer would prove that it has come.
    maria.goto(f"{staff.address}/c/spring/maria/letters/reuss")
    maria.fill("textarea[name=text]", "The Duke is over the river.")
    maria.click("text=Send it")
    reads(reuss, "The Duke is over the river.")
    assert "Arrived" not in maria.inner_text("main")
    # The referee finds that stores were counted wrongly: he holds the clock, lest they be eaten
    # while he looks, and says why he corrects them.
    # What the game has answered by itself does not stand among what waits for him.
    gm.goto(f"{staff.address}/c/spring/gm")
    reads(gm, "What is the weather today?")
    assert gm.locator("section:has(#settled) .decision:has-text('the weather')").count()
    assert not gm.locator("section:has(#waiting) .decision:has-text('the weather')").count()
    gm.goto(f"{staff.address}/c/spring/table")
    gm.fill("input[name=reason]", "a count")
    gm.fill("input[name=until]", "2d")
    gm.click("text=Pause")
    assert "Understood: pause" in gm.inner_text("[role=status]")
    reads(gm, "a count")
    gm.goto(f"{staff.address}/c/spring/things/relief")
    gm.fill("[name='to.supplies']", "12345")
    gm.fill("[name=reason]", "Counted twice.")
    gm.click("text=See what changes")
    gm.click("text=Correct it")
    assert "12345" in gm.inner_text("main") or gm.locator("[role=status]").count()
    reads(reuss, "12\u202f345")
    for path in PAPERS:
        maria.goto(f"{staff.address}/c/spring/maria{path}")
        assert (path, wide_of(maria), barriers(maria)) == (path, [], [])
    for path in OFFICE:
        gm.goto(f"{staff.address}/c/spring/{path}")
        assert (path, wide_of(gm), barriers(gm)) == (path, [], [])
    for page, path in ((gm, "/"), (gm, "/start"), (gm, "/start/small_war")):
        page.goto(staff.address + path)
        assert (path, wide_of(page), barriers(page)) == (path, [], [])
