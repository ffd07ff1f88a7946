"""The figures of naval battles (C-NAV-M, C-NAV-R, C-NAV-03 to C-NAV-09, C-SHIP-08)."""

from __future__ import annotations

from fractions import Fraction

from world.pack import Chapter
from world.param import Param

chapter = Chapter("naval figures", "The figures of naval battles")

DICE = chapter.param(
    "naval.dice",
    "2d6",
    "dice",
    "C-NAV-02",
    "what each fleet throws in battle",
)
CANNON_PER_100 = chapter.param(
    "naval.cannon_per_100",
    1,
    "per 100% more Cannon",
    "C-NAV-M1",
    "to the side with so many more guns",
)
CANNON_CAP = chapter.param(
    "naval.cannon_cap",
    "none",
    "mode",
    "C-NAV-M",
    "the most that guns can add: none for no bound, or a number",
)
ZERO_OPPONENT = chapter.param(
    "naval.zero_opponent",
    1,
    "gun",
    "C-NAV-M",
    "what a side without guns is taken to have",
)
MORALE_PER_POINT = chapter.param(
    "naval.morale_per_point",
    1,
    "per point of difference",
    "C-NAV-M2",
    "to the fleet with the higher morale",
)
SURPRISE = chapter.param(
    "naval.surprise_bonus",
    1,
    "bonus",
    "C-NAV-M3",
    "to a fleet the enemy had not seen come",
)
TACTICS_MAX = chapter.param(
    "naval.tactics_max",
    3,
    "bonus",
    "C-NAV-M4",
    "the most that a good plan can be worth",
)
ROUGH = chapter.param(
    "naval.rough_malus",
    -1,
    "malus",
    "C-NAV-M5",
    "in rough seas",
)
UNDERCREWED = chapter.param(
    "naval.undercrewed_malus",
    -1,
    "malus",
    "C-NAV-M6",
    "to a fleet that is short of hands",
)
UNDERCREWED_FRACTION = chapter.param(
    "naval.undercrewed_fraction",
    Fraction(1),
    "of full Crew",
    "C-NAV-M",
    "a fleet with fewer hands than this is short of them",
)
SICK = chapter.param(
    "naval.sick_malus",
    -1,
    "malus",
    "C-NAV-M7",
    "to a fleet that is sick or exhausted",
)
TACTICS_MIN = chapter.param(
    "naval.tactics_min",
    -3,
    "malus",
    "C-NAV-M8",
    "the worst that a bad plan can be worth",
)
TRAITS = chapter.param(
    "naval.traits_apply",
    True,
    "bool",
    "C-NAV-M",
    "whether the traits of commanders that speak of armies and battles hold at sea, too",
)
R0_CREW = chapter.param(
    "naval.r0.crew",
    5,
    "% both",
    "C-NAV-R0",
    "hands lost in a drawn battle",
)
R0_FD = chapter.param(
    "naval.r0.fd",
    25,
    "% both",
    "C-NAV-R0",
    "of the enemy's Fleet Damage, taken as hits in a drawn battle",
)
R0_ATTACKER = chapter.param(
    "naval.r0.attacker_morale",
    -1,
    "morale",
    "C-NAV-R0",
    "to attackers in a drawn battle",
)
R1_CREW = chapter.param(
    "naval.r1.crew",
    10,
    "% both",
    "C-NAV-R1",
    "hands lost where it was decided by one",
)
R1_FD = chapter.param(
    "naval.r1.fd",
    35,
    "% both",
    "C-NAV-R1",
    "of the enemy's Fleet Damage, taken as hits where it was decided by one",
)
R1_LOSER = chapter.param(
    "naval.r1.loser_morale",
    -1,
    "morale",
    "C-NAV-R1",
    "to whoever lost by one",
)
R2_VICTOR_CREW = chapter.param(
    "naval.r2.victor_crew",
    5,
    "%",
    "C-NAV-R2",
    "hands lost by whoever won by two or three",
)
R2_VICTOR_FD = chapter.param(
    "naval.r2.victor_fd",
    25,
    "%",
    "C-NAV-R2",
    "of the enemy's Fleet Damage, taken as hits by whoever won by two or three",
)
R2_LOSER_CREW = chapter.param(
    "naval.r2.loser_crew",
    10,
    "%",
    "C-NAV-R2",
    "hands lost by whoever lost by two or three",
)
R2_LOSER_FD = chapter.param(
    "naval.r2.loser_fd",
    35,
    "%",
    "C-NAV-R2",
    "of the enemy's Fleet Damage, taken as hits by whoever lost by two or three",
)
R2_VICTOR = chapter.param(
    "naval.r2.victor_morale",
    1,
    "morale",
    "C-NAV-R2",
    "to whoever won by two or three",
)
R2_LOSER = chapter.param(
    "naval.r2.loser_morale",
    -2,
    "morale",
    "C-NAV-R2",
    "to whoever lost by two or three",
)
R4_VICTOR_CREW = chapter.param(
    "naval.r4.victor_crew",
    5,
    "%",
    "C-NAV-R4",
    "hands lost by whoever won by four or five",
)
R4_VICTOR_FD = chapter.param(
    "naval.r4.victor_fd",
    25,
    "%",
    "C-NAV-R4",
    "of the enemy's Fleet Damage, taken as hits by whoever won by four or five",
)
R4_LOSER_CREW = chapter.param(
    "naval.r4.loser_crew",
    15,
    "%",
    "C-NAV-R4",
    "hands lost by whoever lost by four or five",
)
R4_LOSER_FD = chapter.param(
    "naval.r4.loser_fd",
    50,
    "%",
    "C-NAV-R4",
    "of the enemy's Fleet Damage, taken as hits by whoever lost by four or five",
)
R4_VICTOR = chapter.param(
    "naval.r4.victor_morale",
    2,
    "morale",
    "C-NAV-R4",
    "to whoever won by four or five",
)
R4_LOSER = chapter.param(
    "naval.r4.loser_morale",
    -2,
    "morale",
    "C-NAV-R4",
    "to whoever lost by four or five",
)
R4_CAPTURE = chapter.param(
    "naval.r4.capture_in6",
    1,
    "in 6",
    "C-NAV-R4",
    "chance that the commander who lost by four or five is taken",
)
R6_VICTOR_CREW = chapter.param(
    "naval.r6.victor_crew",
    5,
    "%",
    "C-NAV-R6",
    "hands lost by whoever won by six or more",
)
R6_VICTOR_FD = chapter.param(
    "naval.r6.victor_fd",
    25,
    "%",
    "C-NAV-R6",
    "of the enemy's Fleet Damage, taken as hits by whoever won by six or more",
)
R6_LOSER_CREW = chapter.param(
    "naval.r6.loser_crew",
    20,
    "%",
    "C-NAV-R6",
    "hands lost by whoever lost by six or more",
)
R6_LOSER_FD = chapter.param(
    "naval.r6.loser_fd",
    75,
    "%",
    "C-NAV-R6",
    "of the enemy's Fleet Damage, taken as hits by whoever lost by six or more",
)
R6_VICTOR = chapter.param(
    "naval.r6.victor_morale",
    2,
    "morale",
    "C-NAV-R6",
    "to whoever won by six or more",
)
R6_LOSER = chapter.param(
    "naval.r6.loser_morale",
    -2,
    "morale",
    "C-NAV-R6",
    "to whoever lost by six or more",
)
R6_CAPTURE = chapter.param(
    "naval.r6.capture_in6",
    2,
    "in 6",
    "C-NAV-R6",
    "chance that the commander who lost by six or more is taken",
)
HITS_ROUND = chapter.param(
    "naval.hits_round",
    "half_up",
    "mode",
    "C-NAV-03",
    "how hits are rounded",
    choices=("half_up", "down", "up"),
)
FD_OF = chapter.param(
    "naval.fd_of",
    "enemy",
    "side",
    "C-NAV-03",
    "of what hits are a share: the enemy's Fleet Damage, or the fleet's own hulls",
    choices=("enemy", "own_hull"),
)
TROOPS_SUFFER = chapter.param(
    "naval.troops_take_casualties",
    False,
    "bool",
    "C-NAV-04",
    "whether troops aboard lose men like the crews",
)
DEFAULT_SPREAD = chapter.param(
    "naval.default_spread",
    "most_hull",
    "mode",
    "C-NAV-05",
    "which ship takes the next hit where nobody says",
    choices=("most_hull", "least_hull"),
)
RETREAT_HEXES = chapter.param(
    "naval.retreat_hexes",
    6,
    "hexes",
    "C-NAV-07",
    "that a beaten fleet goes back",
)
RETREAT_PATH = chapter.param(
    "naval.retreat_path",
    "back",
    "mode",
    "C-NAV-07",
    "whether a beaten fleet goes back along its course, or makes for the nearest friendly port",
    choices=("back", "home"),
)
ROUT_SUPPLY_DIE = chapter.param(
    "naval.rout_supply_die",
    "1d6",
    "dice",
    "C-NAV-08",
    "how many steps of its supplies a routed fleet loses",
)
ROUT_SUPPLY_STEP = chapter.param(
    "naval.rout_supply_step",
    10,
    "%",
    "C-NAV-08",
    "of the supplies aboard, for each",
)
ROUT_HEXES = chapter.param(
    "naval.rout_hexes",
    "3d6",
    "hexes",
    "C-NAV-08",
    "that a routed fleet flees farther",
)
ROUT_REPLACES = chapter.param(
    "naval.rout_replaces_ship_rule",
    True,
    "bool",
    "C-NAV-08",
    "whether a failed check after a lost battle routs the fleet, or makes each ship sail off for"
    " herself (C-SHIP-10)",
)
TRAPPED_FRACTION = chapter.param(
    "naval.trapped_fraction",
    Fraction(1, 2),
    "factor",
    "C-NAV-09",
    "what is left of a beaten fleet that has nowhere to sail",
)
TRAPPED_DAYS = chapter.param(
    "naval.trapped_days",
    "1d6",
    "days",
    "C-NAV-09",
    "for which it is out of control",
)
LOST_IN6 = chapter.param(
    "ship.lost_in6",
    2,
    "in 6",
    "C-SHIP-08",
    "that a ship without a hull goes down with all hands",
)
STRIKE_IN6 = chapter.param(
    "ship.strike_in6",
    4,
    "in 6",
    "C-SHIP-08",
    "that she strikes her colours instead",
)
TRAPPED_HITS: Param[tuple[str, ...]] = chapter.param(
    "naval.trapped_hits",
    ("crew", "troops", "cargo"),
    "list",
    "C-NAV-09",
    "what is lost by a beaten fleet that has nowhere to sail",
)
