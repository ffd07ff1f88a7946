"""The referee's table in the browser: what is so is looked up and corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.staff import NARROW, barriers, reads

if TYPE_CHECKING:
    from tests.browser.staff import Staff


def test_a_referee_corrects_an_army_and_sees_before_and_after(staff: Staff) -> None:
    staff.shell(
        "campaign", "create", "small_war", "--id", "spring", "--rate", "3600:1", "--seed", "1"
    )
    gm = staff.invited("spring", "gm", width=NARROW)
    gm.goto(f"{staff.address}/c/spring/table")
    gm.click("text=Corrections")
    assert barriers(gm) == []
    gm.select_option("select[name=kind]", "army")
    gm.click("text=Look up")
    assert barriers(gm) == []
    gm.click("text=harbour-battalion")
    assert barriers(gm) == []
    gm.fill("[name='to.supplies']", "12345")
    gm.fill("[name='to.name']", "The Harbour Battalion")
    gm.fill("[name=reason]", "the count was wrong")
    gm.click("text=See what changes")
    assert barriers(gm) == []
    changes = gm.inner_text("section.urgent")
    assert "12345" in changes
    assert "The Harbour Battalion" in changes
    gm.click("text=Correct it")
    assert "Understood: correct army harbour-battalion" in gm.inner_text("[role=status]")
    gm.goto(f"{staff.address}/c/spring/gm")
    reads(gm, "the count was wrong")
    gm.goto(f"{staff.address}/c/spring/things/harbour-battalion")
    assert gm.input_value("[name='to.name']") == "The Harbour Battalion"
    gm.fill("[name='to.place']", "9999")
    gm.fill("[name=reason]", "x")
    gm.click("text=See what changes")
    assert "names a place" in gm.inner_text("[role=alert]")
    assert gm.input_value("[name='to.place']") == "9999"


def test_an_operator_looks_after_everything_and_locks_an_account(staff: Staff) -> None:
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    staff.invited("spring", "player", "maria").close()
    staff.shell("account", "add", "op@example.org", "--operator")
    op = staff.sit_down()
    op.goto(staff.shell("account", "link", "op@example.org")["link"])
    op.click("main button")
    op.click("text=Operator")
    reads(op, "All is well")
    assert barriers(op) == []
    op.click("text=Accounts")
    op.click("summary:has-text('Maria')")
    assert barriers(op) == []
    op.fill("details:has-text('Maria') [name=reason]", "a test")
    op.click("details:has-text('Maria') button[value=lock]")
    assert "locked" in op.inner_text("[role=status]")
    op.click("text=Audit")
    assert "a test" in op.inner_text("main")
    assert barriers(op) == []
    stranger = staff.invited("spring", "player", "reuss")
    assert stranger.goto(f"{staff.address}/operator").status == 403  # type: ignore[union-attr]


def test_words_out_of_character_a_mute_a_handover_a_spectator_and_the_end(staff: Staff) -> None:
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    gm = staff.invited("spring", "gm")
    maria = staff.invited("spring", "player", "maria", NARROW)
    maria.click("text=To the referee")
    assert barriers(maria) == []
    maria.fill("[name=words]", "I am away next week.")
    maria.click("text=Say it")
    assert "reads it" in maria.inner_text("[role=status]")
    gm.goto(f"{staff.address}/c/spring/table")
    gm.click("text=Out of character (1)")
    assert barriers(gm) == []
    gm.fill("[name=answer]", "Good journey.")
    gm.click("button:text-is('Answer')")
    gm.select_option("section:has(#mute) select", "otto")
    gm.fill("[name=reason]", "rude")
    gm.click("text=Stop the letters")
    assert "otto writes no words" in gm.inner_text("[role=status]")
    maria.reload()
    assert "Good journey." in maria.inner_text("main")
    gm.goto(f"{staff.address}/c/spring/table")
    gm.click("text=Hand over")
    assert "/invitation/" in gm.inner_text("[role=status]")
    assert barriers(gm) == []
    maria.goto(f"{staff.address}/c/spring/maria")
    assert maria.locator("[role=alert]").count() == 1
    eve = staff.invited("spring", "spectator", width=NARROW)
    assert eve.url.endswith("/c/spring/watch")
    assert barriers(eve) == []
    assert "nobody had been told anything" in eve.inner_text("main")
    gm.click("text=End the campaign")
    assert barriers(gm) == []
    gm.fill("[name=epilogue]", "The harbour was never taken.")
    gm.fill("[name=sure]", "spring")
    gm.check("[name=open_books]")
    gm.click("button[value=end]")
    assert "The harbour was never taken." in gm.inner_text("section:has(#epilogue)")
    assert barriers(gm) == []
    eve.goto(f"{staff.address}/")
    eve.click("a.card")
    assert "The harbour was never taken." in eve.inner_text("main")
    assert barriers(eve) == []
    eve.click("text=The true map")
    assert eve.locator("#chart").count() == 1


def test_a_referee_looks_ahead_searches_the_dice_and_speaks_for_a_captain(staff: Staff) -> None:
    staff.shell(
        "campaign", "create", "small_war", "--id", "spring", "--rate", "3600:1", "--seed", "1"
    )
    gm = staff.invited("spring", "gm", width=NARROW)
    gm.goto(f"{staff.address}/c/spring/table")
    gm.click("text=The next game day")
    assert "within 24 game hours" in gm.inner_text("main").lower()
    assert barriers(gm) == []
    gm.click("nav >> text=Journal")
    gm.fill("[name=words]", "founded")
    gm.click("text=Search")
    assert "Founded" in gm.inner_text("table")
    assert barriers(gm) == []
    gm.click("nav >> text=Table")
    gm.click("text=Who knows what")
    gm.select_option("select[name=person]", "maria")
    gm.click("text=What does he believe?")
    assert gm.locator("table tbody tr").count() > 0
    assert barriers(gm) == []
    gm.click("table a >> nth=0")
    assert "maria" in gm.inner_text("table").lower()
    assert barriers(gm) == []
    gm.click("nav >> text=Table")
    gm.select_option("select[name=who]", "reuss")
    gm.fill("[name=say]", "letter to=maria text='Hold out!'")
    gm.click("text=Say it")
    assert "Understood: speak_for who=reuss" in gm.inner_text("[role=status]")
    assert barriers(gm) == []
