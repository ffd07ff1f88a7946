"""Setting up: the size of the table, names, rulers, locations, traits, approval (K-SET, K-TRT)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.kingdoms.board import DAY, HOUR, Board
from world.errors import BadScenario, Refused
from world.kernel.nouns import DecisionAsked, DecisionChanged
from world.rules.kingdoms.nouns.charter import charter_of
from world.rules.kingdoms.nouns.kingdom import TRAIT_KINDS, Kingdom
from world.rules.kingdoms.nouns.ratings import RATINGS, Levels, level_name, level_text
from world.rules.kingdoms.nouns.seat import players
from world.rules.kingdoms.setup.notices import (
    GameBegun,
    Invited,
    KingdomEntered,
    KingdomReturned,
    KingdomSubmitted,
)
from world.rules.kingdoms.turns.notices import TurnBegun

CREATE = "create_kingdom name={} location={}"


def forming(params: dict[str, Any] | None = None, players: str = "ann ben cleo dan") -> Board:
    """A table at which nobody has a kingdom yet."""
    return Board(params, players=players, ready=False, start=False)


def created(board: Board, count: int) -> Board:
    """So many kingdoms, approved."""
    for player in board.players[:count]:
        board.order(player, CREATE.format(player.title(), "N"))
        board.answer("K-DEC-01", "approve")
    return board


# -- the table -----------------------------------------------------------------------------------


@pytest.mark.rule("K-SET-01")
@pytest.mark.parametrize("count", [4, 5, 6])
def test_a_game_starts_with_four_to_six_kingdoms(count: int) -> None:
    board = created(forming(players="ann ben cleo dan eve fay"), count).order("gm", "start_game")
    assert board.game.state == "open"
    assert (board.game.year, board.game.season) == (1, "spring")
    (begun,) = board.everybody_told(GameBegun)
    assert begun.kingdoms.count("points") == count


@pytest.mark.rule("K-SET-01")
def test_a_game_does_not_start_with_three() -> None:
    board = created(forming(), 3)
    assert board.refusal("gm", "start_game") == "E-PLAYERS"
    assert board.game.state == "forming"


@pytest.mark.rule("K-SET-01", "K-ORD-01")
def test_a_seventh_kingdom_is_refused() -> None:
    board = created(forming(players="ann ben cleo dan eve fay"), 6)
    board.order("gm", "invite player=gus")
    assert board.refusal("gus", CREATE.format("Gaul", "N")) == "E-FULL"


@pytest.mark.rule("K-SET-01")
@pytest.mark.parametrize(("name", "value", "count"), [("min", 3, 3), ("max", 5, 5)])
def test_the_size_of_the_table_is_a_figure(name: str, value: int, count: int) -> None:
    board = created(
        forming({f"k.players.{name}": value}, players="ann ben cleo dan eve fay"), count
    )
    if name == "max":
        assert board.refusal("fay", CREATE.format("Fife", "N")) == "E-FULL"
    assert board.order("gm", "start_game").game.state == "open"


@pytest.mark.rule("K-SET-01")
@pytest.mark.parametrize("text", ["start_game", "invite player=gus"])
def test_only_the_referee_invites_and_starts(text: str) -> None:
    assert created(forming(), 4).refusal("ann", text) == "E-REFEREE"


@pytest.mark.rule("K-SET-01")
def test_a_game_starts_once() -> None:
    assert Board().refusal("gm", "start_game") == "E-STARTED"


@pytest.mark.rule("K-SET-03")
def test_who_is_invited_has_a_seat_and_is_told_what_to_do() -> None:
    board = forming()
    assert board.refusal("gus", CREATE.format("Gaul", "N")) == "E-NO-SEAT"
    board.order("gm", "invite player=gus")
    (invited,) = board.told("gus", Invited)
    assert invited.points == 1
    assert "NW" in invited.places
    assert players(board.world) == ("ann", "ben", "cleo", "dan", "gus")
    board.order("gm", "invite player=gus")
    assert len(board.told("gus", Invited)) == 1
    board.order("gus", CREATE.format("Gaul", "N"))


@pytest.mark.parametrize("name", ["gm", '"two words"', "a/b", '""', "x" * 61])
def test_a_name_that_cannot_be_a_person_is_refused(name: str) -> None:
    assert forming().refusal("gm", f"invite player={name}") == "E-PLAYER"


def test_nobody_is_invited_to_a_game_under_way() -> None:
    assert Board().refusal("gm", "invite player=gus") == "E-STARTED"


# -- the record ----------------------------------------------------------------------------------


@pytest.mark.rule("K-SET-02", "K-SET-03", "K-SET-04", "K-SET-05", "K-NOT-01")
def test_a_kingdom_is_recorded_as_it_was_created() -> None:
    board = forming()
    board.order(
        "ann",
        'create_kingdom name="New  Avalon" location=nw traits=Advanced-Culture,lagging:military',
    )
    kingdom = board.kingdom("ann")
    assert (kingdom.name, kingdom.ruler, kingdom.place) == ("New Avalon", "ann", "NW")
    assert [str(trait) for trait in kingdom.traits] == ["Advanced Culture", "Lagging Military"]
    assert kingdom.state == "submitted"
    for person in ("ann", "gm"):
        (notice,) = board.told(person, KingdomSubmitted)
        assert notice.spent == 1
        assert "Lagging Military (1 of 1 points)" in notice.record
    assert board.told("ben", KingdomSubmitted) == []


@pytest.mark.rule("K-SET-02", "K-RUL-36")
@pytest.mark.parametrize("name", ["Avalon", "aVALON", '" avalon "'])
def test_a_name_is_taken_once(name: str) -> None:
    board = forming().order("ann", CREATE.format("Avalon", "N"))
    assert board.refusal("ben", CREATE.format(name, "S")) == "E-NAME-TAKEN"


@pytest.mark.rule("K-RUL-36")
def test_where_names_need_not_differ_they_may_be_the_same() -> None:
    board = forming({"k.name.unique": False}).order("ann", CREATE.format("Avalon", "N"))
    assert board.order("ben", CREATE.format("Avalon", "S")).kingdom("ben").name == "Avalon"


@pytest.mark.rule("K-RUL-36")
def test_kingdoms_of_one_name_are_named_by_their_ids() -> None:
    board = created(forming({"k.name.unique": False}), 3)
    board.order("dan", CREATE.format("Ben", "W")).answer("K-DEC-01", "approve")
    board.order("gm", "start_game")
    assert board.refusal("ann", "attack kingdom=Ben rating=culture") == "E-TARGET"
    board.order("ann", "attack kingdom=kingdom-ben rating=culture")


@pytest.mark.rule("K-SET-02")
@pytest.mark.parametrize("name", ['""', '"  "', "x" * 61, '"a\\u0007b"'])
def test_what_is_no_name_is_refused(name: str) -> None:
    assert forming().refusal("ann", CREATE.format(name, "N")) == "E-NAME"


@pytest.mark.rule("K-SET-03", "K-RUL-36", "K-ORD-01")
def test_there_is_one_kingdom_for_each_player() -> None:
    board = created(forming(), 1)
    assert board.refusal("ann", CREATE.format("Elam", "S")) == "E-ONE-PER-USER"


@pytest.mark.rule("K-ORD-01")
def test_no_kingdom_is_created_once_the_game_has_begun() -> None:
    assert Board().refusal("ann", CREATE.format("Elam", "S")) == "E-STARTED"


# -- locations -----------------------------------------------------------------------------------


@pytest.mark.rule("K-RUL-01", "K-SET-04")
@pytest.mark.parametrize("place", ["N", "NE", "E", "SE", "S", "SW", "W", "NW"])
def test_the_eight_directions_are_locations(place: str) -> None:
    assert forming().order("ann", CREATE.format("Avalon", place)).kingdom("ann").place == place


@pytest.mark.rule("K-RUL-01")
@pytest.mark.parametrize("place", ["centre", "C", '""', "north"])
def test_there_is_no_centre(place: str) -> None:
    assert forming().refusal("ann", CREATE.format("Avalon", place)) == "E-LOCATION"


@pytest.mark.rule("K-RUL-01")
def test_a_scenario_may_have_locations_of_its_own() -> None:
    board = forming({"k.location.values": ["Coast", "Hills"]})
    assert board.order("ann", CREATE.format("Avalon", "coast")).kingdom("ann").place == "Coast"
    assert board.refusal("ben", CREATE.format("Burgundy", "N")) == "E-LOCATION"


@pytest.mark.rule("K-RUL-02")
def test_any_number_of_kingdoms_may_lie_in_one_location() -> None:
    board = forming(players="ann ben cleo dan eve fay")
    for player in board.players:
        board.order(player, CREATE.format(player, "N"))
    assert {kingdom.place for kingdom in board.world.of(Kingdom)} == {"N"}


@pytest.mark.rule("K-RUL-02")
def test_a_limit_of_kingdoms_in_one_location_is_kept() -> None:
    board = forming({"k.location.max_sharing": "2"})
    board.order("ann", CREATE.format("Avalon", "N")).order("ben", CREATE.format("Burgundy", "N"))
    assert board.refusal("cleo", CREATE.format("Cathay", "N")) == "E-LOCATION"
    # His own earlier kingdom does not stand in anybody's way.
    board.order("ben", CREATE.format("Burgundy", "N"))


# -- traits --------------------------------------------------------------------------------------

COSTS = {
    "advanced": 2,
    "robust": 1,
    "accelerated": 1,
    "lagging": -1,
    "fragile": -1,
    "obsolete": -2,
}


def traits_of(*kinds: str) -> str:
    """Traits for economy, military and culture in turn; a dash for none."""
    chosen = [
        f"{kind}-{rating}" for kind, rating in zip(kinds, RATINGS, strict=False) if kind != "-"
    ]
    return ",".join(chosen) or "[]"


def creation_refused(board: Board, traits: str) -> str:
    """The code with which a set of traits is refused, or nothing."""
    charter = charter_of(board.world, "ann")
    try:
        charter.require_traits([] if traits == "[]" else traits.split(","))
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.rule("K-TRT-01", "K-TRT-02", "K-EX-15")
@pytest.mark.parametrize(
    ("traits", "code"),
    [
        ("robust-economy", ""),
        ("advanced-military,lagging-culture", ""),
        ("advanced-economy,accelerated-culture,obsolete-military", ""),
        ("advanced-economy,fragile-military,robust-culture", "E-TRAIT-POINTS"),
        ("advanced-culture,fragile-culture", "E-TRAIT-OVERLAP"),
        ("advanced-culture", "E-TRAIT-POINTS"),
        ("mighty-culture", "E-TRAIT-UNKNOWN"),
        ("advanced-magic", "E-TRAIT-UNKNOWN"),
        ("culture", "E-TRAIT-UNKNOWN"),
    ],
)
def test_traits_are_taken_or_refused_as_the_examples_say(traits: str, code: str) -> None:
    board = forming()
    text = f"create_kingdom name=Avalon location=N traits={traits}"
    if code:
        assert board.refusal("ann", text) == code
    else:
        board.order("ann", text)
        assert len(board.kingdom("ann").traits) == traits.count(",") + 1


@pytest.mark.rule("K-TRT-01", "K-EX-15")
def test_253_of_the_343_sets_of_traits_are_legal() -> None:
    board = forming()
    choices = ("-", *TRAIT_KINDS)
    refused = [
        creation_refused(board, traits_of(first, second, third))
        for first in choices
        for second in choices
        for third in choices
    ]
    assert len(refused) == 343
    assert refused.count("") == 253
    assert set(refused) == {"", "E-TRAIT-POINTS"}


@pytest.mark.rule("K-TRT-01")
@given(st.lists(st.sampled_from(["-", *TRAIT_KINDS]), min_size=3, max_size=3))
def test_a_set_is_legal_exactly_when_it_costs_no_more_than_there_is(kinds: list[str]) -> None:
    board = _FORMING
    spent = sum(COSTS.get(kind, 0) for kind in kinds)
    assert (creation_refused(board, traits_of(*kinds)) == "") == (spent <= 1)


_FORMING = forming()


@pytest.mark.rule("K-TRT-03", "K-TRT-04", "K-TRT-05", "K-TRT-06", "K-TRT-07", "K-TRT-08")
@pytest.mark.parametrize("kind", TRAIT_KINDS)
def test_every_trait_has_its_price_and_the_price_is_a_figure(kind: str) -> None:
    charter = charter_of(_FORMING.world, "ann")
    assert charter.costs[kind] == COSTS[kind]
    dear = charter_of(forming({f"k.trait.{kind}.cost": 5}).world, "ann")
    assert dear.costs[kind] == 5


@pytest.mark.rule("K-TRT-01")
def test_the_points_to_spend_are_a_figure() -> None:
    board = forming({"k.trait.start_points": 2})
    board.order("ann", "create_kingdom name=Avalon location=N traits=advanced-culture")
    assert str(board.kingdom("ann").traits[0]) == "Advanced Culture"


@pytest.mark.rule("K-RUL-05")
def test_the_point_need_not_be_spent() -> None:
    assert forming().order("ann", CREATE.format("Avalon", "N")).kingdom("ann").traits == ()


@pytest.mark.rule("K-RUL-05")
def test_the_point_must_be_spent_where_the_scenario_says_so() -> None:
    board = forming({"k.trait.require_exact_spend": True})
    assert board.refusal("ann", CREATE.format("Avalon", "N")) == "E-TRAIT-POINTS"
    board.order("ann", "create_kingdom name=Avalon location=N traits=robust-culture")


@pytest.mark.rule("K-RUL-06")
@pytest.mark.parametrize(
    "pair", ["robust-culture,lagging-culture", "fragile-economy,obsolete-economy"]
)
def test_any_two_traits_on_one_rating_overlap(pair: str) -> None:
    assert creation_refused(_FORMING, pair) == "E-TRAIT-OVERLAP"


@pytest.mark.rule("K-RUL-06")
def test_a_scenario_may_allow_two_traits_on_one_rating() -> None:
    board = forming({"k.trait.max_per_rating": 2})
    assert creation_refused(board, "advanced-culture,fragile-culture") == ""
    three = "advanced-culture,fragile-culture,lagging-culture"
    assert creation_refused(board, three) == "E-TRAIT-OVERLAP"


# -- starting levels -----------------------------------------------------------------------------


@pytest.mark.rule("K-RAT-01")
def test_the_three_ratings_start_at_nought() -> None:
    assert created(forming(), 1).levels("ann") == (0, 0, 0)


@pytest.mark.rule("K-RAT-01")
def test_where_they_start_is_a_figure() -> None:
    assert created(forming({"k.rating.start": 1}), 1).levels("ann") == (1, 1, 1)


@pytest.mark.rule("K-RAT-02", "K-TRT-05", "K-TRT-06")
@pytest.mark.parametrize(
    ("params", "levels"),
    [
        ({}, (1, -1, 0)),
        ({"k.rating.start": -2}, (1, -1, -2)),
        ({"k.trait.accelerated.start": 2}, (2, -1, 0)),
        ({"k.trait.lagging.start": -3}, (1, -3, 0)),
    ],
)
def test_only_accelerated_and_lagging_ratings_start_elsewhere(
    params: dict[str, Any], levels: tuple[int, int, int]
) -> None:
    board = forming(params)
    text = "create_kingdom name=Avalon location=N traits=accelerated-economy,lagging-military"
    board.order("ann", text)
    assert board.levels("ann") == levels


@pytest.mark.rule("K-RAT-02", "K-TRT-03", "K-TRT-04", "K-TRT-07", "K-TRT-08")
@pytest.mark.parametrize(
    "traits", ["advanced-economy,obsolete-military", "robust-culture,fragile-economy"]
)
def test_no_other_trait_changes_a_starting_level(traits: str) -> None:
    board = forming().order("ann", f"create_kingdom name=A location=N traits={traits}")
    assert board.levels("ann") == (0, 0, 0)


# -- the names of levels -------------------------------------------------------------------------

NAMES = [
    ("K-LVL-01", "economy", 2, "Prospering"),
    ("K-LVL-02", "economy", 1, "Thriving"),
    ("K-LVL-03", "economy", 0, "Healthy"),
    ("K-LVL-04", "economy", -1, "Stagnant"),
    ("K-LVL-05", "economy", -2, "Collapsing"),
    ("K-LVL-06", "economy", -3, "Destitute"),
    ("K-LVL-07", "military", 2, "Dominant"),
    ("K-LVL-08", "military", 1, "Powerful"),
    ("K-LVL-09", "military", 0, "Ready"),
    ("K-LVL-10", "military", -1, "Unprepared"),
    ("K-LVL-11", "military", -2, "Routing"),
    ("K-LVL-12", "military", -3, "Broken"),
    ("K-LVL-13", "culture", 2, "Utopic"),
    ("K-LVL-14", "culture", 1, "United"),
    ("K-LVL-15", "culture", 0, "Content"),
    ("K-LVL-16", "culture", -1, "Upset"),
    ("K-LVL-17", "culture", -2, "Protesting"),
    ("K-LVL-18", "culture", -3, "Revolting"),
]


@pytest.mark.parametrize(
    ("rating", "level", "name"),
    [pytest.param(*row[1:], marks=pytest.mark.rule(row[0])) for row in NAMES],
)
def test_every_level_has_its_name(rating: Any, level: int, name: str) -> None:
    board = Board()
    assert level_name(board.world.params, rating, level) == name
    levels = Levels().with_level(rating, level)
    board.set_levels("ann", levels.economy, levels.military, levels.culture)
    (page,) = [page for page in board.view("ben").kingdoms if page.ruler == "ann"]
    assert page.names[RATINGS.index(rating)] == name


@pytest.mark.rule("K-LVL-01")
def test_a_scenario_may_call_its_levels_otherwise() -> None:
    names = [f"{rating} {level} {rating[0]}{level}" for rating in RATINGS for level in range(-3, 3)]
    board = Board({"k.level.names": names})
    assert level_text(board.world.params, "culture", 2) == "Culture c2 (+2)"


@pytest.mark.rule("K-LVL-01")
@pytest.mark.parametrize("names", [["economy two Rich"], ["economy 2 Rich"], ["wealth 2 Rich"]])
def test_names_that_fit_no_level_are_mistakes_of_the_scenario(names: list[str]) -> None:
    with pytest.raises(BadScenario, match=r"k\.level\.names"):
        Board({"k.level.names": names})


# -- approval ------------------------------------------------------------------------------------


@pytest.mark.rule("K-DEC-01", "K-NOT-01", "K-NOT-16")
def test_the_referee_approves_and_everybody_is_told() -> None:
    board = forming().order("ann", CREATE.format("Avalon", "N"))
    (asked,) = board.told("gm", DecisionAsked)
    assert "Avalon, ruled by ann, in the N" in asked.question
    assert board.everybody_told(KingdomEntered) == []
    board.answer("K-DEC-01", "approve")
    assert board.kingdom("ann").state == "in_play"
    (entered,) = board.everybody_told(KingdomEntered)
    assert (entered.name, entered.spent) == ("Avalon", 0)


@pytest.mark.rule("K-DEC-01", "K-NOT-01")
def test_the_referee_returns_a_kingdom_with_a_reason_and_another_may_be_made() -> None:
    board = forming().order("ann", CREATE.format("Avalon", "N"))
    board.answer("K-DEC-01", "return", "We have an Avalon in every game")
    (returned,) = board.told("ann", KingdomReturned)
    assert returned.reason == "We have an Avalon in every game."
    assert board.kingdom("ann").state == "returned"
    assert board.told("ben", KingdomReturned) == []
    # The name is free again, for him and for others.
    board.order("ben", CREATE.format("Avalon", "N")).order("ann", CREATE.format("Elam", "N"))
    board.answer("K-DEC-01", "approve").answer("K-DEC-01", "approve")
    assert board.kingdom("ann").name == "Elam"


@pytest.mark.rule("K-DEC-01", "K-RUL-41")
def test_a_kingdom_is_approved_when_the_referee_says_nothing_for_a_day() -> None:
    board = forming().order("ann", CREATE.format("Avalon", "N"))
    assert board.wait(DAY - 2 * HOUR).kingdom("ann").state == "submitted"
    assert board.wait(2 * HOUR + HOUR).kingdom("ann").state == "in_play"


@pytest.mark.rule("K-RUL-41")
def test_the_time_to_answer_is_a_figure() -> None:
    board = forming({"k.decision.timeout_h": 2}).order("ann", CREATE.format("Avalon", "N"))
    assert board.wait(3 * HOUR).kingdom("ann").state == "in_play"


@pytest.mark.rule("K-ORD-01", "K-DEC-01")
def test_a_kingdom_sent_again_replaces_the_earlier_and_the_question_with_it() -> None:
    board = forming().order("ann", CREATE.format("Avalon", "N"))
    board.order("ann", CREATE.format("Elam", "S"))
    (decision,) = board.open_decisions("K-DEC-01")
    assert decision.revision == 2
    assert "Elam" in decision.question
    assert len(board.told("gm", DecisionChanged)) == 1
    assert [kingdom.name for kingdom in board.world.of(Kingdom)] == ["Elam"]
    # The very same kingdom again is the same question.
    board.order("ann", CREATE.format("Elam", "S"))
    assert board.open_decisions("K-DEC-01")[0].revision == 2


@pytest.mark.rule("K-DEC-01")
def test_until_it_is_approved_nobody_else_sees_a_kingdom() -> None:
    board = forming().order("ann", CREATE.format("Avalon", "N"))
    assert [page.name for page in board.view("ben").kingdoms] == []
    assert [page.name for page in board.view("ann").kingdoms] == ["Avalon"]
    assert [page.name for page in board.view("gm").kingdoms] == ["Avalon"]


@pytest.mark.rule("K-SET-01", "K-DEC-01", "K-NOT-02")
def test_what_waits_for_approval_when_the_game_begins_is_returned() -> None:
    board = created(forming(players="ann ben cleo dan eve"), 4)
    board.order("eve", CREATE.format("Elam", "S")).order("gm", "start_game")
    assert board.kingdom("eve").state == "returned"
    assert board.open_decisions("K-DEC-01") == []
    assert len(board.told("eve", KingdomReturned)) == 1
    (begun,) = board.everybody_told(GameBegun)
    assert "Elam" not in begun.kingdoms
    assert "Economy Healthy (0)" in begun.kingdoms


@pytest.mark.rule("K-RUL-13", "K-NOT-03")
def test_the_first_turn_is_spring_of_year_one_or_as_the_scenario_says() -> None:
    (opened,) = Board().everybody_told(TurnBegun)
    assert opened.date == "Y1.Sp"
    board = Board({"k.start.season": "autumn"})
    assert board.everybody_told(TurnBegun)[0].date == "Y1.Au"
    assert board.turn().turn().game.year == 2
    assert board.game.season == "spring"


# -- scenarios -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "match"),
    [
        ({"k.location.max_sharing": "few"}, "k.location.max_sharing"),
        ({"k.roll.mod_cap": "-1"}, "k.roll.mod_cap"),
        ({"k.trade.partners_max": "some"}, "k.trade.partners_max"),
        ({"k.turn.deadline": "sometimes"}, "k.turn.deadline"),
        ({"k.turn.deadline": "Mon 20:00 Europe/Nowhere"}, "k.turn.deadline"),
        ({"k.draft.seasons": ["monsoon"]}, "k.draft.seasons"),
        ({"k.roll.rating_map": ["trade=magic"]}, "k.roll.rating_map"),
        ({"k.roll.rating_map": ["dance=economy"]}, "k.roll.rating_map"),
        ({"k.year.turns": 2, "k.start.season": "winter"}, "k.start.season"),
        ({"k.roll.source": "players"}, "k.roll.source"),
    ],
)
def test_figures_that_mean_nothing_are_mistakes_of_the_scenario(
    params: dict[str, Any], match: str
) -> None:
    with pytest.raises(BadScenario, match=re.escape(match)):
        Board(params)


@pytest.mark.parametrize(
    ("traits", "places", "params"),
    [
        ({"ann": ["advanced-culture"]}, {}, {}),
        ({}, {"ann": "centre"}, {}),
        ({}, {"ann": "S"}, {"k.location.max_sharing": "1"}),
    ],
)
def test_ready_made_kingdoms_keep_the_rules_of_creation(
    traits: dict[str, list[str]], places: dict[str, str], params: dict[str, Any]
) -> None:
    with pytest.raises(BadScenario, match=r"scenario\.yaml"):
        Board(params, traits=traits, places=places)
