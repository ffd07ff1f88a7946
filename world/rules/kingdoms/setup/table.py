"""Read what a scenario lays on the table: its cards, and how long letters take."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from world.errors import BadScenario, Refused
from world.rules.kingdoms.nouns.coin import sides
from world.rules.kingdoms.nouns.deck import BUILT_IN, RESERVED, card_of, unknown_cards
from world.rules.kingdoms.nouns.figures import creation, letters, opportunities, year
from world.rules.kingdoms.nouns.figures.limits import limit
from world.rules.kingdoms.nouns.post import table_of
from world.scenario.problems import nearest, quoted
from world.scenario.scenario import MAIN_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from world.rules.kingdoms.nouns.offer import Card
    from world.rules.kingdoms.nouns.scene import Setup
    from world.scenario.scenario import Scenario

_ID = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")


def cards_of(scenario: Scenario, setup: Setup) -> dict[str, Card]:
    """The scenario's own cards, by id; mistakes are noted."""
    problems = scenario.problems
    found: dict[str, Card] = {}
    for name, section in setup.cards.items():
        if not _ID.fullmatch(name) or name in RESERVED or name in BUILT_IN:
            expected = "an id of small letters, digits and underscores, that is not taken"
            problems.add(MAIN_FILE, section.line, quoted(name), expected)
            continue
        try:
            found[name] = card_of(section)
        except Refused as refusal:
            problems.add(MAIN_FILE, section.line, quoted(name), refusal.text)
    for name in unknown_cards(scenario.params, setup.cards):
        hint = nearest(name, [*setup.cards, *BUILT_IN]) or "the id of a card, or scenario"
        problems.add(MAIN_FILE, 0, f"{opportunities.DECK.name}: {quoted(name)}", hint)
    return found


def letters_of(scenario: Scenario, setup: Setup) -> dict[str, int]:
    """The scenario's table of letters, minutes by pair of locations; mistakes are noted."""
    places = scenario.params[creation.LOCATIONS]
    for line in setup.letters:
        wrong = [place for place in line.between if place not in places]
        if wrong or len(line.between) != 2:
            found = quoted(", ".join(line.between))
            expected = f"two of {', '.join(places)}"
            scenario.problems.add(MAIN_FILE, line.line, found, expected)
        if line.minutes < 0:
            scenario.problems.add(MAIN_FILE, line.line, str(line.minutes), "0 minutes or more")
    return table_of(line for line in setup.letters if len(line.between) == 2)


def check_figures(scenario: Scenario) -> None:
    """Figures of the year, of cards and of letters that mean more than their type shows."""
    params = scenario.params
    minutes = params[letters.MINUTES]
    if not minutes or min(minutes) < 0:
        found = f"{letters.MINUTES.name}: {', '.join(map(str, minutes)) or 'nothing'}"
        scenario.problems.add(MAIN_FILE, 0, found, "minutes, one figure at least, none below 0")
    if not 0 <= params[opportunities.RECIPIENTS_MIN] <= params[opportunities.RECIPIENTS_MAX]:
        found = f"{opportunities.RECIPIENTS_MIN.name}: {params[opportunities.RECIPIENTS_MIN]}"
        expected = f"0 to {params[opportunities.RECIPIENTS_MAX]}, the most a card is offered to"
        scenario.problems.add(MAIN_FILE, 0, found, expected)
    looks: list[Callable[[], object]] = [
        lambda: sides(params[year.REVOLT_COIN]),
        lambda: limit(year.MAX_YEARS, params[year.MAX_YEARS]),
    ]
    for look in looks:
        try:
            look()
        except BadScenario as error:
            name, _, rest = str(error).partition(": ")
            scenario.problems.add(MAIN_FILE, 0, name, rest)
