"""Figures of letters between kingdoms; there is no map, only a table of the compass."""

from __future__ import annotations

from world.param import Param

MINUTES: Param[tuple[int, ...]] = Param(
    "k.letter.minutes",
    (60, 180, 360, 540, 720),
    "min",
    "K-SET-04",
    "ours: how long a letter is on its way between kingdoms of one location, of the next around the"
    " compass, and so on; the last for all farther ones",
)

ALL = [MINUTES]
