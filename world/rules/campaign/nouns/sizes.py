"""How large detachments usually are (C-DET-03)."""

from __future__ import annotations

from world.pack import Chapter
from world.param import Params
from world.rules.campaign.nouns.army import Kind
from world.rules.campaign.nouns.guns import BATTERY_CANNON
from world.rules.campaign.nouns.magic import EXEMPT

chapter = Chapter("sizes", "How large detachments usually are")

INFANTRY_MIN = chapter.param(
    "detachment.infantry_min", 500, "soldiers", "C-DET-03", "usual at least in a regiment of foot"
)
INFANTRY_MAX = chapter.param(
    "detachment.infantry_max", 1000, "soldiers", "C-DET-03", "usual at most in a regiment of foot"
)
CAVALRY_MIN = chapter.param(
    "detachment.cavalry_min", 200, "soldiers", "C-DET-03", "usual at least in a regiment of horse"
)
CAVALRY_MAX = chapter.param(
    "detachment.cavalry_max", 500, "soldiers", "C-DET-03", "usual at most in a regiment of horse"
)
ARTILLERISTS_MIN = chapter.param(
    "detachment.artillerists_min", 50, "soldiers", "C-DET-03", "usual at least in a battery"
)
ARTILLERISTS_MAX = chapter.param(
    "detachment.artillerists_max", 100, "soldiers", "C-DET-03", "usual at most in a battery"
)
ENFORCEMENT = chapter.param(
    "detachment.size_enforcement",
    "warn",
    "mode",
    "C-DET-03",
    "whether a scenario with other sizes is told of them, refused, or left alone",
    choices=("warn", "refuse", "ignore"),
)


def usual_sizes(params: Params, kind: Kind) -> tuple[int, int]:
    """The smallest and the largest usual detachment of a kind."""
    least, most = {
        "infantry": (INFANTRY_MIN, INFANTRY_MAX),
        "cavalry": (CAVALRY_MIN, CAVALRY_MAX),
        "artillery": (ARTILLERISTS_MIN, ARTILLERISTS_MAX),
    }[kind]
    return params[least], params[most]


def is_usual(params: Params, kind: Kind, soldiers: int, special: str = "") -> bool:
    """Whether a detachment is of a usual size; none is asked of a wizard (C-WIZ-01/a)."""
    if special == "wizard" and params[EXEMPT]:
        return True
    least, most = usual_sizes(params, kind)
    return least <= soldiers <= most


def is_battery(params: Params, guns: int) -> bool:
    """Whether guns are enough for a battery (C-ART-01); a detachment without guns needs none."""
    return not 0 < guns < params[BATTERY_CANNON]
