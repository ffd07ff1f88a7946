"""Names made of other names: those who leave an army, and a commander's people.

However often somebody leaves those who have left, a name goes back to the first it was made of, so
that none grows.
"""

from __future__ import annotations

import re

DESERTERS, MUTINEERS = "Deserters", "Mutineers"

_LEFT = re.compile(
    rf"(?:{DESERTERS}|{MUTINEERS}) of (?P<first>.+?)(?: \((?P<time>\d+)\))?", re.DOTALL
)


def of_army(who: str, army: str) -> str:
    """What those are called who leave an army; from those who had left it before, they are counted.

    The count goes by the army's own name alone: it tells of nobody else who may have left.
    """
    left = _LEFT.fullmatch(army)
    if left is None:
        return f"{who} of {army}"
    return f"{who} of {left['first']} ({int(left['time'] or 1) + 1})"


def first_army(army: str) -> str:
    """The army that those of this name have left; the name itself where they have left none."""
    left = _LEFT.fullmatch(army)
    return army if left is None else left["first"]


def of_person(who: str, whose: str, kin: frozenset[str]) -> str:
    """What one of somebody's people is called; *kin* are the words for what they are to him."""
    words = "|".join(sorted(map(re.escape, kin)))
    his = rf"(?P<head>.+)'s (?:step-)?(?:{words})(?:-in-law)?(?: \(\d+\))?"
    found = re.fullmatch(rf"one of (?P<root>.+)'s people(?: \(\d+\))?|{his}", whose, re.DOTALL)
    if found is None:
        return f"{whose}'s {who}"
    return f"one of {found['root'] or found['head']}'s people"
