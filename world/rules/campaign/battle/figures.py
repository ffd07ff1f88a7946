"""The figures of battles (C-BAT-M, C-BAT-R, C-MULTI)."""

from __future__ import annotations

from world.pack import Chapter
from world.param import Param

chapter = Chapter("battle figures", "The figures of battles")

MORALE_PER_POINT = chapter.param(
    "battle.morale_per_point",
    1,
    "per point of difference",
    "C-BAT-M03",
    "to the army with the higher morale",
)
CHOSEN = chapter.param(
    "battle.chosen_bonus", 1, "bonus", "C-BAT-M04", "to an army on ground it has chosen"
)
SURPRISE = chapter.param(
    "battle.surprise_bonus", 1, "bonus", "C-BAT-M05", "to an army the enemy had not seen come"
)
TERRAIN = chapter.param(
    "battle.terrain_bonus", 1, "bonus", "C-BAT-M06", "to an army that the ground favours"
)
TACTICS_MAX = chapter.param(
    "battle.tactics_max", 3, "bonus", "C-BAT-M07", "the most that a good plan can be worth"
)
ROUGH = chapter.param("battle.rough_malus", -1, "malus", "C-BAT-M08", "in hills, woods or marsh")
UNDERSUPPLIED = chapter.param(
    "battle.undersupplied_malus", -1, "malus", "C-BAT-M09", "to an army that cannot eat tonight"
)
SICK = chapter.param(
    "battle.sick_malus", -1, "malus", "C-BAT-M10", "to an army that is sick or worn out by marching"
)
WEATHER = chapter.param(
    "battle.weather_malus", -1, "malus", "C-BAT-M11", "in bad or very bad weather"
)
FORMATION = chapter.param(
    "battle.formation_malus", -2, "malus", "C-BAT-M12", "to an army caught out of battle order"
)
TACTICS_MIN = chapter.param(
    "battle.tactics_min", -3, "malus", "C-BAT-M13", "the worst that a bad plan can be worth"
)
UNDERSUPPLIED_DAYS = chapter.param(
    "battle.undersupplied_days",
    1,
    "day of supplies",
    "C-BAT-M09",
    "an army with less in stock is short of supplies",
)
COMMON = chapter.param(
    "battle.common_maluses",
    "both",
    "mode",
    "C-BAT-M11",
    "whom weather and rough ground hit unless the referee says otherwise",
    choices=("both", "attackers", "nobody"),
)
SNAPSHOT = chapter.param(
    "battle.morale_snapshot",
    "after_broken_rest",
    "mode",
    "C-BAT-M03",
    "whether morale counts as it is when the battle is fought, the alarm over a broken rest"
    " included, or as it was when the armies met",
    choices=("after_broken_rest", "at_meeting"),
)

MORALE_REFERENCE = chapter.param(
    "multi.morale_reference",
    "highest_enemy",
    "mode",
    "C-MULTI-02",
    "with what an army's morale is compared where the enemy has several",
    choices=("highest_enemy", "lowest_enemy"),
)
CAPTAINS_ROLL = chapter.param(
    "multi.captains_roll",
    "with_commander",
    "mode",
    "C-MULTI-03",
    "whether captains share the roll of the strongest commander of their side, or roll too",
    choices=("with_commander", "each"),
)
WINNER_RETREATS = chapter.param(
    "multi.winner_side_first_retreat",
    False,
    "bool",
    "C-MULTI-05",
    "whether a beaten army of the winning side takes the first step back",
)

DRAW_RETREAT = chapter.param(
    "battle.draw_retreat",
    "none",
    "mode",
    "C-BAT-03",
    "whether the attackers in a drawn battle stay where they are or go back as if beaten",
    choices=("none", "attacker"),
)
REPORT_ROUNDING = chapter.param(
    "battle.report_rounding",
    100,
    "soldiers",
    "C-BAT-04",
    "to how many men the enemy's losses are told",
)

