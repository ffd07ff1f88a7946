"""Read a scenario's section into a scene, noting every mistake with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.errors import BadScenario, Refused
from world.kernel.nouns import ADDRESSES
from world.rules.kingdoms.nouns.charter import Charter, costs_of
from world.rules.kingdoms.nouns.deadline import grid
from world.rules.kingdoms.nouns.desk import SEASON_FIGURES
from world.rules.kingdoms.nouns.figures import actions, creation, rating, rolls, turns
from world.rules.kingdoms.nouns.figures.limits import limit
from world.rules.kingdoms.nouns.ratings import ladder
from world.rules.kingdoms.nouns.rolls import rating_map
from world.rules.kingdoms.nouns.scene import KingdomLine, Scene, Setup
from world.rules.kingdoms.nouns.seasons import require_seasons, seasons_of
from world.rules.kingdoms.nouns.seat import require_player_name
from world.rules.kingdoms.setup.table import cards_of, check_figures, letters_of
from world.scenario.problems import nearest, quoted
from world.scenario.reading import read
from world.scenario.scenario import MAIN_FILE

if TYPE_CHECKING:
    from collections.abc import Callable

    from world.scenario.scenario import Scenario

_SECTION = "kingdoms"


def scene_of(scenario: Scenario) -> Scene:
    """The scene of a campaign; mistakes are noted in ``scenario.problems``."""
    problems = scenario.problems
    for name, node in scenario.sections.items():
        if name != _SECTION:
            hint = nearest(name, [_SECTION]) or f"the section {_SECTION}"
            problems.add(node.file, node.line, quoted(name), hint)
    _figures(scenario)
    check_figures(scenario)
    section = scenario.sections.get(_SECTION)
    setup = (read(section, Setup, problems) if section is not None else None) or Setup()
    _players(scenario, setup)
    _kingdoms(scenario, setup)
    return Scene(setup=setup, cards=cards_of(scenario, setup), letters=letters_of(scenario, setup))


def _figures(scenario: Scenario) -> None:
    """Figures whose words mean something that their type alone does not show."""
    params = scenario.params
    looks: list[Callable[[], object]] = [
        lambda: ladder(params[rating.LEVEL_NAMES]),
        lambda: rating_map(params[rolls.RATING_MAP]),
        lambda: grid(params),
        *(
            lambda param=param: limit(param, params[param])
            for param in (
                creation.MAX_SHARING,
                rolls.MOD_CAP,
                actions.PARTNERS_MAX,
            )
        ),
        *(
            lambda param=param: require_seasons(param, params[param])
            for param in SEASON_FIGURES.values()
        ),
    ]
    for look in looks:
        try:
            look()
        except BadScenario as error:
            name, _, rest = str(error).partition(": ")
            scenario.problems.add(MAIN_FILE, 0, name, rest)
        except Refused as refusal:
            scenario.problems.add(
                MAIN_FILE, 0, f"{turns.DEADLINE.name}: {params[turns.DEADLINE]}", refusal.text
            )
    if params[turns.START_SEASON] not in seasons_of(params):
        scenario.problems.add(
            MAIN_FILE,
            0,
            f"{turns.START_SEASON.name}: {params[turns.START_SEASON]}",
            f"one of the year's {params[turns.YEAR_TURNS]} seasons",
        )


def _players(scenario: Scenario, setup: Setup) -> None:
    seen: set[str] = set()
    for player in (*setup.players, *(line.player for line in setup.kingdoms)):
        try:
            require_player_name(player)
        except Refused as refusal:
            # A game that began with such a one goes on: all but his desk is well.
            note = scenario.problems.add_once if player in ADDRESSES else scenario.problems.add
            note(MAIN_FILE, setup.line, quoted(player), refusal.text)
    for player in setup.players:
        if player in seen:
            scenario.problems.add(MAIN_FILE, setup.line, f"{player!r} twice", "each player once")
        seen.add(player)


def _kingdoms(scenario: Scenario, setup: Setup) -> None:
    """Ready-made kingdoms keep the rules of creation, each with those before it at the table."""
    done: list[KingdomLine] = []
    for line in setup.kingdoms:
        charter = _charter(scenario, done)
        try:
            charter.require_seat()
            charter.require_name(line.name)
            charter.require_place(line.location)
            charter.require_traits(line.traits)
        except Refused as refusal:
            scenario.problems.add(MAIN_FILE, line.line, quoted(line.name), refusal.text)
            continue
        if line.player in {other.player for other in done}:
            scenario.problems.add(
                MAIN_FILE, line.line, f"{line.player!r} twice", "one kingdom for each player"
            )
        done.append(line)


def _charter(scenario: Scenario, done: list[KingdomLine]) -> Charter:
    params = scenario.params
    locations = params[creation.LOCATIONS]
    places = dict.fromkeys(locations, 0)
    for line in done:
        places[line.location] = places.get(line.location, 0) + 1
    try:
        sharing = limit(creation.MAX_SHARING, params[creation.MAX_SHARING])
    except BadScenario:
        sharing = None  # noted already
    return Charter(
        seated=True,
        started=False,
        own="",
        taken=tuple(line.name for line in done),
        unique=params[creation.NAME_UNIQUE],
        places=places,
        sharing=sharing,
        kingdoms=len(done),
        most=params[creation.PLAYERS_MAX],
        costs=costs_of(params),
        points=params[creation.START_POINTS],
        exact=params[creation.EXACT_SPEND],
        per_rating=params[creation.MAX_PER_RATING],
    )
