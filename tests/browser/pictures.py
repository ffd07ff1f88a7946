"""The pictures of README and docs: ``python -m tests.browser.pictures`` (or ``make pictures``).

A daemon plays some days of the Hundred Days on a database of its own; then its pages are looked at.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
from pathlib import Path

import asyncpg
from playwright.sync_api import sync_playwright

from service import embedded
from service.bridge import new_loop
from service.store.schema import upgrade
from tests.browser.staff import NARROW, WIDE, Staff, reads

HERE = Path(__file__).parents[2] / "docs" / "pictures"


async def _make(dsn: str) -> None:
    conn = await asyncpg.connect(dsn)
    try:
        await conn.execute("CREATE DATABASE pictures")
    finally:
        await conn.close()


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        sys.exit("make pictures needs Chromium on the PATH")
    with tempfile.TemporaryDirectory(prefix="galloper-pictures-") as directory:
        folder = Path(directory)
        server = embedded.enter(folder, {"fsync": "off"})
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner:
                runner.run(_make(server.dsn("postgres")))
                runner.run(upgrade(server.dsn("pictures")))
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"]
                )
                staff = Staff(server.dsn("pictures"), folder, browser)
                try:
                    take(staff)
                finally:
                    staff.close()
        finally:
            embedded.leave(server)


def take(staff: Staff) -> None:
    """Play, and look."""
    words = ("--id", "days", "--rate", "14400:1", "--seed", "1815")
    staff.shell("campaign", "create", "hundred_days", *words)
    for width, name in ((WIDE, "desktop"), (NARROW, "phone")):
        page = staff.invited("days", "player", "napoleon", width, name=f"napoleon-{name}")
        reads(page, "15 June 1815", 240.0)
        page.screenshot(path=HERE / f"desk-{name}.png")
        page.click("text=Map")
        page.wait_for_load_state("networkidle")
        page.mouse.move(width * 0.55, 520)
        page.mouse.wheel(0, -450)
        page.wait_for_timeout(300)
        page.screenshot(path=HERE / f"map-{name}.png")


if __name__ == "__main__":
    main()
