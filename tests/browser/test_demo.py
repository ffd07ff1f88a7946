"""A newcomer goes from the demonstration to reading a letter, without reading anything else."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from tests.browser.staff import barriers
from tests.faults.daemons import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_demonstration_prints_an_address_where_letters_are_read(browser: Browser) -> None:
    words = ["demo", "--days", "1", "--speed", "12", "--stay"]
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "service.cli", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    try:
        printed = ""
        for line in running.stdout:
            printed += line
            if "It stays up" in printed and "/sign-in/" in line:
                break
        links = re.findall(r"http://\S+/sign-in/\S+", printed)
        assert len(links) == 2, printed
        page = browser.new_page()
        page.goto(links[-1])
        page.click("main button")
        page.click("nav[aria-label=Papers] >> text=Letters")
        page.locator(".with li a").first.click()
        assert page.locator("ol.thread .piece").count() >= 1, page.inner_text("main")
        assert barriers(page) == []
    finally:
        running.send_signal(signal.SIGINT)
        rest, _ = running.communicate(timeout=30)
    assert running.returncode == 0, rest
