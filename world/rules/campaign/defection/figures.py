"""The figures of defection."""

from __future__ import annotations

from world.pack import Chapter

chapter = Chapter("defection figures", "Where defectors go, and what they take to turn")

TARGET = chapter.param(
    "morale.defect_target",
    "nearest_other_faction",
    "mode",
    "C-MOR-06",
    "to which army defectors go: the nearest of another side, or the nearest of all",
    choices=("nearest_other_faction", "nearest"),
)
BRIBE = chapter.param(
    "morale.bribe_per_soldier",
    1,
    "doubloon per soldier",
    "C-MOR-07",
    "the least offer that those who walk listen to",
)
