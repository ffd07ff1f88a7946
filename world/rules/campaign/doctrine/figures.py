"""What captains and non-player commanders do of whom nobody has said anything."""

from __future__ import annotations

from world.pack import Chapter

chapter = Chapter("doctrine figures", "What those do of whom nobody has said anything")

NPC_ACT = chapter.param(
    "npc.doctrine",
    "defend",
    "mode",
    "C-NPC-01",
    "what a commander nobody plays does with his army until he is told otherwise",
    choices=("hold", "defend"),
)
NPC_FORAGE = chapter.param(
    "npc.forage_under_days",
    3,
    "days",
    "C-NPC-01",
    "with food for fewer days than that he has his army forage",
)
CAPTAIN_FORAGE = chapter.param(
    "captain.forage_under_days",
    0,
    "days",
    "C-CAP-01",
    "with food for fewer days than that a captain forages without being told; 0 for never",
)
