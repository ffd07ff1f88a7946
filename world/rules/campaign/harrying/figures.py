"""The figures of harrying."""

from __future__ import annotations

from fractions import Fraction

from world.pack import Chapter

chapter = Chapter("harrying figures", "What harrying takes, brings and costs")

DAYS = chapter.param("harry.duration_days", 1, "day", "C-HARRY-01", "how long harrying takes")
REJOINS = chapter.param(
    "harry.rejoins",
    "dusk",
    "mode",
    "C-HARRY-01",
    "when a detachment that has harried is with its army again: that dusk, or the dawn after it",
    choices=("dusk", "dawn"),
)
SUCCESS = chapter.param(
    "harry.success_in6", 2, "in 6", "C-HARRY-03", "that harrying succeeds, before any bonus"
)
SKIRMISHERS = chapter.param(
    "harry.skirmisher_bonus", 1, "bonus", "C-HARRY-03", "of skirmishers, on every throw"
)
CAVALRY = chapter.param(
    "harry.cavalry_bonus", 2, "bonus", "C-HARRY-03", "of cavalry, on every throw"
)
READING = chapter.param(
    "harry.success_reading",
    "roll_high",
    "mode",
    "C-HARRY-03",
    "whether a high throw succeeds and the bonus is added to it, or a low one, by a better chance",
    choices=("roll_high", "roll_low"),
)
KILLS = chapter.param(
    "harry.kill_fraction",
    Fraction(1, 5),
    "factor",
    "C-HARRY-04",
    "enemies killed for each harrier",
)
TORCH_DICE = chapter.param(
    "harry.torch_dice", "2d6", "dice", "C-HARRY-05", "supplies burnt for each harrier"
)
STEAL_DICE = chapter.param(
    "harry.steal_dice", "1d6", "dice", "C-HARRY-06", "carried off by each harrier"
)
LOOT_SOURCE = chapter.param(
    "harry.loot_source",
    "chest_then_purse",
    "order",
    "C-HARRY-06",
    "whose money is carried off first, the commander's chest or the soldiers' own",
    choices=("chest_then_purse", "purse_then_chest"),
)
FAIL_LOSS = chapter.param(
    "harry.fail_loss",
    Fraction(1, 5),
    "factor",
    "C-HARRY-07",
    "of the harriers lost when beaten off",
)
SLOW_ON_FAILURE = chapter.param(
    "harry.slow_on_failure",
    True,
    "bool",
    "C-HARRY-08",
    "whether an army is slowed by harriers that it beats off, too",
)
BREAKS_REST = chapter.param(
    "harry.breaks_rest", True, "bool", "C-HARRY-08", "whether being harried ends a rest"
)
