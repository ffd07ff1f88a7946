"""What the questions of the aftermath settle."""

from __future__ import annotations

from world.rules.campaign.nouns.morale import Checked
from world.timeline import Event


class AftermathChosen(Event, frozen=True, tag="aftermath_chosen"):
    """What the victor makes of a fallen place is settled (D-AFT-01).

    ``spared`` says that nothing in it was taken by force, as it joined by treaty (C-AFT-01/a).
    """

    army: str
    victor: str
    armies: tuple[str, ...]
    spared: bool = False


class CalmingChosen(Event, frozen=True, tag="calming_chosen"):
    """By which ability the troops are calmed is settled (D-AFT-02).

    With a ``ransom`` the ``victor`` takes one when the soldiers have been put to the test.
    """

    army: str
    armies: tuple[str, ...]
    victor: str = ""
    ransom: bool = False


class OrderTested(Event, frozen=True, tag="order_tested"):
    """The check that keeps soldiers in order stands or not (D-GEN-02, C-GEN-08)."""

    army: str
    armies: tuple[str, ...]
    victor: str
    ransom: bool
    bonus: int
    found: Checked


class StoresReviewed(Event, frozen=True, tag="stores_reviewed"):
    """What is found in a fallen place stands or not (D-GEN-02, C-GEN-08).

    ``pillages`` and ``ransom`` are what the victor has chosen already, if he has.
    """

    army: str
    victor: str
    armies: tuple[str, ...]
    pillages: bool
    ransom: bool
    thrown: int
    weeks: int


class EscapeReviewed(Event, frozen=True, tag="escape_reviewed"):
    """Whether somebody slips away stands or not (D-GEN-02, C-GEN-08); ``subject`` is the person.

    ``army`` is the victor's that would hold him; ``outside`` says that his own stands before the
    walls, and he stays with it if he gets ``away``.
    """

    stronghold: str
    army: str
    outside: bool
    away: bool


class AngerChosen(Event, frozen=True, tag="anger_chosen"):
    """How the anger of a pillaged place shows is settled (D-AFT-03)."""

    faction: str
    by: str
    place: str


class GarrisonChosen(Event, frozen=True, tag="garrison_chosen"):
    """What becomes of those who laid down their arms is settled (D-SIEGE-04)."""

    army: str
