"""People at their browsers, a daemon, and its operator's command line."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe

from tests import warm
from tests.faults.daemons import Daemon, wait_until

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

WIDE, NARROW = 1440, 390

#: What a reader with a disability cannot get past.
_GRAVE = frozenset(("serious", "critical"))


class Staff:
    """A daemon on a database, and everybody who works with it."""

    def __init__(self, dsn: str, folder: Path, browser: Browser) -> None:
        self.daemon = Daemon(dsn, folder / "daemon.log")
        self.address = self.daemon.address()
        self._environment = {
            **os.environ,
            "DATABASE_URL": dsn,
            "GALLOPER_URL": self.address,
        }
        self._browser = browser

    def close(self) -> None:
        """Stop the daemon."""
        self.daemon.close()

    def shell(self, *words: str) -> Any:
        """What a command prints as JSON."""
        done = warm.run([*words, "--json"], self._environment)
        assert done.returncode == 0, done.stderr.decode()
        return json.loads(done.stdout)

    def sit_down(
        self,
        width: int = WIDE,
        scheme: str = "light",
        *,
        script: bool = True,
        who: Page | None = None,
    ) -> Page:
        """Somebody opens a browser of their own; or *who* is signed in already opens another."""
        context = self._browser.new_context(
            storage_state=who.context.storage_state() if who else None,
            viewport={"width": width, "height": 900 if width > 500 else 844},
            color_scheme="dark" if scheme == "dark" else "light",
            java_script_enabled=script,
        )
        context.set_default_timeout(15_000)
        return context.new_page()

    def invited(
        self, campaign: str, role: str, person: str = "", width: int = WIDE, name: str = ""
    ) -> Page:
        """Somebody follows an invitation, gives an address and accepts."""
        name = name or person or role
        made = self.shell("campaign", "invite", campaign, role, *([person] if person else []))
        page = self.sit_down(width)
        page.goto(made["link"])
        page.fill("input[name=email]", f"{name}@example.org")
        page.fill("input[name=name]", name.title())
        page.click("text=Accept")
        return page


def reads(page: Page, text: str, seconds: float = 30.0) -> None:
    """Look at the page again until it says so."""

    def there() -> bool:
        if text in page.inner_text("main"):
            return True
        page.wait_for_timeout(250)
        page.reload()
        return text in page.inner_text("main")

    page.reload()
    wait_until(there, seconds, f"{text!r} on {page.url}")


def barriers(page: Page) -> list[str]:
    """What keeps people with a disability from using the page: rule, and where."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {node['target']}"
        for one in found
        if one["impact"] in _GRAVE
        for node in one["nodes"]
    ]