R0_CASUALTIES = chapter.param(
    "battle.r0.casualties", 5, "% both sides", "C-BAT-R0", "losses in a drawn battle"
)
R0_ATTACKER = chapter.param(
    "battle.r0.attacker_morale", -1, "morale", "C-BAT-R0", "to attackers in a drawn battle"
)
R1_CASUALTIES = chapter.param(
    "battle.r1.casualties", 10, "% both sides", "C-BAT-R1", "losses where it was decided by one"
)
R1_LOSER = chapter.param(
    "battle.r1.loser_morale", -1, "morale", "C-BAT-R1", "to whoever lost by one"
)
R2_VICTOR_CASUALTIES = chapter.param(
    "battle.r2.victor_casualties", 5, "%", "C-BAT-R2", "losses of whoever won by two or three"
)
R2_LOSER_CASUALTIES = chapter.param(
    "battle.r2.loser_casualties", 10, "%", "C-BAT-R2", "losses of whoever lost by two or three"
)
R2_VICTOR = chapter.param(
    "battle.r2.victor_morale", 1, "morale", "C-BAT-R2", "to whoever won by two or three"
)
R2_LOSER = chapter.param(
    "battle.r2.loser_morale", -2, "morale", "C-BAT-R2", "to whoever lost by two or three"
)
R4_VICTOR_CASUALTIES = chapter.param(
    "battle.r4.victor_casualties", 5, "%", "C-BAT-R4", "losses of whoever won by four or five"
)
R4_LOSER_CASUALTIES = chapter.param(
    "battle.r4.loser_casualties", 15, "%", "C-BAT-R4", "losses of whoever lost by four or five"
)
R4_VICTOR = chapter.param(
    "battle.r4.victor_morale", 2, "morale", "C-BAT-R4", "to whoever won by four or five"
)
R4_LOSER = chapter.param(
    "battle.r4.loser_morale", -2, "morale", "C-BAT-R4", "to whoever lost by four or five"
)
R4_CAPTURE = chapter.param(
    "battle.r4.capture_in6",
    1,
    "in 6",
    "C-BAT-R4",
    "chance that the commander who lost by four or five is taken",
)
R6_VICTOR_CASUALTIES = chapter.param(
    "battle.r6.victor_casualties", 5, "%", "C-BAT-R6", "losses of whoever won by six or more"
)
R6_LOSER_CASUALTIES = chapter.param(
    "battle.r6.loser_casualties", 20, "%", "C-BAT-R6", "losses of whoever lost by six or more"
)
R6_VICTOR = chapter.param(
    "battle.r6.victor_morale", 2, "morale", "C-BAT-R6", "to whoever won by six or more"
)
R6_LOSER = chapter.param(
    "battle.r6.loser_morale", -2, "morale", "C-BAT-R6", "to whoever lost by six or more"
)
R6_CAPTURE = chapter.param(
    "battle.r6.capture_in6",
    2,
    "in 6",
    "C-BAT-R6",
    "chance that the commander who lost by six or more is taken",
)

EXCESS = chapter.param(
    "artillery.excess",
    "captured_on_defeat",
    "mode",
    "C-ART-05",
    "what becomes of unguarded guns of a beaten army (default of D-ART-02)",
    choices=("captured_on_defeat", "lost_on_defeat", "saved"),
)

ATTACKER_MALUS = chapter.param(
    "assault.attacker_malus", -1, "malus", "C-ASLT-02", "to whoever storms walls"
)
OPEN_GATES = chapter.param(
    "assault.open_gates_defence",
    0,
    "bonus",
    "C-ASLT-04",
    "what walls add whose gates are open, whoever defends them",
)
LOSER_EXTRA = chapter.param(
    "assault.loser_extra_casualties",
    10,
    "% points",
    "C-ASLT-06",
    "further losses of whoever loses an assault",
)
ATTACKER_RETREAT = chapter.param(
    "assault.attacker_retreat",
    "lines",
    "mode",
    "C-ASLT-07",
    "whether beaten stormers fall back to their lines, or a hex as from any field",
    choices=("lines", "hex"),
)
ESCAPE_REPLACES = chapter.param(
    "aftermath.escape_replaces_capture",
    True,
    "bool",
    "C-AFT-05",
    "whether defenders of a fallen place may slip away instead of being taken in the battle",
)
GROUND_MODIFIERS = chapter.param(
    "assault.ground_modifiers",
    False,
    "bool",
    "C-ASLT-01",
    "whether chosen, advantageous and rough ground count in an assault, too",
)

#: Modifiers that an army has or has not, by the word the referee writes (D-BAT-02).
BONUSES: dict[str, Param[int]] = {
    "chosen": CHOSEN,
    "surprise": SURPRISE,
    "terrain": TERRAIN,
    "rough": ROUGH,
    "sick": SICK,
    "weather": WEATHER,
    "formation": FORMATION,
}
