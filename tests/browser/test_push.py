"""Notices in a browser: a worker that shows them while no page is open."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.browser.staff import NARROW, barriers

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.staff import Staff


def _pushed(page: Page, origin: str, said: dict[str, str]) -> None:
    """A push comes in, as from the browser's own push service."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    assert found
    tools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": origin, "registrationId": found[0], "data": json.dumps(said)},
    )


_SHOWN = """() => navigator.serviceWorker.ready
    .then((worker) => worker.getNotifications())
    .then((all) => all.map((one) => [one.title, one.body, one.tag, one.data]))"""


def test_a_push_is_shown_and_where_none_can_come_the_page_says_so(staff: Staff) -> None:
    """No push service can be reached from here: what one would deliver is handed in by the browser.

    The page's policy stays as strict as everywhere; without script the offer is not made.
    """
    staff.shell("campaign", "create", "small_war", "--id", "spring", "--seed", "1")
    maria = staff.invited("spring", "player", "maria")
    faults: list[str] = []
    maria.on("pageerror", lambda error: faults.append(str(error)))
    maria.on("console", lambda line: faults.append(line.text) if "Policy" in line.text else None)
    maria.context.grant_permissions(["notifications"], origin=staff.address)
    maria.goto(f"{staff.address}/c/spring/maria/channels")
    maria.wait_for_selector("#push:not([hidden])")
    assert barriers(maria) == []
    # An iPhone shows notices of pages that are kept as an app only: the browser takes ours for one.
    found = maria.context.new_cdp_session(maria).send("Page.getAppManifest")
    assert found["url"] == f"{staff.address}/manifest.webmanifest"
    assert (found["errors"], json.loads(found["data"])["display"]) == ([], "standalone")
    said = {"title": "A letter <from> Reuss", "body": "Spring", "link": "/c/spring/maria"}
    _pushed(maria, staff.address, {**said, "tag": "msg_1"})
    maria.wait_for_function(f"() => ({_SHOWN})().then((all) => all.length === 1)")
    _pushed(maria, staff.address, {**said, "title": "The same", "tag": "msg_1"})
    maria.wait_for_function(f"() => ({_SHOWN})().then((all) => all[0][0] === 'The same')")
    assert maria.evaluate(_SHOWN) == [["The same", "Spring", "msg_1", "/c/spring/maria"]]
    maria.click("text=Show notices here")
    maria.wait_for_function("() => document.querySelector('#push [role=status]').textContent")
    assert "nothing was changed" in maria.inner_text("#push [role=status]")
    assert faults == []
    plain = staff.sit_down(NARROW, script=False, who=maria)
    plain.goto(f"{staff.address}/c/spring/maria/channels")
    assert not plain.is_visible("#push")
    assert plain.is_visible("text=Tell me there")
