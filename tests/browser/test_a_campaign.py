"""A campaign in the browser: invited, ordered, written, answered; on a desktop and on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.staff import NARROW, WIDE, barriers, reads

if TYPE_CHECKING:
    from tests.browser.staff import Staff


@pytest.mark.parametrize("width", [WIDE, NARROW], ids=["desktop", "phone"])
def test_a_letter_written_in_one_browser_arrives_in_another(staff: Staff, width: int) -> None:
    staff.shell(
        "campaign", "create", "small_war", "--id", "spring", "--rate", "3600:1", "--seed", "1"
    )
    maria = staff.invited("spring", "player", "maria", width)
    reuss = staff.invited("spring", "player", "reuss", width)
    assert maria.url.endswith("/c/spring/maria")
    maria.click("summary:has-text('Or by a form')")
    maria.click("summary:has-text('Letter')")
    form = maria.locator("form:has(input[name=order][value=letter])")
    form.locator("[name=to]").fill("reuss")
    form.locator("[name=text]").fill("The enemy is at the ford. <b>Hold.</b>")
    form.locator("button").click()
    assert "Understood: letter to=reuss" in maria.inner_text("[role=status]")
    reads(reuss, "The enemy is at the ford. <b>Hold.</b>")
    assert barriers(maria) == []
    assert barriers(reuss) == []


def test_what_is_forbidden_is_refused_on_the_page_and_the_words_stay(staff: Staff) -> None:
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    maria = staff.invited("spring", "player", "maria")
    maria.fill("textarea[name=words]", "march army=harbour-battalion to=Atlantis")
    maria.locator("form:has(textarea[name=words]) button").click()
    assert "Atlantis" in maria.inner_text("[role=alert]")
    assert maria.input_value("textarea[name=words]") == "march army=harbour-battalion to=Atlantis"
    maria.goto(f"{staff.address}/c/spring/otto")
    assert "not yours to lead" in maria.inner_text("[role=alert]")


def test_without_script_everything_that_matters_works(staff: Staff) -> None:
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    made = staff.shell("campaign", "invite", "spring", "player", "maria")
    page = staff.sit_down(script=False)
    page.goto(made["link"])
    page.fill("input[name=email]", "maria@example.org")
    page.fill("input[name=name]", "Maria")
    page.click("text=Accept")
    page.fill("textarea[name=words]", 'letter to=reuss text="Come."')
    page.locator("form:has(textarea[name=words]) button").click()
    assert "Understood" in page.inner_text("[role=status]")


def test_the_way_in_is_open_to_everybody(staff: Staff) -> None:
    page = staff.sit_down(NARROW, "dark")
    page.goto(staff.address)
    assert barriers(page) == []
    page.fill("form[action='/sign-in'] input[name=email]", "nobody@example.org")
    page.fill("input[name=password]", "not a password")
    page.click("form[action='/sign-in'] button")
    assert "do not go together" in page.inner_text("[role=alert]")
    staff.shell("account", "add", "gm@example.org")
    page.goto(staff.shell("account", "link", "gm@example.org")["link"])
    page.click("main button")
    assert "Your campaigns" in page.inner_text("main")
    page.click("text=Sign out")
    assert "Report to the staff" in page.inner_text("main")


def test_a_referee_asks_somebody_in_pauses_and_reads_the_dice(staff: Staff) -> None:
    staff.shell(
        "campaign", "create", "small_war", "--id", "spring", "--rate", "3600:1", "--seed", "1"
    )
    gm = staff.invited("spring", "gm")
    gm.goto(f"{staff.address}/c/spring/table")
    assert barriers(gm) == []
    gm.select_option("select[name=part]", "player maria")
    gm.click("text=Make a link")
    link = gm.get_attribute("[role=status] a", "href")
    assert link is not None
    maria = staff.sit_down(NARROW)
    maria.goto(link)
    maria.fill("input[name=email]", "maria@example.org")
    maria.fill("input[name=name]", "Maria")
    maria.click("text=Accept")
    assert maria.url.endswith("/c/spring/maria")
    maria.click("text=Map")
    assert barriers(maria) == []
    assert maria.goto(f"{staff.address}/c/spring/table").status == 403  # type: ignore[union-attr]
    gm.fill("input[name=reason]", "a feast")
    gm.fill("input[name=until]", "2d")
    gm.click("text=Pause")
    assert "Understood: pause (a feast)" in gm.inner_text("[role=status]")
    reads(gm, "a feast")
    gm.click("text=Let it run again")
    assert "Understood" in gm.inner_text("[role=status]")
