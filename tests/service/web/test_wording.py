"""Values are said by their units: an instant is a date, an id a name."""

from __future__ import annotations

import msgspec

from service.web.wording import told
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
