"""What there is in a campaign, as its referees list it and look into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from world.entity import kind_of
from world.errors import Refused
from world.kernel.correcting import correctable

if TYPE_CHECKING:
    from world.entity import Entity
    from world.state import World

_encoder = msgspec.json.Encoder(order="deterministic")


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """An entity in a list: its id and kind, and what it is called, where it has a name."""

    id: str
    kind: str
    name: str


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """An entity with all its fields, as JSON; ``correctable`` says whether they may be changed."""

    id: str
    kind: str
    name: str
    correctable: bool
    fields: dict[str, Any]


def kinds(world: World) -> list[str]:
    """The kinds of what there is and may be corrected, in order."""
    return sorted({kind_of(type(one)) for one in world.entities.values() if correctable(one)})


def listed(
    world: World, kind: str = "", words: str = "", after: str = "", limit: int = 500
) -> list[Listed]:
    """What may be corrected, by id: of a kind, with these words in its id or name."""
    wanted = words.casefold()
    found = []
    for id in sorted(world.entities):
        one = world.entities[id]
        if id <= after or not correctable(one) or kind not in {"", kind_of(type(one))}:
            continue
        if wanted in f"{id} {_name(one)}".casefold():
            found.append(Listed(id=id, kind=kind_of(type(one)), name=_name(one)))
        if len(found) == limit:
            break
    return found


def thing(world: World, id: str) -> Thing:
    """An entity by its id.

    Raises:
        Refused: there is none.
    """
    one = world.entities.get(id)
    if one is None:
        raise Refused(
            "E-NO-ENTITY", f"Nothing here is called {id[:80]!r}. Choose from the list of what is."
        )
    fields: dict[str, Any] = msgspec.json.decode(
        _encoder.encode({name: getattr(one, name) for name in one.__struct_fields__})
    )
    fields.pop("id")
    return Thing(
        id=id,
        kind=kind_of(type(one)),
        name=_name(one),
        correctable=correctable(one),
        fields=fields,
    )


def _name(one: Entity) -> str:
    return str(getattr(one, "name", ""))
