"""What chapters of the campaign rules announce to one another."""

from __future__ import annotations

from fractions import Fraction

import msgspec

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


class ArmyHarried(Fact, frozen=True, tag="army_harried"):
    """Harriers beset an army from this dawn on (C-HARRY-08).

    ``rests`` says that it may rest all the same.
    """

    army: str
    rests: bool = False


class RestOver(Fact, frozen=True, tag="rest_over"):
    """A rest that had begun is over: it has run its time, or was ``broken``."""

    army: str
    broken: bool


class LooksOtherwise(Fact, frozen=True, tag="looks_otherwise"):
    """A part of an army has gone or come, or it shows another banner; who watches it sees that."""

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
    """A remnant is to join the next army of its side that it comes to (D-ARMY-02).

    ``into`` is the one it joins where it may not be another.
    """

    army: str
    into: str = ""


class PartLeaves(Fact, frozen=True, tag="part_leaves"):
    """Detachments leave an army against its commander's will, as an army of their own (C-MOR-05).

    Attributes:
        part: the id of the army that they become, and ``name`` what it is called.
        faction: its side; ``owner`` and ``leader`` whose it is, '' for nobody's.
        chest: whether they take a share of its chest, too; their own purses they do in any case.
        why: what they do, in words.
    """

    army: str
    detachments: tuple[str, ...]
    part: str
    name: str
    faction: str
    owner: str = ""
    leader: str = ""
    chest: bool = False
    why: str = ""


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


class CommanderCame(Fact, frozen=True, tag="commander_came"):
    """There is a commander who was not there before: of somebody's people, or a new player's."""

    person: str


class SideChanged(Fact, frozen=True, tag="side_changed"):
    """An army serves another side than before, where it stands (C-MERC-02)."""

    army: str
    was: str
    now: str


class AgentsReport(Fact, frozen=True, tag="agents_report"):
    """Agents are back with somebody and tell what they have seen; ``enclosed`` is an account."""

    person: str
    who: str
    enclosed: msgspec.Raw


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


class SkySpelt(Fact, frozen=True, tag="sky_spelt"):
    """A spell has changed the weather over some places, or its time is over (C-WIZ-08)."""

    places: tuple[str, ...]


class WeatherSet(Fact, frozen=True, tag="weather_set"):
    """A region's weather is new, or does something new."""

    region: str


class Sighted(Fact, frozen=True, tag="sighted"):
    """Scouts of an army (or of a garrison, '') have come in sight of a hostile army."""

    army: str
    observer: str
    enemy: str


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
