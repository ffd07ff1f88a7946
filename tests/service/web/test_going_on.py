"""What was done is told on the next page, by a cookie, which holds no more than four kB."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from service.web.frame import Look

SITE: Any = SimpleNamespace(secure=True)


def told(said: str, then: str) -> tuple[str, str]:
    """What the next page says, and the cookie by which it knows."""
    gone = Look(SITE, SimpleNamespace(), None).go("/c", said=said, then=then)  # type: ignore[arg-type]
    (cookie,) = gone.cookies.values()
    came: Any = SimpleNamespace(cookies={cookie.key: cookie.value})
    return Look(SITE, came, None)._told()["said"], cookie.OutputString()


@pytest.mark.parametrize("letter", ["x", "é", "€", "\U0001f40e", '"', "\n"], ids=ascii)
def test_a_long_letter_is_cut_off_and_when_it_should_arrive_is_not(letter: str) -> None:
    """A browser drops a longer cookie without a word, and the page would say nothing."""
    said, cookie = told(letter * 5_000, " By noon.")
    assert said.startswith(letter * 300)
    assert said.endswith("… By noon.")
    assert len(cookie) < 4_096


def test_what_is_short_is_said_as_it_is() -> None:
    assert told("Kept: “é”", " By noon.")[0] == "Kept: “é” By noon."
