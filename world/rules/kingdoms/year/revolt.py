"""The coin of those who revolt (K-YEA-03, K-RUL-28, K-RUL-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.coin import SIDES, sides
from world.rules.kingdoms.nouns.figures import rating as ladder
from world.rules.kingdoms.nouns.figures import year as figures
from world.rules.kingdoms.nouns.forum.year import Coin
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play
from world.rules.kingdoms.nouns.levels import change_levels
from world.rules.kingdoms.nouns.ratings import level_text
from world.rules.kingdoms.nouns.turn import Change
from world.rules.kingdoms.year.notices import RevoltBreaksOut

if TYPE_CHECKING:
    from world.state import World
    from world.step import Step

_NAMES = {"H": "heads", "T": "tails"}


def in_revolt(world: World) -> tuple[str, ...]:
    """The kingdoms whose Culture has come to the level of a revolt, as they stand now."""
    level = world.params[figures.REVOLT_LEVEL]
    return tuple(kingdom.id for kingdom in in_play(world) if kingdom.levels.culture <= level)


def throw_coins(step: Step, kingdoms: tuple[str, ...]) -> tuple[Coin, ...]:
    """A coin for each of these kingdoms, in id order: one of two ratings falls (K-YEA-03)."""
    return tuple(_throw(step, kingdom) for kingdom in kingdoms)


def _throw(step: Step, kingdom_id: str) -> Coin:
    kingdom = step.get(Kingdom, kingdom_id)
    side = SIDES[step.roll(f"K-YEA-03 coin {kingdom_id}", "1d2").total - 1]
    ratings = sides(step.param(figures.REVOLT_COIN))
    rating = ratings[side]
    lowest = step.param(ladder.LOWEST)
    if step.param(figures.REVOLT_REDIRECT) and kingdom.levels.of(rating) <= lowest:
        # The other side's rating takes the blow, if there is anything left of it.
        rating = next(other for name, other in ratings.items() if name != side)
    change = Change(kingdom=kingdom_id, rating=rating, by=-step.param(figures.REVOLT_STEP))
    change_levels(step, [change], "revolt", kingdom_id)
    before = kingdom.levels.of(rating)
    after = step.get(Kingdom, kingdom_id).levels.of(rating)
    coin = Coin(kingdom_id, _NAMES[side], rating, before, after)
    tell_public(step, _notice(step, coin, kingdom.name), kingdom_id)
    return coin


def _notice(step: Step, coin: Coin, name: str) -> RevoltBreaksOut:
    params = step.world.params
    now = level_text(params, coin.rating, coin.after)
    outcome = f"falls to {now}" if coin.after != coin.before else f"is at the bottom already, {now}"
    return RevoltBreaksOut(
        name=name, side=coin.side, rating=coin.rating.capitalize(), outcome=outcome
    )
