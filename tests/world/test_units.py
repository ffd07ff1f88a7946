"""What a number counts is read from the type of its field, and nothing shows an instant bare."""

from __future__ import annotations

import re
import typing
from typing import Any

import msgspec
import pytest

from service.packs import pack_named
from world.rules.campaign.nouns.view import CampaignView
from world.rules.kingdoms.nouns.view import KingdomsView
from world.units import GameMs, Place, WallUs, units_of

#: Fields that are called so hold an instant, wherever they stand on a page or in a record.
_INSTANTS = re.compile(r"(at|as_of|due|arrives|begins|sent|happened|deadline|eta_\w+|\w+_at)")


class Seen(msgspec.Struct, frozen=True):
    """A struct with one of each."""

    place: Place
    way: tuple[Place, ...]
    at: GameMs | None
    closes: WallUs
    men: int


def test_a_field_tells_its_unit_through_none_and_tuples() -> None:
    assert units_of(Seen) == {
        "place": "place",
        "way": "place",
        "at": "game_ms",
        "closes": "wall_us",
    }


def _structs(kind: Any, seen: set[Any]) -> set[Any]:
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
        seen.add(kind)
        for hint in typing.get_type_hints(kind).values():
            _structs(hint, seen)
    for part in typing.get_args(kind):
        _structs(part, seen)
    return seen


@pytest.mark.parametrize(("pack", "view"), [("campaign", CampaignView), ("kingdoms", KingdomsView)])
def test_every_instant_of_a_page_and_a_record_has_a_unit(pack: str, view: type) -> None:
    kinds = _structs(view, set())
    for record in pack_named(pack).records.values():
        _structs(record, kinds)
    bare = [
        f"{kind.__name__}.{name}"
        for kind in kinds
        for name, hint in typing.get_type_hints(kind).items()
        if _INSTANTS.fullmatch(name)
        and int in {hint, *typing.get_args(hint)}
        and name not in units_of(kind)
    ]
    assert bare == []
