"""What the questions of the aftermath settle."""

from __future__ import annotations

from world.timeline import Event


class AftermathChosen(Event, frozen=True, tag="aftermath_chosen"):
    """What the victor makes of a fallen place is settled (D-AFT-01)."""

    army: str
    victor: str
    armies: tuple[str, ...]


class CalmingChosen(Event, frozen=True, tag="calming_chosen"):
    """By which ability the troops are calmed is settled (D-AFT-02)."""

    army: str
    armies: tuple[str, ...]


class AngerChosen(Event, frozen=True, tag="anger_chosen"):
    """How the anger of a pillaged place shows is settled (D-AFT-03)."""

    faction: str
    by: str
    place: str


class GarrisonChosen(Event, frozen=True, tag="garrison_chosen"):
    """What becomes of those who laid down their arms is settled (D-SIEGE-04)."""

    army: str
