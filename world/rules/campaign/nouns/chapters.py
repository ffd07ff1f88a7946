"""The nouns as chapters: what they declare goes into the pack before the rules that use it."""

from __future__ import annotations

from world.pack import Chapter
from world.rules.campaign.nouns import (
    army,
    asking,
    battle,
    command,
    commander,
    day,
    faction,
    fording,
    ground,
    guns,
    kin,
    land,
    leading,
    losses,
    meeting,
    morale,
    muster,
    odds,
    pace,
    provisions,
    rising,
    rounding,
    siege,
    sight,
    sky,
    strength,
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
        kin,
        army,
        guns,
        strength,
        odds,
        losses,
        provisions,
        land,
        rising,
        muster,
        morale,
        stronghold,
        pace,
        fording,
        sky,
        siege,
        walls,
        meeting,
        battle,
        sight,
        leading,
        command,
    )
)
