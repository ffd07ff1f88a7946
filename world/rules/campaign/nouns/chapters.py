"""The nouns as chapters: what they declare goes into the pack before the rules that use it."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.nouns import (
    army,
    asking,
    command,
    commander,
    day,
    faction,
    fording,
    ground,
    meeting,
    morale,
    pace,
    rounding,
    siege,
    sight,
    sky,
    stronghold,
)

NOUNS: tuple[Chapter, ...] = tuple(
    noun.chapter
    for noun in (
        rounding,
        asking,
        day,
        ground,
        faction,
        commander,
        army,
        morale,
        stronghold,
        pace,
        fording,
        sky,
        siege,
        meeting,
        sight,
        command,
    )
)
