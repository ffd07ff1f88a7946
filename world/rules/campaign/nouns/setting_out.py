"""How an army sets out on a march: the way it takes, from wherever it stands (C-MARCH-01)."""

from __future__ import annotations

import msgspec

from world.errors import Refused
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.marching import Pace
from world.rules.campaign.nouns.meeting import way_barred
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stretch import set_out_on, settled
from world.rules.campaign.nouns.way import way
from world.state import World


def setting_out(
    world: World,
    army: Army,
    now: int,
    *,
    path: tuple[str, ...],
    to: str,
    day: Pace,
    night: Pace,
    column: str,
) -> Army:
    """The army on its march from *now* (ms) on, through the places of *path* in turn, then to *to*.

    Raises:
        Refused: E-BESIEGED, E-NO-PATH.
    """
    if army.inside and siege_of(world, army.place) is not None:
        raise Refused(
            "E-BESIEGED",
            f"{army.name} is shut in; to march it would have to break out. It stays inside.",
        )
    ground = scene(world)
    along = tuple(ground.place(text) for text in path)
    goal = ground.place(to) if to else along[-1]
    army = settled(world, army, now)
    hexes = way(world, army, along, day, night, literal=True)
    if to:
        there = msgspec.structs.replace(army, place=hexes[-1])
        hexes += way(world, there, (goal,), day, night, literal=False)[1:]
    if len(hexes) > 1 and way_barred(world, army.id, army.faction, army.place, hexes[1]):
        raise Refused(
            "E-NO-PATH",
            f"The enemy in {ground.called(army.place)} bars that way; {army.name} can go back the"
            " way it came. It goes on as before.",
        )
    return set_out_on(army, hexes, goal=goal, day=day, night=night, column=column)
