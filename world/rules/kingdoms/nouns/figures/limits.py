"""Figures that may be absent: ``none``, or a whole number."""

from __future__ import annotations

import re

from world.errors import BadScenario
from world.param import Param

_NUMBER = re.compile(r"[0-9]{1,6}")


def limit(param: Param[str], value: str) -> int | None:
    """The number a figure that may be absent stands for; None where there is none.

    Raises:
        BadScenario: it is neither its default word nor a whole number.
    """
    if value == param.default:
        return None
    if _NUMBER.fullmatch(value):
        return int(value)
    raise BadScenario(
        f"{param.name}: found {value!r}, expected {param.default!r} or a whole number"
        f" ({param.unit})"
    )
