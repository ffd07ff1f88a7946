"""The pictures of README and docs: ``python -m tests.browser.pictures`` (or ``make pictures``).

A daemon plays some days of the Hundred Days on a database of its own; then its pages are looked at.
"""

from __future__ import annotations

import asyncio
import os
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
    """Make a database, play, and write the pictures."""
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if chromium is None:
        sys.exit("make pictures needs Chromium on the PATH, or CHROMIUM=/path/to/it")
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


#: Who is looked over the shoulder, at which papers, how wide, and in which light.
LOOKS = (
    ("desk", "", WIDE, "light"),
    ("letters", "/letters/gerard", WIDE, "light"),
    ("map", "/map", WIDE, "light"),
    ("almanac", "/almanac", WIDE, "light"),
    ("desk-phone", "", NARROW, "light"),
    ("letters-phone", "/letters/davout", NARROW, "dark"),
)


def take(staff: Staff) -> None:
    """Play, and look."""
    words = ("--id", "days", "--rate", "14400:1", "--seed", "1815")
    staff.shell("campaign", "create", "hundred_days", *words)
    first = staff.invited("days", "player", "napoleon")
    reads(first, "16 June 1815", 240.0)
    for name, path, width, scheme in LOOKS:
        page = staff.sit_down(width, scheme, who=first)
        page.goto(f"{staff.address}/c/days/napoleon{path}")
        page.wait_for_load_state("networkidle")
        if path == "/map":
            page.mouse.move(width * 0.55, 520)
            page.mouse.wheel(0, -450)
            page.wait_for_timeout(300)
        page.screenshot(path=HERE / f"{name}.png")
        page.context.close()


if __name__ == "__main__":
    main()
