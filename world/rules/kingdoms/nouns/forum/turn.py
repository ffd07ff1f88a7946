"""The report of a turn that has closed: every order, every roll, every level (K-NOT-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from world.rules.kingdoms.nouns.figures import rolls
from world.rules.kingdoms.nouns.forum.document import (
    Block,
    Document,
    Heading,
    Item,
    Items,
    Line,
    Paragraph,
    Rows,
    Span,
    bold,
    plain,
)
from world.rules.kingdoms.nouns.ratings import RATINGS, Rating, level_name, signed
from world.rules.kingdoms.nouns.seasons import date, date_words
from world.rules.kingdoms.nouns.words import order_text

if TYPE_CHECKING:
    from world.param import Params
    from world.rules.kingdoms.nouns.turn import Outcome, Standing, Thrown, Turn

_RESULTS: Final = {
    "success": "success",
    "nothing": "no change",
    "disaster": "disaster",
    "void": "could not be done",
}
#: The same, where an opportunity was pursued.
_OF_CARDS: Final = {**_RESULTS, "nothing": "neither", "disaster": "failure"}


def turn_report(
    params: Params, turn: Turn, names: Mapping[str, str], cards: Mapping[str, str]
) -> Document:
    """The report of a turn.

    Args:
        params: the figures in force, for the names of levels.
        turn: as it closed.
        names: of the kingdoms, by id.
        cards: titles of the opportunities that were pursued, by their ids.
    """
    title = f"{date_words(turn.year, turn.season).capitalize()} ({date(turn.year, turn.season)})"
    return (Heading(title), *_orders(turn, names, cards), *_levels(params, turn, names))


def _orders(turn: Turn, names: Mapping[str, str], cards: Mapping[str, str]) -> Iterator[Block]:
    items = [_order(outcome, names, cards) for outcome in turn.outcomes]
    given = {outcome.order.kingdom for outcome in turn.outcomes}
    idle = [names[each.kingdom] for each in turn.before if each.kingdom not in given]
    items += [Item((bold(name), Span(": no order; it passes."))) for name in idle]
    yield Items(tuple(items)) if items else Paragraph(plain("Nobody has done anything."))


def _order(outcome: Outcome, names: Mapping[str, str], cards: Mapping[str, str]) -> Item:
    order = outcome.order
    line: Line = (bold(names[order.kingdom]), Span(f": {order_text(order, names, cards)}."))
    if order.kind == "pass":
        return Item(line)
    results = _OF_CARDS if order.kind == "pursue" else _RESULTS
    line = (*line, Span(" "), bold(f"{results[outcome.result].capitalize()}."))
    under = [_roll(roll, names) for roll in outcome.rolls]
    if outcome.note:
        under.append(plain(outcome.note))
    return Item(line, tuple(under))


def _roll(roll: Thrown, names: Mapping[str, str]) -> Line:
    """A roll with its faces, every term, the total and what it was held against."""
    dice = f"{len(roll.faces)}d{roll.sides}"
    rating = f" with {roll.rating.capitalize()}" if roll.rating is not None else ""
    terms = "".join(
        f", {name} {signed(pips)}"
        for name, pips in (
            ("general", roll.general),
            ("trait", roll.trait),
            ("location", roll.location),
            ("omen", roll.omen),
            ("partners", roll.partners),
            ("limit", roll.capped),
        )
        if pips
    )
    faces = " + ".join(map(str, roll.faces))
    needs = f", needs {roll.need} or more"
    if roll.disaster is not None:
        bad = "loss" if roll.purpose == "opportunities" else "disaster"
        needs += f"; {bad} at {roll.disaster} or less"
    start = f"{names[roll.kingdom]} rolls {dice}{rating}: {faces} = {roll.natural}{terms}; total "
    return (Span(start), bold(str(roll.total)), Span(f"{needs}."))


def _levels(params: Params, turn: Turn, names: Mapping[str, str]) -> Iterator[Block]:
    before = {standing.kingdom: standing.levels for standing in turn.before}
    changed = []
    for standing in turn.after:
        old = before.get(standing.kingdom, standing.levels)
        for rating in RATINGS:
            was, now = old.of(rating), standing.levels.of(rating)
            if was != now:
                words = f": {rating.capitalize()} {step_text(params, rating, was, now)}"
                changed.append(Item((bold(names[standing.kingdom]), Span(words))))
    yield Heading("What has changed", 2)
    yield Items(tuple(changed)) if changed else Paragraph(plain("No rating has changed."))
    yield from standings(params, turn.after, names)


def step_text(params: Params, rating: Rating, was: int, now: int) -> str:
    """A change of a level with both names: ``Healthy (0) → Thriving (+1)``."""
    names = (f"{level_name(params, rating, level)} ({signed(level)})" for level in (was, now))
    return " → ".join(names)


def standings(
    params: Params, after: tuple[Standing, ...], names: Mapping[str, str]
) -> Iterator[Block]:
    """The kingdoms as they stand, and what their levels add to each roll."""
    yield Heading("The kingdoms", 2)
    head = ("Kingdom", *(rating.capitalize() for rating in RATINGS), "On every roll")
    rows = []
    for standing in after:
        cells = [names[standing.kingdom]]
        for rating in RATINGS:
            level = standing.levels.of(rating)
            cells.append(f"{level_name(params, rating, level)} ({signed(level)})")
        cells.append(signed(params[rolls.GENERAL] * standing.levels.total))
        rows.append(tuple(cells))
    yield Rows(head, tuple(rows))
