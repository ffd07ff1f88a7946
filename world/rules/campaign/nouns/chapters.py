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
    guns,
    meeting,
    morale,
    pace,
    rounding,
    siege,
    sight,
    sky,
    stronghold,
    walls,
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
        guns,
        morale,
        stronghold,
        pace,
        fording,
        sky,
        siege,
        walls,
        meeting,
        sight,
        command,
    )
)
