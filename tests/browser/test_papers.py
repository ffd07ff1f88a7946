"""Map and almanac in the browser: markers and notes of one's own, and the map to keep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.staff import NARROW, barriers

if TYPE_CHECKING:
    from tests.browser.staff import Staff


def test_a_marker_stands_on_ones_own_map_until_it_is_taken_away(staff: Staff) -> None:
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    maria = staff.invited("spring", "player", "maria")
    maria.click("text=Map")
    maria.fill("input[list=places]", "Weir")
    maria.fill("input[name=text]", "A ford <here>?")
    maria.click("text=Set a marker")
    assert "Marked Weir" in maria.inner_text("[role=status]")
    drawn = maria.request.get(f"{staff.address}/c/spring/maria/map/map.svg")
    assert "A ford &lt;here&gt;?" in drawn.text()
    assert "<here>" not in drawn.text()
    with maria.expect_download() as kept:
        maria.click("#png")
    assert kept.value.path().read_bytes().startswith(b"\x89PNG")
    maria.set_viewport_size({"width": NARROW, "height": 844})
    assert barriers(maria) == []
    # On a phone the map does not fit: it begins where she is, and comes closer by a finger's tap.
    maria.reload()
    maria.wait_for_function("document.querySelector('.sheets').style.transform.includes('(-')")
    before = maria.get_attribute(".sheets", "style")
    maria.click("button[aria-label=Closer]")
    assert maria.get_attribute(".sheets", "style") != before
    reuss = staff.invited("spring", "player", "reuss")
    assert "A ford" not in reuss.request.get(f"{staff.address}/c/spring/reuss/map/map.svg").text()
    maria.fill("input[list=places]", "Atlantis")
    maria.fill("input[name=text]", "Nowhere.")
    maria.click("text=Set a marker")
    assert "Atlantis" in maria.inner_text("[role=alert]")
    maria.click("text=Take it away")
    assert "A ford" not in maria.inner_text("main")


def test_the_almanac_says_what_day_it_is_and_keeps_ones_notes(staff: Staff) -> None:
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    maria = staff.invited("spring", "player", "maria")
    maria.click("text=Almanac")
    assert "May 1702" in maria.inner_text("main")
    assert maria.inner_text("[aria-current=date]") == "1"
    maria.fill("textarea[name=notes]", "Ask Reuss for powder.")
    maria.click("text=Keep them")
    assert maria.input_value("textarea[name=notes]") == "Ask Reuss for powder."
    assert barriers(maria) == []
