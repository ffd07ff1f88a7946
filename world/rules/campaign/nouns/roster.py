"""What a commander without a faction may open with (C-SPEC-01)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from world.pack import Chapter
from world.param import Params
from world.rules.campaign.nouns.army import Kind, Special
from world.rules.campaign.nouns.guns import BATTERY_MAX

chapter = Chapter("rosters", "What a commander without a faction may open with")

GRENADIERS = chapter.param(
    "start.grenadiers", 1, "detachment", "C-SPEC-01", "of Grenadiers to open with, at most"
)
LANCERS = chapter.param(
    "start.lancers", 1, "detachment", "C-SPEC-01", "of Lancers to open with, at most"
)
SKIRMISHERS = chapter.param(
    "start.skirmishers", 2, "detachments", "C-SPEC-01", "of Skirmishers to open with, at most"
)
INFANTRY_PER_BATTERY = chapter.param(
    "start.infantry_per_battery",
    1,
    "infantry detachment per battery",
    "C-SPEC-01",
    "without which no battery is opened with",
)
TREASURY = chapter.param(
    "start.treasury",
    "scenario",
    "source",
    "C-SPEC-01",
    "whether he opens with the purse that the scenario gives him, or with an empty one",
    choices=("scenario", "none"),
)

_MOST = {"grenadiers": GRENADIERS, "lancers": LANCERS, "skirmishers": SKIRMISHERS}


class Entry(Protocol):
    """A detachment as a scenario has it."""

    @property
    def kind(self) -> Kind:
        """What it is."""
        ...

    @property
    def special(self) -> Special:
        """What special kind it is, if any."""
        ...

    @property
    def six_pounders(self) -> int:
        """Its light guns."""
        ...

    @property
    def eighteen_pounders(self) -> int:
        """Its heavy guns."""
        ...


def excess(params: Params, detachments: Sequence[Entry]) -> tuple[tuple[str, str], ...]:
    """What a roster has beyond what may be opened with: what was found, and what is expected.

    Grenadiers and Skirmishers count as foot where batteries are counted (C-SPEC-01/a).
    """
    found = []
    for special, param in _MOST.items():
        count = sum(each.special == special for each in detachments)
        if count > params[param]:
            found.append(
                (
                    f"{count} detachments of {special}",
                    f"{params[param]} at most of a commander without a faction ({param.name})",
                )
            )
    guns = [each.six_pounders + each.eighteen_pounders for each in detachments]
    batteries = sum(-(-number // max(1, params[BATTERY_MAX])) for number in guns)
    foot = sum(each.kind == "infantry" and each.special != "wizard" for each in detachments)
    needed = batteries * params[INFANTRY_PER_BATTERY]
    if foot < needed:
        found.append(
            (
                f"{batteries} batteries and {foot} detachments of infantry",
                f"{needed} of infantry at least ({INFANTRY_PER_BATTERY.name})",
            )
        )
    return tuple(found)


class Newcomer(Protocol):
    """A commander as a scenario has him."""

    @property
    def faction(self) -> str:
        """The side he is on; '' for none."""
        ...

    @property
    def npc(self) -> bool:
        """Whether nobody plays him."""
        ...

    @property
    def purse(self) -> int:
        """The doubloons that the scenario gives him."""
        ...


def opening_purse(params: Params, commander: Newcomer) -> int:
    """The doubloons a commander opens with: as the scenario says, or none (C-SPEC-01/a)."""
    new = not commander.faction and not commander.npc
    return 0 if new and params[TREASURY] == "none" else commander.purse
