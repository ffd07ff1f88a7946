"""What a desk says of what its reader knows: by names the reader knows, and nothing for forms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec import inspect

from service.packs import pack_named
from service.web.known import known
from tests.packs.conformance import read_bundled
from world.dice import Secret
from world.rules.campaign.nouns.view import CampaignView
from world.rules.kingdoms.nouns.view import KingdomsView
from world.scenario.scenario import pack_name, read_scenario
from world.simulation import Simulation

if TYPE_CHECKING:
    from world.state import World


@pytest.fixture(scope="module")
def world() -> World:
    files = dict(read_bundled("small_war"))
    pack = pack_named(pack_name(files))
    return Simulation(pack, read_scenario(files, pack), Secret.of_seed(1)).world


def page(world: World, person: str) -> dict[str, Any]:
    return known(world, world.pack.view(world, person))


def test_ids_are_said_as_the_names_that_the_view_itself_gives(world: World) -> None:
    shown = page(world, "maria")
    assert shown["faction"] == "Alder"
    aldermouth = next(one for one in shown["strongholds"] if one["id"] == "aldermouth")
    assert aldermouth["faction"] == "Alder"
    assert shown["in your company"] == ["General Reuss", "The governor of Aldermouth"]


def test_what_serves_forms_alone_stands_on_no_page(world: World) -> None:
    view = world.pack.view(world, "maria")
    shown = page(world, "maria")
    assert isinstance(view, CampaignView)
    assert not CampaignView.aside & set(shown)


def _fields(kind: Any) -> set[str]:
    """Names of all fields of a struct type, and of those it holds."""
    found: set[str] = set()
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            found |= {field.name} | _fields(field.type)
    for part in (*getattr(kind, "types", ()), *getattr(kind, "item_types", ())):
        found |= _fields(part)
    for name in ("item_type", "value_type"):
        found |= _fields(getattr(kind, name)) if hasattr(kind, name) else set()
    return found


@pytest.mark.parametrize("view", [CampaignView, KingdomsView])
def test_labels_and_what_is_left_aside_are_of_fields_there_are(view: Any) -> None:
    """A field that is called otherwise one day must take its label along."""
    assert view.aside <= set(view.__struct_fields__)
    assert set(getattr(view, "labels", {})) <= _fields(inspect.type_info(view))


def test_no_name_is_said_that_the_view_does_not_give(world: World) -> None:
    """A holder whom the reader has no name for stays an id."""
    from service.web.known import _names, _said  # noqa: PLC0415

    fields = {"strongholds": [{"id": "x", "name": "X", "holder": "zoe"}]}
    assert _said(fields, dict(_names(fields)), {}) == fields
