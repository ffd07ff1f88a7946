"""What parts of an army inherit of the whole."""

from __future__ import annotations

from world.pack import Chapter

chapter = Chapter("sharing", "What parts of an army inherit of the whole")

INHERITS = chapter.param(
    "army.split_inherits",
    True,
    "bool",
    "C-ARMY-04",
    "whether a part keeps the morale, followers, hunger and forced marches of the whole",
)
