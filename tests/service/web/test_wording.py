"""Values are said by their units: an instant is a date, an id a name."""

from __future__ import annotations

import aiohttp
import msgspec

from service.web.naming import names_in
from service.web.wording import device, hindered, told
from tests.packs.play import begin
from tests.packs.table import PACK
from world.units import GameMs, Person, WallUs


class Seen(msgspec.Struct, frozen=True):
    """As a pack may show it."""

    who: Person
    at: GameMs | None
    closes: WallUs | None = None
    men: int = 0


class Page(msgspec.Struct, frozen=True):
    """A page with two of them."""

    seen: tuple[Seen, ...]


def test_no_instant_and_no_id_is_shown_bare() -> None:
    table = "table:\n  roads: [{a: b, b: c, metres: 10}]\n  people: [{id: ann, place: b}]\n"
    world = begin(PACK, table).world
    page = Page((Seen("ann", 86_400_000, 1_772_391_600_000_000, 12_000), Seen("", None)))
    first, second = told(world, page)["seen"]
    assert first["who"] == world.pack.answers.title(world, "ann")
    assert first["at"] == world.calendar.format(86_400_000, "datetime")
    assert first["closes"] == "2026-03-01 19:00 UTC"
    assert first["men"] == 12_000
    assert second == {"who": "", "at": None, "closes": None, "men": 0}


def test_a_referee_reads_names_where_events_have_ids() -> None:
    table = "table:\n  roads: [{a: b, b: c, metres: 10}]\n  people: [{id: ann, place: b}]\n"
    world = begin(PACK, table).world
    called = names_in(world)
    title = world.pack.answers.title(world, "ann")
    assert called("ann") == title[:1].upper() + title[1:]
    # Nobody knows any more what that was: its id is enough to search by.
    assert called("0123456789abcdef0123456789abcdef") == "01234567…"
    assert called("relief.mutineers") == "relief.mutineers"


def test_a_session_is_called_by_its_browser_and_system() -> None:
    chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36"
    assert device(chrome) == "Chrome on Linux"
    assert device(f"{chrome} Edg/150.0") == "Edge on Linux"
    assert device("Mozilla/5.0 (iPhone; CPU like Mac OS X) Version/18 Safari/604") == (
        "Safari on an iPhone"
    )
    assert device("a-bot/1") == "a-bot/1"
    assert device("") == "A browser"


def test_why_a_message_did_not_arrive_is_said_in_words() -> None:
    """The names are those that the client's errors really have."""
    for kind in (aiohttp.ClientConnectorError, aiohttp.ClientConnectorDNSError, TimeoutError):
        assert " " in hindered(kind.__name__)
    assert hindered("410") == "410"
