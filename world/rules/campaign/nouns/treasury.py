"""What a stronghold is worth: its tax, and the wealth it holds (C-TAX-02, C-TAX-03, C-LOOT-01)."""

from __future__ import annotations

import re

import msgspec

from world.errors import Fault
from world.pack import Chapter
from world.param import Param, Params
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.land import settlement
from world.rules.campaign.nouns.levy import area_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step

chapter = Chapter("treasury", "What a stronghold yields and holds")

PER_SETTLEMENT = chapter.param(
    "tax.per_settlement",
    10,
    "doubloons per point",
    "C-TAX-02",
    "that the land pays for each point of its settlement score",
)
#: By the smallest population of each row, the die for the townspeople's share.
_SHARES: dict[int, Param[str]] = {
    least: chapter.param(
        f"tax.pop_{name}",
        f"1d10 x {least}",
        "doubloons",
        "C-TAX-03",
        f"that a population in the {name.replace('_', ' ')} pays",
    )
    for least, name in (
        (100, "hundreds"),
        (1_000, "thousands"),
        (10_000, "ten_thousands"),
        (100_000, "hundred_thousands"),
    )
}
OVERFLOW = chapter.param(
    "tax.pop_overflow",
    "last_row",
    "mode",
    "C-TAX-03",
    "what a population of a million or more pays",
    choices=("last_row", "ten_times"),
)
PER_TAX = chapter.param(
    "loot.per_tax_value", 10, "factor", "C-LOOT-01", "how many taxes the wealth of a place is worth"
)
REFILL = chapter.param(
    "loot.refill",
    False,
    "bool",
    "C-LOOT-01",
    "whether what was taken comes back, so that every fall finds new wealth",
)
_DICE = re.compile(r"(\d+d\d+) x (\d+)")
_MILLION = 1_000_000


def mistakes(params: Params) -> list[Param[str]]:
    """The dice of townspeople's shares that cannot be read."""
    return [param for param in _SHARES.values() if not _DICE.fullmatch(params[param])]


def tax_value(step: Step, stronghold: Stronghold, why: str) -> int:
    """Doubloons that a collection brings: the land's by its scores, the town's by a die."""
    world = step.world
    land = sum(settlement(world, label) for label in area_of(world, stronghold.id))
    return land * step.param(PER_SETTLEMENT) + _townspeople(step, stronghold, why)


def _townspeople(step: Step, stronghold: Stronghold, why: str) -> int:
    population = scene(step.world).atlas.stronghold_by_id[stronghold.id].population
    row = max((least for least in _SHARES if least <= population), default=0)
    if not row:
        return 0
    found = _DICE.fullmatch(step.param(_SHARES[row]))
    if found is None:
        raise Fault(f"{_SHARES[row].name} is no dice expression such as 1d10 x 100")
    share = step.roll(f"townspeople of {stronghold.id} for {why}", found[1]).total * int(found[2])
    tenfold = population >= _MILLION and step.param(OVERFLOW) == "ten_times"
    return share * 10 if tenfold else share


def held_loot(step: Step, stronghold_id: str) -> int:
    """The wealth sitting in a stronghold: rolled when it first matters, and kept (C-LOOT-01)."""
    stronghold = step.get(Stronghold, stronghold_id)
    if stronghold.loot is not None:
        return stronghold.loot
    loot = tax_value(step, stronghold, "its wealth") * step.param(PER_TAX)
    step.put(msgspec.structs.replace(stronghold, loot=loot))
    return loot


def take_loot(step: Step, stronghold_id: str, doubloons: int) -> None:
    """Some of a stronghold's wealth is gone; nothing refills it, unless the rules are set so."""
    left = held_loot(step, stronghold_id) - doubloons
    stronghold = step.get(Stronghold, stronghold_id)
    step.put(msgspec.structs.replace(stronghold, loot=max(0, left)))


def new_wealth(step: Step, stronghold_id: str) -> None:
    """A place that falls again has grown rich anew, where the rules are set so (C-LOOT-01/a)."""
    if step.param(REFILL):
        stronghold = step.get(Stronghold, stronghold_id)
        step.put(msgspec.structs.replace(stronghold, loot=None))
