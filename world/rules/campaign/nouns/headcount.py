"""What can be counted of an army's detachments, counted once (C-ARMY-01, C-MOR-08)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from world.rules.campaign.nouns.army import Detachment


class Headcount(msgspec.Struct, frozen=True, gc=False):
    """Detachments that are with the colours, and what they add up to.

    Attributes:
        present: the detachments themselves.
        infantry, cavalry, artillery: soldiers of each kind.
        wading: soldiers who neither ride nor are skirmishers.
        wagons, six, eighteen: what wheels they have.
        wizards: how many of the infantry are wizards, whom nobody sees (C-WIZ-01).
        mounted: whether any of them scout like cavalry (C-SPEC-03).
        all_cavalry, all_skirmishers: whether there is nothing else, wheels included (C-ARMY-07).
    """

    present: tuple[Detachment, ...]
    infantry: int
    cavalry: int
    artillery: int
    wading: int
    wagons: int
    six: int
    eighteen: int
    wizards: int
    mounted: bool
    all_cavalry: bool
    all_skirmishers: bool

    @property
    def soldiers(self) -> int:
        """All of them."""
        return self.infantry + self.cavalry + self.artillery

    @property
    def cannon(self) -> int:
        """All guns, with or without crews."""
        return self.six + self.eighteen


@lru_cache(maxsize=4096)
def headcount(detachments: tuple[Detachment, ...]) -> Headcount:
    """Count those who are present; the same men are counted only once."""
    present = tuple(d for d in detachments if not d.away)
    soldiers = {"infantry": 0, "cavalry": 0, "artillery": 0}
    wading = wagons = six = eighteen = riders = skirmishers = wizards = 0
    for d in present:
        soldiers[d.kind] += d.soldiers
        wagons += d.wagons
        six += d.six
        eighteen += d.eighteen
        wizards += d.soldiers if d.special == "wizard" else 0
        riders += d.kind == "cavalry"
        skirmishers += d.special == "skirmishers"
        if d.kind != "cavalry" and d.special != "skirmishers":
            wading += d.soldiers
    bare = bool(present) and not (wagons or six or eighteen)
    return Headcount(
        present,
        soldiers["infantry"],
        soldiers["cavalry"],
        soldiers["artillery"],
        wading,
        wagons,
        six,
        eighteen,
        wizards,
        mounted=bool(riders or skirmishers),
        all_cavalry=bare and riders == len(present),
        all_skirmishers=bare and skirmishers == len(present),
    )
