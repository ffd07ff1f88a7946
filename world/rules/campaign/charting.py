"""The map as a commander knows it: whose land he believes it to be, his armies, and who was seen.

Nothing is drawn but what stands on his page, so that the map can say no more than that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from world.map.svg import Mark, draw, marks_over, spot_of
from world.pack import View
from world.rules.campaign.nouns.ground import Scene
from world.rules.campaign.nouns.view import CampaignView, campaign_view

#: The colour of troops by how their faction stands to one's own.
_COLOURS = {"own": "blue", "allied": "green", "neutral": "yellow", "hostile": "red"}
KEY: Final = (
    ("blue", "Your own side"),
    ("green", "Allies"),
    ("yellow", "Neutral"),
    ("red", "Enemies"),
    ("black", "Nobody knows whose"),
)


def believed_holders(scene: Any, view: View) -> tuple[tuple[int, str], ...]:
    """Whose each hex is, by the factions that he believes to hold its strongholds (C-STR-06)."""
    known = campaign_view(view)
    ground: Scene = scene
    names = {faction.id: faction.name for faction in known.factions}
    holders = {site.id: site.faction for site in known.strongholds}
    owners = []
    for label, site in ground.control.items():
        faction = holders.get(site, "")
        if faction:
            owners.append((ground.atlas.index[ground.hex(label)], names.get(faction, faction)))
    return tuple(sorted(owners))


def draw_ground(scene: Any, holders: tuple[tuple[int, str], ...]) -> str:
    """The ground, tinted by whose it is believed to be."""
    ground: Scene = scene
    return draw(ground.atlas, control=dict(holders))


def draw_marks(scene: Any, view: View, ago: Callable[[int], str]) -> str:
    """His own armies and everybody else's as they were last seen, by arm and faction."""
    ground: Scene = scene
    return marks_over(ground.atlas, _marks(ground, campaign_view(view), ago))


def draw_markers(scene: Any, markers: tuple[tuple[str, str], ...]) -> str:
    """What somebody has marked for himself."""
    ground: Scene = scene
    marks = [Mark(ground.hex(place), text, "black", "point") for place, text in markers]
    return marks_over(ground.atlas, marks)


def _marks(ground: Scene, known: CampaignView, ago: Callable[[int], str]) -> list[Mark]:
    stances = {faction.id: faction.stance for faction in known.factions}
    marks = [Mark(ground.hex(army.place), army.name, "blue") for army in known.armies if army.place]
    for seen in known.seen:
        if seen.place:
            horse = seen.cavalry > seen.infantry + seen.artillerists
            colour = _COLOURS.get(stances.get(seen.faction, ""), "black")
            # What is not in sight is where it was: its name says how long ago.
            name = seen.name or "?"
            said = name if seen.at is None else f"{name}, {ago(seen.at)}?"
            marks.append(Mark(ground.hex(seen.place), said, colour, "horse" if horse else "foot"))
    return marks


def spot(scene: Any, view: View, fields: Mapping[str, Any]) -> tuple[float, float] | None:
    """Where on the sheet a notice's place lies, or else the army or fleet of his that it names."""
    ground: Scene = scene
    known = campaign_view(view)
    named = {name: place for place, name in known.places.items()}
    named |= {site.name: site.place for site in known.strongholds}
    armies = {army.name: army.place for army in known.armies}
    fleets = {fleet.name: fleet.place for fleet in known.fleets}
    for field, places in (("place", named), ("army", armies), ("fleet", fleets)):
        said = fields.get(field)
        place = places.get(said) if isinstance(said, str) else None
        if place:
            return spot_of(ground.atlas, ground.hex(place))
    return None
