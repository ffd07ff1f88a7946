"""Letters in the browser: written, kept as drafts, weighed, answered, and proved to arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.staff import NARROW, barriers, reads

if TYPE_CHECKING:
    from tests.browser.staff import Staff


def test_a_letter_counts_as_arrived_when_its_answer_has_come(staff: Staff) -> None:
    staff.shell(
        "campaign", "create", "small_war", "--id", "spring", "--rate", "28800:1", "--seed", "1"
    )
    maria, reuss = (staff.invited("spring", "player", who) for who in ("maria", "reuss"))
    maria.goto(f"{staff.address}/c/spring/maria/letters")
    maria.select_option("select[name=to]", "reuss")
    maria.click("text=Take a sheet")
    assert "comes through" in maria.inner_text("fieldset")
    maria.fill("textarea[name=text]", "Where are you?")
    maria.click("text=Keep as a draft")
    assert "nobody reads it but you" in maria.inner_text("[role=status]")
    maria.set_viewport_size({"width": NARROW, "height": 844})
    assert maria.input_value("textarea[name=text]") == "Where are you?"
    maria.fill("input[name=towards]", "Atlantis")
    maria.click("text=Weigh it")
    assert "Atlantis" in maria.inner_text("[role=alert]")
    assert maria.input_value("textarea[name=text]") == "Where are you?"
    maria.fill("input[name=towards]", "")
    maria.select_option("select[name=copies]", "3")
    maria.click("text=Send it")
    assert "Handed over" in maria.inner_text("[role=status]")
    assert maria.input_value("textarea[name=text]") == ""
    reads(maria, "Sent; expected there")
    assert barriers(maria) == []
    reuss.goto(f"{staff.address}/c/spring/reuss/letters/maria")
    reads(reuss, "Where are you?")
    assert barriers(reuss) == []
    reuss.click("text=Answer it")
    reuss.fill("textarea[name=text]", "On the Weir road.")
    reuss.click("text=Send it")
    reads(maria, "Arrived: an answer came")
    assert "On the Weir road." in maria.inner_text("ol.thread")
