"""Who harries, and what decides whether it succeeds (C-HARRY-03)."""

from __future__ import annotations

import msgspec

from world.knowledge.picture import picture_of
from world.rules.campaign.harrying import figures
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.faction import name_of
from world.rules.campaign.nouns.raid import Raid
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.where import captain_of
from world.step import Step


def others_stay(army: Army, detachment: str) -> bool:
    """Whether anybody stays with the colours when a detachment rides out (C-MOR-08/b)."""
    return any(d.name != detachment and d.name not in army.harrying for d in army.present)


def with_away(army: Army, names: set[str], *, away: bool) -> tuple[Detachment, ...]:
    """The detachments of an army with some of them away, or back."""
    return tuple(
        msgspec.structs.replace(d, away=away) if d.name in names else d for d in army.detachments
    )


def thrown(step: Step, raid: Raid) -> int:
    """The throw on which harrying succeeds or not (C-HARRY-03)."""
    return step.roll(f"whether {raid.detachment} of {raid.army} harries with success", "1d6").total


def bonus_of(step: Step, detachment: Detachment) -> int:
    """What a kind of troops adds to every throw of its harrying (C-HARRY-03)."""
    if detachment.special == "skirmishers":
        return step.param(figures.SKIRMISHERS)
    return step.param(figures.CAVALRY) if detachment.kind == "cavalry" else 0


def succeeds(step: Step, face: int, bonus: int) -> bool:
    """Whether a throw is a success; a bonus helps by as many faces, whichever way it is read."""
    chance = step.param(figures.SUCCESS)
    if step.param(figures.READING) == "roll_high":
        return face + bonus >= 7 - chance
    return face <= min(6, chance + bonus)


def believed_name(step: Step, army: Army, raid: Raid) -> str:
    """The harried as whoever leads the harriers' army knows them, whatever has become of them."""
    observer = army.leader or captain_of(army.id)
    known = picture_of(step.world, ArmySeen, observer)
    return next((seen.name for seen in known if seen.subject == raid.target), "the enemy")


def who(step: Step, army: Army, detachment: Detachment | None) -> str:
    """Harriers as the harried see them: what they are and whose, not from which army."""
    kind = "Foot"
    if detachment is not None and detachment.kind == "cavalry":
        kind = "Horse"
    elif detachment is not None and detachment.special == "skirmishers":
        kind = "Skirmishers"
    return f"{kind} of {name_of(step.world, army.faction)}"
