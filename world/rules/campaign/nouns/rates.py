"""The classes of ships: what a ship of each is built with (C-SHIP-C, C-SHIP-04)."""

from __future__ import annotations

import msgspec

from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.ground import scene
from world.state import World

chapter = Chapter("rates", "The classes of ships")


class Rate(msgspec.Struct, frozen=True):
    """A class of ships.

    Attributes:
        key: by which orders and scenarios name it; ``name`` in words.
        value: doubloons; ``cannon`` guns; ``speed`` km in an hour; ``crew`` hands of a full crew;
            ``hull`` hits she can take; ``capacity`` of her hold in supplies.
        line: whether she is a ship of the line (C-BLK-01).
    """

    key: str
    name: str
    value: int
    cannon: int
    speed: int
    crew: int
    hull: int
    capacity: int
    line: bool = False


_UNITS = {
    "value": ("doubloons", "the value of a {}"),
    "cannon": ("guns", "the guns of a {}"),
    "speed": ("km/h", "how far a {} sails in an hour"),
    "crew": ("hands", "the full crew of a {}"),
    "hull": ("hits", "the hits that a {} can take"),
    "capacity": ("supplies", "what the hold of a {} takes"),
}


def _figures(key: str, name: str, rule: str, **defaults: int) -> dict[str, Param[int]]:
    return {
        stat: chapter.param(
            f"ship.{key}.{stat}", value, _UNITS[stat][0], rule, _UNITS[stat][1].format(name)
        )
        for stat, value in defaults.items()
    }


_NAMES = {
    "first_rate": "First-rate",
    "third_rate": "Third-rate",
    "fifth_rate": "Frigate",
    "transport": "Transport",
}
_LINE = ("first_rate", "third_rate")
_OWN: dict[str, dict[str, Param[int]]] = {
    "first_rate": _figures(
        "first_rate",
        "First-rate",
        "C-SHIP-C1",
        value=100_000,
        cannon=100,
        speed=10,
        crew=800,
        hull=12,
        capacity=10_000,
    ),
    "third_rate": _figures(
        "third_rate",
        "Third-rate",
        "C-SHIP-C2",
        value=50_000,
        cannon=74,
        speed=15,
        crew=500,
        hull=8,
        capacity=10_000,
    ),
    "fifth_rate": _figures(
        "fifth_rate",
        "Frigate",
        "C-SHIP-C3",
        value=15_000,
        cannon=36,
        speed=20,
        crew=250,
        hull=2,
        capacity=25_000,
    ),
    "transport": _figures(
        "transport",
        "Transport",
        "C-SHIP-C4",
        value=25_000,
        cannon=12,
        speed=15,
        crew=100,
        hull=4,
        capacity=250_000,
    ),
}

#: The class of ships that can be hired by the day (C-SHIP-02).
TRANSPORT = "transport"


def rates(world: World) -> dict[str, Rate]:
    """Every class of the campaign by its key: the four of the rules, then the scenario's own."""
    params = world.params

    def make() -> dict[str, Rate]:
        found = {
            key: Rate(
                key=key,
                name=_NAMES[key],
                line=key in _LINE,
                **{stat: params[param] for stat, param in figures.items()},
            )
            for key, figures in _OWN.items()
        }
        for key, section in scene(world).setup.ship_classes.items():
            found[key] = Rate(
                key=key,
                name=section.name,
                value=section.value,
                cannon=section.cannon,
                speed=section.speed,
                crew=section.crew,
                hull=section.hull,
                capacity=section.capacity,
                line=section.of_the_line,
            )
        return found

    return scene(world).once("rates of ships", make)


def own_rates() -> tuple[str, ...]:
    """The keys of the classes that the rules have."""
    return tuple(_OWN)


def rate_named(known: dict[str, str], text: str) -> str | None:
    """The key of a class that somebody wrote, of those known by key with their names."""
    said = text.strip().casefold().replace("-", " ").replace("_", " ")
    for key, name in known.items():
        if said in (key.replace("_", " "), name.casefold().replace("-", " ")):
            return key
    return None
