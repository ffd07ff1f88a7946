"""Somebody new begins a campaign in three clicks, invites, and the invited are at their desks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.staff import NARROW, barriers

if TYPE_CHECKING:
    from tests.browser.staff import Staff


def test_a_campaign_is_begun_in_three_clicks_and_people_are_invited(staff: Staff) -> None:
    staff.shell("account", "add", "new@example.org")
    page = staff.sit_down(NARROW)
    page.goto(staff.shell("account", "link", "new@example.org")["link"])
    page.click("main button")
    page.click("text=Begin a campaign")
    assert barriers(page) == []
    page.click("a.card[href$=small_war]")
    assert barriers(page) == []
    page.click("text=Begin it")
    assert page.locator("#next").count() == 1
    page.click("text=Make the links")
    assert barriers(page) == []
    link = page.get_attribute(".links a", "href")
    assert link is not None
    guest = staff.sit_down()
    guest.goto(link)
    guest.fill("input[name=email]", "guest@example.org")
    guest.fill("input[name=name]", "Guest")
    guest.click("text=Accept")
    assert guest.locator("#orders").count() == 1
    page.click("text=Your desk")
    assert page.locator("#orders").count() == 1
