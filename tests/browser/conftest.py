"""A daemon as users run it, and browsers that look at it: nothing between them is made up."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.staff import Staff
from tests.faults.conftest import dsn, postgres

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

__all__ = ["dsn", "postgres"]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The system's Chromium; CI installs it (see .ci/run)."""
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "the browser tests need Chromium on the PATH, or CHROMIUM=/path/to/it"
    return found


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser a module; each person has a context of their own."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def staff(dsn: str, tmp_path: Path, browser: Browser) -> Iterator[Staff]:
    """A daemon on a fresh database, the command line beside it, and a browser for everybody."""
    here = Staff(dsn, tmp_path, browser)
    try:
        yield here
    finally:
        here.close()
