"""Morale: its bounds and its dice (C-MOR-01 to C-MOR-03)."""

from __future__ import annotations

from world.pack import Chapter

chapter = Chapter("spirit", "The bounds of morale and the dice it is tested with")

MIN = chapter.param("morale.min", 0, "morale", "C-MOR-01", "the lowest")
RESTING = chapter.param("morale.resting", 9, "morale", "C-MOR-02", "of a newly raised army")
MAX = chapter.param("morale.max", 12, "morale", "C-MOR-02", "the highest")
