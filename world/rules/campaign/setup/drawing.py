"""The map of a scenario as it is drawn before play: whose land is whose when it begins."""

from __future__ import annotations

from typing import Any

from world.map.svg import draw
from world.rules.campaign.nouns.ground import Scene
from world.rules.campaign.setup.sections import Setup


def draw_map(scene: Any, title: str) -> str:
    """The map as SVG under a title, tinted by the factions that hold its strongholds (C-STR-06)."""
    ground: Scene = scene
    setup: Setup = ground.setup
    owners = {}
    for label, site in ground.control.items():
        section = setup.strongholds.get(site)
        if section is None:
            continue
        holder = setup.commanders.get(section.holder)
        owner = section.faction or (holder.faction if holder is not None else "")
        if owner:
            owners[ground.atlas.index[ground.hex(label)]] = setup.factions[owner].name
    return draw(ground.atlas, title=title, control=owners)
