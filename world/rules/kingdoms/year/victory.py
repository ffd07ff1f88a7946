"""Who has won, and what stands in the way (K-VIC-01, K-RUL-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.rules.kingdoms.nouns.figures import year as figures
from world.rules.kingdoms.nouns.ratings import RATINGS, Levels, signed
from world.rules.kingdoms.nouns.words import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from world.param import Params


class Verdict(msgspec.Struct, frozen=True):
    """How a comparison came out.

    Attributes:
        winner: the kingdom that has won, if one has.
        candidates: those at the victory level in all three ratings.
        blockers: others that stand in a lone candidate's way.
    """

    winner: str | None
    candidates: tuple[str, ...]
    blockers: tuple[str, ...] = ()


def compare(params: Params, levels: Mapping[str, Levels]) -> Verdict:
    """Compare the kingdoms in play, by id (K-VIC-01)."""
    level = params[figures.VICTORY_LEVEL]
    high = {
        kingdom: sum(found.of(rating) >= level for rating in RATINGS)
        for kingdom, found in sorted(levels.items())
    }
    candidates = tuple(kingdom for kingdom, count in high.items() if count == len(RATINGS))
    if len(candidates) != 1:
        return Verdict(None, candidates)
    blockers: tuple[str, ...] = ()
    if params[figures.VICTORY_BLOCK] == "any":
        blockers = tuple(k for k, count in high.items() if count and k not in candidates)
    return Verdict(None if blockers else candidates[0], candidates, blockers)


def why(params: Params, verdict: Verdict, names: Mapping[str, str]) -> str:
    """The verdict in a sentence."""
    level = signed(params[figures.VICTORY_LEVEL])
    found = listed([names[kingdom] for kingdom in verdict.candidates])
    if not verdict.candidates:
        return f"No kingdom stands at {level} in all three ratings."
    if len(verdict.candidates) > 1:
        return f"{found} stand at {level} in all three ratings, and only one may."
    if verdict.blockers:
        others = listed([names[kingdom] for kingdom in verdict.blockers])
        return f"{found} stands at {level} in all three ratings, but {others} has a rating as high."
    return f"{found} alone stands at {level} in all three ratings."
