"""The coin of a revolt: two sides, and the rating each stands for (K-RUL-29)."""

from __future__ import annotations

import functools
from typing import Final

from world.errors import BadScenario
from world.rules.kingdoms.nouns.ratings import RATINGS, Rating

#: What the coin shows, by the face of a die of two.
SIDES: Final = ("H", "T")


@functools.lru_cache(maxsize=64)
def sides(entries: tuple[str, ...]) -> dict[str, Rating]:
    """The rating each side of the coin stands for (``k.revolt.coin``).

    Raises:
        BadScenario: a side is missing, or stands for no rating.
    """
    found: dict[str, Rating] = {}
    for entry in entries:
        side, _, name = entry.partition(":")
        rating = next((each for each in RATINGS if each == name.strip().casefold()), None)
        if side.strip() not in SIDES or rating is None:
            raise BadScenario(
                f"k.revolt.coin: found {entry!r}, expected H: or T: and a rating, such as H:economy"
            )
        found[side.strip()] = rating
    if len(found) != len(SIDES):
        raise BadScenario("k.revolt.coin: found one side of a coin, expected H: and T:")
    return found
