"""The report of a year that is over: who won or why nobody, what befell whom, who revolted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from world.rules.kingdoms.nouns.forum.document import (
    Block,
    Document,
    Heading,
    Item,
    Items,
    Line,
    Paragraph,
    Span,
    bold,
    plain,
)
from world.rules.kingdoms.nouns.forum.turn import standings, step_text
from world.rules.kingdoms.nouns.ratings import Rating, level_text

if TYPE_CHECKING:
    from world.param import Params
    from world.rules.kingdoms.nouns.turn import Standing


class Befallen(msgspec.Struct, frozen=True):
    """An event that befell a kingdom, and what it did in words (K-EVT)."""

    kingdom: str
    event: str
    story: str
    effect: str


class Coin(msgspec.Struct, frozen=True):
    """A coin that was thrown: its side, the rating that fell, its levels before and after."""

    kingdom: str
    side: str
    rating: Rating
    before: int
    after: int


class YearResult(msgspec.Struct, frozen=True):
    """What a year's end brought; ``why`` how the comparison came out (K-YEA-01)."""

    year: int
    why: str
    events: tuple[Befallen, ...] = ()
    coins: tuple[Coin, ...] = ()


def year_report(
    params: Params, result: YearResult, after: tuple[Standing, ...], names: Mapping[str, str]
) -> Document:
    """The report of a year's end.

    Args:
        params: the figures in force, for the names of levels.
        result: what it brought.
        after: the kingdoms as they stand now.
        names: of the kingdoms, by id.
    """
    return (
        Heading(f"The end of year {result.year}"),
        Paragraph(plain(result.why)),
        *_events(params, result, names),
        *standings(params, after, names),
    )


def _events(params: Params, result: YearResult, names: Mapping[str, str]) -> Iterator[Block]:
    if not result.events and not result.coins:
        return
    yield Heading("What the new year brings", 2)
    items = []
    for each in result.events:
        line: Line = (bold(names[each.kingdom]), Span(f": {each.event}. {each.story}"))
        items.append(Item(line, (plain(f"{each.effect}."),)))
    items += [Item(_coin(params, coin, names[coin.kingdom])) for coin in result.coins]
    yield Items(tuple(items))


def _coin(params: Params, coin: Coin, name: str) -> Line:
    rating = coin.rating.capitalize()
    if coin.before == coin.after:
        text = f"{level_text(params, coin.rating, coin.after)} cannot fall further"
    else:
        text = f"{rating} {step_text(params, coin.rating, coin.before, coin.after)}"
    return (bold(name), Span(f": revolt. The coin shows {coin.side}: {text}."))
