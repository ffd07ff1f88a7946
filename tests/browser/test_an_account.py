"""The account's page in the browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.staff import NARROW, barriers

if TYPE_CHECKING:
    from tests.browser.staff import Staff


def test_somebody_sets_a_password_makes_a_token_takes_a_copy_and_leaves(staff: Staff) -> None:
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    maria = staff.invited("spring", "player", "maria", NARROW)
    maria.click("header a:has-text('Maria')")
    assert barriers(maria) == []
    maria.fill("[name=new]", "a rather long sentence")
    maria.click("text=Set the password")
    assert "Your password is set" in maria.inner_text("[role=status]")
    maria.fill("form:has([value=token]) [name=name]", "a bot")
    maria.click("text=Make a token")
    assert "glp_" in maria.inner_text("[role=status]")
    assert barriers(maria) == []
    maria.goto(f"{staff.address}/me")
    assert "glp_" not in maria.content()
    assert "a bot" in maria.inner_text("main")
    maria.click("text=Revoke")
    assert "a bot" not in maria.inner_text("main")
    with maria.expect_download() as download:
        maria.click("text=As a file")
    copy = json.loads(Path(str(download.value.path())).read_text("utf-8"))
    assert copy["account"]["email"] == "maria@example.org"
    maria.click("text=Delete the account")
    maria.fill("form:has([value=delete]) [name=email]", "maria@example.org")
    maria.click("text=Delete my account")
    assert "Report to the staff" in maria.inner_text("main")
