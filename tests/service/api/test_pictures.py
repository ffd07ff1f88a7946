"""The map as a document and as a picture over HTTP."""

from __future__ import annotations

import asyncio
import struct
import zlib
from typing import TYPE_CHECKING, Any

import pytest

from service.api.openapi import document
from service.api.routes import CHAPTERS
from service.papers import painted
from service.papers.painted import ManyWait
from tests.service.api.test_asking import play
from tests.service.api.test_letters import MARIA, _maria
from world.errors import BadInput

if TYPE_CHECKING:
    from tests.service.api.site import Site

__all__ = ["play"]


def decoded(png: bytes) -> tuple[int, int, bytes]:
    """Width, height and the rows of a PNG, each chunk's sum checked."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, size, packed, last = 8, (0, 0), b"", b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        last, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        (told,) = struct.unpack(">I", png[at + 8 + length : at + 12 + length])
        assert zlib.crc32(last + body) == told
        if last == b"IHDR":
            size = struct.unpack(">II", body[:8])
            assert body[8:10] == b"\x08\x06", "eight bits each of red, green, blue and alpha"
        elif last == b"IDAT":
            packed += body
        at += 12 + length
    assert last == b"IEND"
    rows = zlib.decompress(packed)
    assert len(rows) == size[1] * (1 + 4 * size[0])
    return *size, rows


def test_the_document_is_that_of_the_map_and_is_not_sent_twice(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        svg = await here.ask("GET", f"{MARIA}/map.svg", maria)
        assert (svg.status, svg.headers["Content-Type"]) == (200, "image/svg+xml")
        assert svg.raw.decode() == (await here.ask("GET", f"{MARIA}/map", maria)).body["svg"]
        tag = svg.headers["ETag"]
        again = await here.ask("GET", f"{MARIA}/map.svg", maria, If_None_Match=tag)
        assert (again.status, again.raw) == (304, b"")

    play(story)


def test_a_picture_is_as_wide_as_asked_and_shows_ones_markers(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        png = await here.ask("GET", f"{MARIA}/map.png?width=300", maria)
        assert (png.status, png.headers["Content-Type"]) == (200, "image/png")
        width, height, rows = decoded(png.raw)
        assert width == 300
        assert 300 < height < 450, "as the sheet, higher than wide"
        tag = png.headers["ETag"]
        again = await here.ask("GET", f"{MARIA}/map.png?width=300", maria, If_None_Match=tag)
        assert (again.status, again.raw) == (304, b"")
        for place in ("Weir", "Grauburg"):
            mark = {"place": place, "text": "Wolves"}
            assert (await here.ask("POST", f"{MARIA}/markers", maria, json=mark)).status == 200
        marked = await here.ask("GET", f"{MARIA}/map.png?width=300", maria)
        assert decoded(marked.raw)[:2] == (width, height)
        assert decoded(marked.raw)[2] != rows

    play(story)


def sheet(text: str) -> bytes:
    """A small sheet with a line of text in the families of the maps."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50"'
        ' font-family="Garamond,serif"><rect width="100" height="50" fill="#fff"/>'
        f'<text x="5" y="30" font-size="20">{text}</text></svg>'
    ).encode()


def test_words_are_painted_whatever_fonts_the_machine_has() -> None:
    blank, *words = (painted._paint(sheet(text), 100) for text in ("", "Leda", "Лёда", "Λήδα"))
    assert len({decoded(one)[2] for one in (blank, *words)}) == 4
    assert decoded(painted._paint(sheet("Leda"), 100)) == decoded(words[0])


def test_a_picture_shows_what_its_person_knows_and_only_to_who_speaks_for_them(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        asked = f"{MARIA}/map.png?width=150"
        before = await here.ask("GET", asked, maria)
        otto = await here.member("spring", "otto@example.org", "player", "otto")
        theirs = MARIA.replace("maria", "otto")
        secret = {"place": "Weir", "text": "Ambush"}
        assert (await here.ask("POST", f"{theirs}/markers", otto, json=secret)).status == 200
        after = await here.ask("GET", asked, maria)
        assert (after.headers["ETag"], after.raw) == (before.headers["ETag"], before.raw)
        other = await here.ask("GET", f"{theirs}/map.png?width=150", otto)
        assert decoded(other.raw) != decoded(before.raw)
        for ending in ("png?width=150", "svg"):
            refused = await here.ask("GET", f"{theirs}/map.{ending}", maria)
            assert refused.status == 403
            assert (await here.ask("GET", f"{MARIA}/map.{ending}")).status == 401

    play(story)


def test_a_picture_is_bounded_and_counts_as_many_requests(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        refused = [
            await here.ask("GET", f"{MARIA}/map.png?width={width}", maria)
            for width in ("99", "2401", "wide")
        ]
        # Refused, they count all the same: the fourth at once is one too many.
        assert [one.status for one in refused] == [400] * 3
        assert "whole number from 100 to 2400" in refused[0].body["detail"]
        late = await here.ask("GET", f"{MARIA}/map.png", maria)
        assert late.status == 429
        assert int(late.headers["Retry-After"]) >= 1

    play(story)


def test_no_more_wait_than_may_and_none_is_larger_than_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(painted, "_waiting", painted.WAITING)
    with pytest.raises(ManyWait, match="none was added"):
        asyncio.run(painted.painted(sheet("Leda"), "c", "maria", 100))
    high = sheet("").replace(b'height="50"', b'height="900"', 1)
    with pytest.raises(BadInput, match="smaller width"):
        asyncio.run(painted.painted(high, "c", "maria", 2400))


def test_the_document_of_the_api_names_the_pictures_media_types() -> None:
    paths = document(CHAPTERS)["paths"]
    for ending, media in (("svg", "image/svg+xml"), ("png", "image/png")):
        path = f"/api/v1/campaigns/{{campaign}}/persons/{{person}}/map.{ending}"
        answers = paths[path]["get"]["responses"]
        assert answers["200"]["content"] == {media: {}}
        assert "304" in answers
