"""The figures of spells."""

from __future__ import annotations

from world.pack import Chapter

chapter = Chapter("spell figures", "How long spells take, and what they can do")

WEEKS_MIN = chapter.param(
    "spell.weeks_min", 1, "week", "C-WIZ-02", "the least time it takes to learn a spell"
)
WEEKS_MAX = chapter.param(
    "spell.weeks_max", 4, "weeks", "C-WIZ-02", "the most time it takes to learn a spell"
)
WEEKS_DEFAULT = chapter.param(
    "spell.weeks_default", 2, "weeks", "C-WIZ-02", "to learn a spell of which nothing is said"
)
BROKEN_LOSES = chapter.param(
    "spell.broken_rest_loses",
    True,
    "bool",
    "C-WIZ-02",
    "whether what is being learnt is lost with the rest of the army",
)
GUYS = chapter.param(
    "spell.guys",
    10,
    "trained and equipped people",
    "C-WIZ-03",
    "whose work a spell can do, as the referee is reminded",
)
GUY_DAYS = chapter.param(
    "spell.guy_days", 1, "day", "C-WIZ-03", "of their work, as the referee is reminded"
)
HEAL_DICE = chapter.param(
    "spell.heal_dice", "2d6", "% points", "C-WIZ-05", "fewer casualties in a battle just fought"
)
HEAL_WINDOW = chapter.param(
    "spell.heal_window_days", 1, "day", "C-WIZ-05", "after a battle in which it can be cast"
)
BREACH = chapter.param(
    "spell.breach", 1, "factor", "C-WIZ-06", "by which the defence of a besieged place falls"
)
BREACH_ANY = chapter.param(
    "spell.breach_any",
    True,
    "bool",
    "C-WIZ-06",
    "whether the walls of towns and cities can be breached, too, or of fortresses alone",
)
SCRY_RADIUS = chapter.param(
    "spell.scry_radius", 1, "hex", "C-WIZ-07", "seen around a place far away"
)
SCRY_IGNORES_WEATHER = chapter.param(
    "spell.scry_ignores_weather",
    True,
    "bool",
    "C-WIZ-07",
    "whether far sight sees by night and in any weather",
)
WEATHER_RADIUS = chapter.param(
    "spell.weather_radius", 1, "hex", "C-WIZ-08", "in which bad weather is brought on or ended"
)
WEATHER_DAYS = chapter.param(
    "spell.weather_days", 1, "day", "C-WIZ-08", "for which such weather holds"
)
