"""A picture goes with a message now and then, and nothing waits for one twice."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from service.notify import pictures
from service.notify.pictures import Pictures

if TYPE_CHECKING:
    from service.notify.kind import Told
    from world.state import World

TOLD = cast(
    "Told",
    SimpleNamespace(conn=None, channel=SimpleNamespace(campaign_id="c", id="h", person="ann")),
)


@pytest.mark.parametrize(
    ("painted", "asked"),
    [
        pytest.param(b"PNG", 1, id="one is enough for a while"),
        pytest.param(b"", 1, id="one that took too long is not tried again with each message"),
        pytest.param(None, 3, id="what names no place costs nothing and keeps no other from one"),
    ],
)
def test_a_channel_waits_for_one_picture_in_a_while(
    monkeypatch: pytest.MonkeyPatch, painted: bytes | None, asked: int
) -> None:
    count = 0

    async def map_slice(*_: Any) -> bytes | None:
        nonlocal count
        count += 1
        return painted

    monkeypatch.setattr(pictures, "map_slice", map_slice)

    async def three() -> list[bytes]:
        some = Pictures(600.0)
        return [await some.of(TOLD, cast("World", None), {}) for _ in range(3)]

    assert asyncio.run(three()) == [painted or b"", b"", b""]
    assert count == asked


def test_a_picture_that_cannot_be_painted_in_time_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slice says so by b"", which is not what it says where there is no place."""
    from service.papers import slice as slices  # noqa: PLC0415

    async def never(*_: Any) -> bytes:
        await asyncio.sleep(60)
        return b"too late"

    monkeypatch.setattr(slices, "LIMIT", 0.01)
    monkeypatch.setattr(slices, "markers_of", never)
    pack = SimpleNamespace(draw=SimpleNamespace(spot=lambda *_: (1.0, 1.0)), view=lambda *_: None)
    world = cast("World", SimpleNamespace(pack=pack, scene=None))
    assert asyncio.run(slices.map_slice(cast("Any", None), world, "c", "ann", {})) == b""
