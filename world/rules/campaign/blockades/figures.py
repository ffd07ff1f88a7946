"""The figures of blockades."""

from __future__ import annotations

from world.pack import Chapter

chapter = Chapter("blockade figures", "The figures of blockades")

LAND_RESUPPLY = chapter.param(
    "blockade.land_resupply_default",
    False,
    "bool",
    "C-BLK-01",
    "whether a place that only ships shut in gets food by land unless the referee says otherwise",
)
