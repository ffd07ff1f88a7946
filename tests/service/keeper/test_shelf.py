"""What cannot be opened is tried again less and less often, and never forgotten."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from service.keeper import shelf
from service.keeper.kept import CannotOpen
from service.keeper.shelf import Shelf

if TYPE_CHECKING:
    import pytest


def test_what_is_laid_aside_is_tried_again_less_and_less_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    laid = Shelf()
    waits = []
    for _ in range(10):
        laid.put("c", CannotOpen("?"))
        before = now[0]
        while "c" in laid.resting():
            now[0] += 1
        waits.append(now[0] - before)
    assert waits[:4] == [5, 10, 20, 40]
    assert waits[-1] == shelf.LAST_AGAIN
    laid.take("c")
    laid.put("c", CannotOpen("?"))
    assert "c" in laid.resting()
    now[0] += 5
    assert not laid.resting()
