"""Sieges: how long a fortress of the time holds out against an army that has shut it in."""

from __future__ import annotations

import functools
from fractions import Fraction

from service.history.ground import Road, row
from service.history.stage import DAY, Figures, Stage, days
from world.rules.campaign.nouns.stronghold import Stronghold

#: So many sieges are laid, each with dice of its own.
SIEGES = 21
_PATIENCE = 200 * DAY
#: Who besieges is fed from behind.
_FED = {
    f"supply.{who}_per_day": "0"
    for who in ("infantry", "artillerist", "nc", "cavalry", "wagon", "cannon")
}


def median(figures: Figures) -> Fraction:
    """Days of the middle one of the sieges, shortest to longest."""
    return _lasted(tuple(figures.items()))[SIEGES // 2]


def shortest(figures: Figures) -> Fraction:
    """Days of the shortest siege."""
    return _lasted(tuple(figures.items()))[0]


def longest(figures: Figures) -> Fraction:
    """Days of the longest siege."""
    return _lasted(tuple(figures.items()))[-1]


@functools.cache
def _lasted(figures: tuple[tuple[str, str], ...]) -> tuple[Fraction, ...]:
    return tuple(sorted(_siege(dict(figures), seed) for seed in range(1, SIEGES + 1)))


def _siege(figures: Figures, seed: int) -> Fraction:
    """Days from the siege's beginning to the fall of the place; the besieger waits, and is fed."""
    train = {"name": "Siege train", "soldiers": 800, "kind": "artillery", "eighteen_pounders": 30}
    cast = {
        "factions": {"france": {"name": "France"}, "prussia": {"name": "Prussia"}},
        "stances": [{"between": ["france", "prussia"], "stance": "war"}],
        "commanders": {
            "davout": {"name": "Marshal Davout", "faction": "france", "at": "There"},
            "kleist": {"name": "Count Kleist", "faction": "prussia"},
        },
        "armies": {
            "corps": {
                "name": "The corps",
                "at": "Fortress",
                "commander": "kleist",
                "detachments": [
                    {"name": "1st Brigade", "soldiers": 6000},
                    {"name": "2nd Brigade", "soldiers": 6000},
                    train,
                ],
            }
        },
        "strongholds": {"fortress": {"holder": "davout", "garrison": {"infantry": 2000}}},
        "sieges": [{"stronghold": "fortress", "armies": ["corps"], "day": 1}],
    }
    text = row("Here", Road("Fortress", 50), Road("There", 200))
    text = text.replace('0601 flatland "Fortress"', '0601 fortress "Fortress"')
    stage = Stage(cast, text, {**figures, **_FED}, seed=seed)
    while stage.get(Stronghold, "fortress").faction != "prussia" and stage.now < _PATIENCE:
        stage.run(stage.now + DAY)
    return days(stage.now)
