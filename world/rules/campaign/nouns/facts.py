"""What chapters of the campaign rules announce to one another."""

from __future__ import annotations

from fractions import Fraction

from world.fact import Fact


class ArmyEntered(Fact, frozen=True, tag="army_entered"):
    """An army has come into a hex."""

    army: str
    place: str
    came_from: str
    night: bool


class ArmySetOut(Fact, frozen=True, tag="army_set_out"):
    """An army begins to move off from where it stood."""

    army: str
    place: str


class ArmyStood(Fact, frozen=True, tag="army_stood"):
    """An army's march is over: it has arrived, was halted, or cannot go on."""

    army: str
    place: str


class ArmyGone(Fact, frozen=True, tag="army_gone"):
    """An army is no more; ``place`` is where it stood last."""

    army: str
    place: str
    faction: str
    leader: str


class ArmyFormed(Fact, frozen=True, tag="army_formed"):
    """An army has come into being where there was none: a levy, rebels, a part of another."""

    army: str
    place: str


class Halted(Fact, frozen=True, tag="halted"):
    """An army was told to halt: whatever it does or means to do all day is broken off (O-HALT)."""

    army: str


class DayWorkBegan(Fact, frozen=True, tag="day_work_began"):
    """An army has begun a day's work: it forages or torches, and does nothing else."""

    army: str


class RevoltBreaksOut(Fact, frozen=True, tag="revolt_breaks_out"):
    """People rise against a faction (C-REV-01); where and how many is for the chapter on revolts.

    Attributes:
        cause: what provoked it, in words.
        faction: the side that provoked it; ``by`` the person who did.
        hexes: where it may break out.
        men: how many rise; 0 where the die for revolts says.
        leader: what kind of man leads them.
        rule: the decision by which the referee places them.
    """

    cause: str
    faction: str
    by: str
    hexes: tuple[str, ...]
    men: int = 0
    leader: str = "revolutionary"
    rule: str = "D-REV-01"


class ArmySplit(Fact, frozen=True, tag="army_split"):
    """A part of an army has become an army of its own, in the same place (C-ARMY-04)."""

    army: str
    part: str
    place: str


class ArmiesJoined(Fact, frozen=True, tag="armies_joined"):
    """An army has become part of another in the same place, which answers for it (C-ARMY-05)."""

    army: str
    into: str
    place: str


class MustJoin(Fact, frozen=True, tag="must_join"):
    """A remnant is to join the next army of its side that it comes to (D-ARMY-02)."""

    army: str


class DetachmentRenamed(Fact, frozen=True, tag="detachment_renamed"):
    """A detachment has another name in the army it has come to than in the one it came from."""

    came_from: str
    army: str
    old: str
    new: str


class LeaderChanged(Fact, frozen=True, tag="leader_changed"):
    """An army is led by somebody else than before; '' for a captain."""

    army: str
    was: str
    now: str


class AtLeisure(Fact, frozen=True, tag="at_leisure"):
    """What kept an army where it stood is over, or was broken off: a day's work, a rest, a job."""

    army: str


class EnemyPlaced(Fact, frozen=True, tag="enemy_placed"):
    """Somebody has learnt where a hostile army stands, by his own scouts or by report.

    ``was`` is where he had it before his eyes until then; '' where he had not.
    """

    observer: str
    enemy: str
    was: str = ""


class StockStands(Fact, frozen=True, tag="stock_stands"):
    """An army has eaten; what it has left will last for so many whole days."""

    army: str
    days: int


class WeekSpentMarching(Fact, frozen=True, tag="week_spent_marching"):
    """An army on the march halts, since it has marched all that a week allows (C-MARCH-02)."""

    army: str
    place: str


class BrokenOff(Fact, frozen=True, tag="broken_off"):
    """Something that takes its time is broken off by order (O-CANCEL).

    ``what`` is the kind of undertaking, ``whose`` the army or stronghold that is about it.
    """

    what: str
    whose: str


class HeldToRansom(Fact, frozen=True, tag="held_to_ransom"):
    """The victor holds a captured place to ransom (C-RAN-01)."""

    stronghold: str
    army: str
    victor: str


class MarchedByNight(Fact, frozen=True, tag="marched_by_night"):
    """An army has begun to march in a night that ends at ``dawn`` (C-NIGHT-02)."""

    army: str
    dawn: int


class FoundItself(Fact, frozen=True, tag="found_itself"):
    """Dawn shows an army that it took a wrong road (C-NIGHT-03)."""

    army: str


class FordReached(Fact, frozen=True, tag="ford_reached"):
    """An army stands at a river: ``halves`` of a day until it is over, or closed by weather."""

    army: str
    towards: str
    halves_num: int
    halves_den: int
    closed: bool


class StrengthChanged(Fact, frozen=True, tag="strength_changed"):
    """An army has more or fewer men, wagons or guns than before."""

    army: str
    why: str


class MoraleMoves(Fact, frozen=True, tag="morale_moves"):
    """Something raises or lowers an army's morale (C-MOR-01)."""

    army: str
    by: int
    why: str


class CheckCalled(Fact, frozen=True, tag="check_called"):
    """An army's morale is put to the test (C-MOR-03)."""

    army: str
    why: str


class CheckFailed(Fact, frozen=True, tag="check_failed"):
    """An army has failed a check after ``why`` and ``row`` of the table takes effect (C-MOR-T)."""

    army: str
    row: int
    why: str


class DetachmentsTurn(Fact, frozen=True, tag="detachments_turn"):
    """Detachments of an army want to leave it for another (rows 2, 4, 6 and 7 of C-MOR-T).

    What becomes of them is for the chapters on defection; where there are none, the referee.
    """

    army: str
    row: int
    detachments: tuple[str, ...]


class WeatherSet(Fact, frozen=True, tag="weather_set"):
    """A region's weather is new, or does something new."""

    region: str


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


class Sighted(Fact, frozen=True, tag="sighted"):
    """Scouts of an army (or of a garrison, '') have come in sight of a hostile army."""

    army: str
    observer: str
    enemy: str


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
    """A stronghold opens to the enemy; what follows is the chapter on the fall's (C-AFT-01)."""

    stronghold: str
    victor: str
    army: str
    terms: bool
    weeks: int


class PlaceFell(Fact, frozen=True, tag="place_fell"):
    """A stronghold has changed hands."""

    stronghold: str
    old_holder: str
    old_faction: str
    victor: str


class HostileAct(Fact, frozen=True, tag="hostile_act"):
    """An act that is war by itself (C-TALK-04)."""

    by: str
    faction: str
    against: str


class StanceChanged(Fact, frozen=True, tag="stance_changed"):
    """Two factions stand to one another as they did not before (C-TALK-04)."""

    one: str
    other: str
    was: str
    now: str


class CaptainStops(Fact, frozen=True, tag="captain_stops"):
    """A captain was surprised: he stops and acts in defence alone (C-CAP-02)."""

    army: str


class HandedBack(Fact, frozen=True, tag="handed_back"):
    """The referee leaves a person or office to his doctrine again."""

    person: str


class Unexpected(Fact, frozen=True, tag="unexpected"):
    """Something a captain did not look for has happened to his army (C-CAP-02)."""

    army: str
    what: str
    words: str
    enemy: str = ""


def halves(fact: FordReached) -> Fraction:
    """How long an army stands at the river, in halves of a day."""
    return Fraction(fact.halves_num, fact.halves_den)
