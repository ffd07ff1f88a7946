"""Facts of meetings, battles and sieges, to which other chapters react."""

from __future__ import annotations

from world.fact import Fact


class MeetingBegan(Fact, frozen=True, tag="meeting_began"):
    """Hostile armies have met (C-BAT-01); marches of those in it stand still."""

    meeting: str
    place: str
    armies: tuple[str, ...]


class BattleJoined(Fact, frozen=True, tag="battle_joined"):
    """Every plan of a meeting is in and somebody attacks; until it is fought both sides stand.

    ``swift`` says that one side is so much stronger that nobody waits for it (C-BAT-01/c).
    """

    meeting: str
    place: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    swift: bool = False


class MeetingOver(Fact, frozen=True, tag="meeting_over"):
    """A meeting is settled, or has come to nothing, without a battle."""

    meeting: str
    place: str


class BattleFought(Fact, frozen=True, tag="battle_fought"):
    """A battle is over; ``winners`` is empty after a drawn one (C-BAT-02, C-BAT-03)."""

    place: str
    meeting: str
    stronghold: str
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    attackers: tuple[str, ...]
    attacked: tuple[str, ...]


class LossesTaken(Fact, frozen=True, tag="losses_taken"):
    """What a battle has cost an army (C-BAT-04).

    ``num`` / ``den`` is the percentage; ``losses`` are each detachment's name, men before, and men
    lost.
    """

    army: str
    num: int
    den: int
    losses: tuple[tuple[str, int, int], ...]


class ArmyBeaten(Fact, frozen=True, tag="army_beaten"):
    """An army has lost a battle; what it does now is the chapter on routs' (C-ROUT).

    Attributes:
        place: where it was beaten; ``victors`` the armies that hold the field.
        retreats: whether it takes the first step back (not where its side won, nor into its lines).
        trapped: whether it has nowhere to go, as after the fall of the place it defended.
        tested: whether its morale is put to the test after that.
        walls: the besieged stronghold it made a sortie from and goes back into.
    """

    army: str
    place: str
    victors: tuple[str, ...]
    retreats: bool = True
    trapped: bool = False
    tested: bool = True
    walls: str = ""


class WheelsTaken(Fact, frozen=True, tag="wheels_taken"):
    """Wagons and guns of a beaten army fall to a victor, or are left lying where it stood.

    ``victor`` is '' where nobody takes them.
    """

    place: str
    victor: str
    wagons: int = 0
    six: int = 0
    eighteen: int = 0


class CommanderTaken(Fact, frozen=True, tag="commander_taken"):
    """A commander falls into enemy hands: those of the army or garrison ``holds`` (C-PRIS-01)."""

    person: str
    holds: str
    place: str


class CommanderFled(Fact, frozen=True, tag="commander_fled"):
    """A commander has got away alone and rides to his own people (C-AFT-05, C-CMD-06)."""

    person: str
    place: str


class RideBroken(Fact, frozen=True, tag="ride_broken"):
    """A commander who rides alone stops where he has come to, or was never off (D-ARMY-03)."""

    person: str
    place: str


class CommanderSlipped(Fact, frozen=True, tag="commander_slipped"):
    """A commander has slipped away out of a place that fell (C-AFT-05)."""

    person: str
    place: str


class CommanderDies(Fact, frozen=True, tag="commander_dies"):
    """A commander dies, of ``why`` (C-DUEL-03, C-PRIS-02)."""

    person: str
    why: str


class WallsStormed(Fact, frozen=True, tag="walls_stormed"):
    """Troops before a stronghold are to storm it (C-ASLT-01, C-BLK-02).

    Attributes:
        army: that of the commander who orders it, ``plan`` how, in his own words.
        others: armies that are led by his captains and storm it with him; ``asked`` those whose
            commanders may join.
    """

    stronghold: str
    army: str
    plan: str = ""
    others: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()


class PlaceStormed(Fact, frozen=True, tag="place_stormed"):
    """A stronghold was taken by assault; ``armies`` are those that took it (C-ASLT-07)."""

    stronghold: str
    victor: str
    army: str
    armies: tuple[str, ...]
    weeks: int


class ArmyLeftWalls(Fact, frozen=True, tag="army_left_walls"):
    """An army that was quartered in a stronghold stands before its gates.

    A ``sortie`` out of a besieged place is an attack upon the besiegers.
    """

    army: str
    stronghold: str
    sortie: bool = False


class FreeToGo(Fact, frozen=True, tag="free_to_go"):
    """A meeting no longer holds an army up; if it was on the march, it goes on."""

    army: str


class HeldUp(Fact, frozen=True, tag="held_up"):
    """A meeting ended with the way barred: a march that it interrupted is over."""

    army: str


class GarrisonLeft(Fact, frozen=True, tag="garrison_left"):
    """An army has dropped detachments off as the garrison of a stronghold (C-STR-05)."""

    army: str
    stronghold: str


class EntersWalls(Fact, frozen=True, tag="enters_walls"):
    """An army takes refuge in a friendly stronghold of its hex (C-ROUT-01/a)."""

    army: str
    stronghold: str


class FallsBack(Fact, frozen=True, tag="falls_back"):
    """An army takes a step back that costs no time (C-BAT-01/b, C-ROUT-01)."""

    army: str
    to: str


class StrongholdAttacked(Fact, frozen=True, tag="stronghold_attacked"):
    """The besiegers of a stronghold were attacked, or only harried (C-SIEGE-03)."""

    stronghold: str
    harrying: bool = False


class StrongholdResupplied(Fact, frozen=True, tag="stronghold_resupplied"):
    """A besieged stronghold got food in for so many ``days`` of those inside (C-SIEGE-03)."""

    stronghold: str
    days: int


class SiegeStands(Fact, frozen=True, tag="siege_stands"):
    """A siege has begun, or stood already when the campaign did."""

    siege: str
    stronghold: str


class SiegeLifted(Fact, frozen=True, tag="siege_lifted"):
    """A siege is over and the place still stands (C-SIEGE-06)."""

    siege: str
    stronghold: str
    why: str


class PlaceYields(Fact, frozen=True, tag="place_yields"):
    """A stronghold opens to the enemy; what follows is the chapter on the fall's (C-AFT-01).

    By ``treaty`` it joins the victor's side of its own accord, its garrison with it (C-AFT-01/a).
    """

    stronghold: str
    victor: str
    army: str
    terms: bool
    weeks: int
    treaty: bool = False


class PlaceSearched(Fact, frozen=True, tag="place_searched"):
    """It is settled who follows the victors of a place and what was found in it (C-AFT-06, -07).

    ``pillages`` and ``ransom`` say what the victor has chosen to do already; he is asked otherwise.
    """

    stronghold: str
    army: str
    victor: str
    armies: tuple[str, ...]
    pillages: bool = False
    ransom: bool = False


class PlaceFell(Fact, frozen=True, tag="place_fell"):
    """A stronghold has changed hands."""

    stronghold: str
    old_holder: str
    old_faction: str
    victor: str
