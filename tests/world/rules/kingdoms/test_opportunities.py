"""Opportunities: who is offered which card, and what comes of pursuing it (K-OPP)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from tests.world.rules.kingdoms.board import HOUR, Board, at_least, at_most
from world.errors import BadScenario, Refused
from world.kernel.nouns import DecisionAsked, SaidInVain
from world.rules.kingdoms.nouns.deck import (
    GRAND_FESTIVAL,
    CardSection,
    card_of,
    effect_named,
    effects_text,
    is_weak,
    rating_of_card,
)
from world.rules.kingdoms.nouns.offer import Card, Effect, Offer
from world.rules.kingdoms.nouns.ratings import Rating
from world.rules.kingdoms.opportunities.notices import (
    EffectGranted,
    OpportunityLapsed,
    OpportunityOffered,
    OpportunityResolved,
    OpportunityYours,
    WeakCard,
)
from world.rules.kingdoms.turns.notices import TurnBegun, TurnOver
from world.rules.kingdoms.year.notices import OmenEnds

ONE = {"k.opp.per_turn": 1}


def table(params: dict[str, Any] | None = None, **more: Any) -> Board:
    """A board on which a card is asked for each turn."""
    return Board({**ONE, **(params or {})}, **more)


def offered(board: Board, option: str = "grand_festival", to: str = "Avalon") -> Board:
    """The referee has picked a card and said for whom."""
    return board.answer("K-DEC-02", option, to)


def state(board: Board) -> str:
    """Of the game."""
    return board.game.state


def offers(board: Board) -> dict[str, Offer]:
    """What lies on the table, or lay there last."""
    return {offer.id: offer for offer in board.world.of(Offer)}


# -- appearing -----------------------------------------------------------------------------------


@pytest.mark.rule("K-OPP-01", "K-DEC-02", "K-RUL-41", "K-NOT-16")
def test_no_order_is_taken_before_the_opportunity_of_the_turn_is_settled() -> None:
    board = table()
    assert state(board) == "coming"
    (asked,) = board.told("gm", DecisionAsked)
    assert "Which opportunity" in asked.question
    assert asked.default == "random"
    assert asked.limit is not None
    assert board.refusal("ann", "work rating=economy") == "E-TURN-CLOSED"
    offered(board)
    assert state(board) == "open"
    assert len(board.told("ann", TurnBegun)) == 1


@pytest.mark.rule("K-RUL-41")
@pytest.mark.parametrize("hours", [24, 3])
def test_an_absent_referee_does_not_stop_the_game(hours: int) -> None:
    board = table({"k.decision.timeout_h": hours})
    board.run(board.at + hours * HOUR - 2_000_000)
    assert state(board) == "coming"
    board.wait(3_000_000)
    assert state(board) == "open"
    (offer,) = offers(board).values()
    assert offer.card == GRAND_FESTIVAL
    assert len(offer.recipients) == 1


@pytest.mark.rule("K-OPP-01", "K-NOT-04")
def test_everybody_reads_the_card_and_its_recipients_how_to_take_it() -> None:
    board = offered(table(), to="avalon, Dal Riada")
    (mine,) = board.told("ann", OpportunityYours)
    (theirs,) = board.told("ben", OpportunityOffered)
    assert "pursue opportunity=offer-1" in mine.wording.format(
        **{name: getattr(mine, name) for name in mine.__struct_fields__}
    )
    assert theirs.recipients == mine.recipients == "Avalon and Dal Riada"
    assert (theirs.gain, theirs.loss) == ("Culture +1", "Economy -1")
    assert theirs.lapses == "spring of year 1"
    assert board.told("dan", OpportunityYours) == [mine]
    assert board.told("gm", OpportunityOffered) == [theirs]


@pytest.mark.rule("K-OPP-01")
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_so_many_cards_appear_in_a_turn(cards: int) -> None:
    board = table({"k.opp.per_turn": cards})
    for left in range(cards, 0, -1):
        assert len(board.open_decisions("K-DEC-02")) == left
        assert state(board) == "coming"
        offered(board)
    assert state(board) == "open"
    assert sorted(offers(board)) == ["offer-1", "offer-1-b1"][:cards]


@pytest.mark.rule("K-OPP-01", "K-RUL-24")
@pytest.mark.parametrize(
    ("params", "to", "fine"),
    [
        ({}, "Avalon", True),
        ({}, "Avalon, Burgundy", True),
        ({}, "Avalon, Burgundy, Cathay", False),
        ({"k.opp.recipients_max": 3}, "Avalon, Burgundy, Cathay", True),
        ({"k.opp.recipients_min": 2}, "Avalon", False),
        ({"k.opp.recipients_min": 2}, "Avalon, Cathay", True),
        ({}, "Avalon, Nowhere", False),
    ],
)
def test_a_card_is_for_one_kingdom_or_two(params: dict[str, Any], to: str, fine: bool) -> None:
    board = offered(table(params), to=to)
    if fine:
        assert sorted(offers(board)["offer-1"].recipients) == sorted(
            board.view("gm").desk.names
            and [
                id
                for id, name in board.view("gm").desk.names.items()
                if name in {part.strip() for part in to.split(",")}
            ]
        )
        return
    assert offers(board) == {}
    (vain,) = board.told("gm", SaidInVain)
    assert vain.code in {"E-CARD", "E-TARGET"}
    assert state(board) == "coming"
    assert len(board.open_decisions("K-DEC-02")) == 1


@pytest.mark.rule("K-RUL-24")
def test_the_draw_is_for_as_many_as_there_must_be() -> None:
    board = table({"k.opp.recipients_min": 2}).answer("K-DEC-02", "random")
    assert len(set(offers(board)["offer-1"].recipients)) == 2


@pytest.mark.rule("K-DEC-02")
def test_the_draw_is_even_over_cards_and_kingdoms() -> None:
    cards = {name: {"title": name, "gain": ["economy+2"]} for name in ("one", "two")}
    drawn: Counter[tuple[str, str]] = Counter()
    for seed in range(300):
        board = table(seed=seed, laid={"cards": cards}).answer("K-DEC-02", "random")
        (offer,) = offers(board).values()
        drawn[offer.card.title, offer.recipients[0]] += 1
    assert len(drawn) == 12  # three cards, four kingdoms
    assert stats.chisquare(list(drawn.values())).pvalue > 0.001


@pytest.mark.rule("K-DEC-02", "K-OPP-06")
def test_the_deck_is_the_sample_card_and_what_the_scenario_writes() -> None:
    laid = {"cards": {"mine": {"title": "A mine", "gain": ["economy +2"], "rating": "economy"}}}
    asked = table(laid=laid).open_decisions("K-DEC-02")[0]
    assert [option.name for option in asked.options] == ["random", "grand_festival", "mine", "own"]
    only = table({"k.opp.deck": ["mine"]}, laid=laid).open_decisions("K-DEC-02")[0]
    assert [option.name for option in only.options] == ["random", "mine", "own"]
    none = table({"k.opp.deck": []}).answer("K-DEC-02", "random")
    assert state(none) == "open"
    assert offers(none) == {}


@pytest.mark.rule("K-DEC-02")
@pytest.mark.parametrize(
    ("laid", "params", "found"),
    [
        ({"cards": {"mine": {"title": "A mine"}}}, {}, "Nothing is to be gained"),
        ({"cards": {"mine": {"title": "A mine", "gain": ["gold+1"]}}}, {}, "no rating 'gold'"),
        ({"cards": {"mine": {"title": "A mine", "gain": ["economy"]}}}, {}, "no change of a"),
        ({"cards": {"own": {"title": "A mine", "gain": ["economy+1"]}}}, {}, "'own'"),
        ({"cards": {"A b": {"title": "A mine", "gain": ["economy+1"]}}}, {}, "'A b'"),
        ({}, {"k.opp.deck": ["grand_festivall"]}, "grand_festival"),
        ({}, {"k.opp.recipients_min": 3}, "k.opp.recipients_min"),
    ],
)
def test_mistakes_in_a_deck_are_named(
    laid: dict[str, Any], params: dict[str, Any], found: str
) -> None:
    with pytest.raises(BadScenario, match=found):
        table(params, laid=laid)


# -- a card of the referee's own -----------------------------------------------------------------

OWN = (
    'card title="Silver in the hills" to="Dal Riada" text="A shepherd shows a stone."'
    " gain=economy+2 loss=military-1,culture-1"
)


@pytest.mark.rule("K-OPP-02", "K-DEC-02")
def test_the_referee_may_write_a_card() -> None:
    board = table().order("gm", OWN)
    (offer,) = offers(board).values()
    assert offer.recipients == ("kingdom-dan",)
    assert offer.card == Card(
        title="Silver in the hills",
        text="A shepherd shows a stone.",
        gain=(Effect("economy", 2),),
        loss=(Effect("military", -1), Effect("culture", -1)),
    )
    assert state(board) == "open"
    assert board.open_decisions("K-DEC-02") == []


@pytest.mark.rule("K-OPP-02", "K-DEC-02")
@pytest.mark.parametrize(
    ("person", "text", "code"),
    [
        ("ann", OWN, "E-REFEREE"),
        ("gm", "card title=X to=Avalon", "E-CARD"),
        ("gm", "card title=X to=Avalon gain=luck+1", "E-RATING"),
        ("gm", "card title=X to=Nowhere gain=economy+2", "E-TARGET"),
        ("gm", 'card title="" to=Avalon gain=economy+2', "E-CARD"),
        ("gm", "card title=X to=Avalon gain=economy+2 rating=luck", "E-RATING"),
    ],
)
def test_a_card_that_is_none_is_refused(person: str, text: str, code: str) -> None:
    assert table().refusal(person, text) == code


@pytest.mark.rule("K-DEC-02")
def test_a_card_nobody_asked_for_is_refused() -> None:
    assert offered(table()).refusal("gm", OWN) == "E-NO-DECISION"


@pytest.mark.rule("K-DEC-02")
def test_own_is_written_with_an_order_and_too_many_recipients_leave_the_question_open() -> None:
    board = table().answer("K-DEC-02", "own")
    assert [vain.code for vain in board.told("gm", SaidInVain)] == ["E-CARD"]
    board.force("gm", OWN.replace('to="Dal Riada"', "to=Avalon,Burgundy,Cathay"))
    assert [vain.code for vain in board.told("gm", SaidInVain)] == ["E-CARD", "E-CARD"]
    assert len(board.open_decisions("K-DEC-02")) == 1
    assert offers(board) == {}


@pytest.mark.rule("K-RUL-42", "K-OPP-06")
@pytest.mark.parametrize(
    ("card", "params", "weak"),
    [
        (GRAND_FESTIVAL, {}, True),
        (Card(title="x", gain=(Effect("economy", 2),)), {}, False),
        (Card(title="x", gain=(Effect("economy", 1), Effect("culture", 1))), {}, False),
        (Card(title="x", gain=(Effect("economy", 1),), other_gain="a ship"), {}, False),
        (GRAND_FESTIVAL, {"k.opp.success": 24}, False),
        (GRAND_FESTIVAL, {"k.work.success": 26}, False),
    ],
)
def test_a_card_worth_no_more_than_work_is_weak(
    card: Card, params: dict[str, Any], weak: bool
) -> None:
    assert is_weak(Board(params).world.params, card) is weak


@pytest.mark.rule("K-RUL-42")
@pytest.mark.parametrize("warns", [True, False])
def test_the_referee_is_warned_of_a_weak_card_and_may_have_it(warns: bool) -> None:
    board = table({"k.opp.weak_card_warning": warns})
    (asked,) = board.open_decisions("K-DEC-02")
    assert ("never better than work" in asked.options[1].text) is warns
    offered(board)
    assert len(board.told("gm", WeakCard)) == warns
    assert board.told("ann", WeakCard) == []
    assert offers(board)["offer-1"].card == GRAND_FESTIVAL


# -- pursuing ------------------------------------------------------------------------------------


def pursued(total: int, **more: Any) -> Board:
    """Ann has pursued the sample card with a total."""
    board = offered(table(dice={"K-OPP-05 kingdom-ann": [total]}, **more))
    return board.turn(ann="pursue")


@pytest.mark.rule("K-OPP-05", "K-OPP-06", "K-NOT-10")
@pytest.mark.parametrize(
    ("total", "levels", "result", "what"),
    [
        (36, (0, 0, 1), "success", "success"),
        (25, (0, 0, 1), "success", "success"),
        (24, (0, 0, 0), "nothing", "neither"),
        (16, (0, 0, 0), "nothing", "neither"),
        (15, (-1, 0, 0), "disaster", "failure"),
        (6, (-1, 0, 0), "disaster", "failure"),
    ],
)
def test_25_brings_the_gain_15_the_loss_and_between_them_neither(
    total: int, levels: tuple[int, int, int], result: str, what: str
) -> None:
    board = pursued(total)
    assert board.levels("ann") == levels
    assert board.outcome("ann").result == result
    (resolved,) = board.everybody_told(OpportunityResolved)
    assert (resolved.name, resolved.what, resolved.total) == ("Avalon", what, total)


@pytest.mark.rule("K-OPP-05")
@pytest.mark.parametrize(
    ("params", "total", "levels"),
    [
        ({"k.opp.success": 26}, 25, (0, 0, 0)),
        ({"k.opp.failure": 14}, 15, (0, 0, 0)),
        ({"k.roll.disaster_on_modified": False, "k.roll.dice": 6}, 15, (-1, 0, 0)),
    ],
)
def test_the_thresholds_are_figures(
    params: dict[str, Any], total: int, levels: tuple[int, int, int]
) -> None:
    assert pursued(total, params=params).levels("ann") == levels


@pytest.mark.rule("K-OPP-05", "K-EX-12")
@pytest.mark.parametrize(
    ("traits", "pips", "gain", "loss"),
    [
        ([], 0, Fraction(2401, 11664), Fraction(4501, 46656)),
        (["advanced-culture", "lagging-military"], -1 + 1, Fraction(1, 2), Fraction(229, 10368)),
        (["fragile-culture"], -2, Fraction(4501, 46656), Fraction(2401, 11664)),
    ],
)
def test_the_chances_of_the_sample_card(
    traits: list[str], pips: int, gain: Fraction, loss: Fraction
) -> None:
    """What the roll is made of, and from that the exact chances of the worked example."""
    dice = 7 if "advanced-culture" in traits else 6
    board = offered(table(traits={"ann": traits}, params={"k.rating.start": 0}))
    if pips < 0:
        board = _under_bad_omen(traits)
    board.set_levels("ann", 0, 0, 0).turn(ann="pursue")
    (roll,) = board.outcome("ann").rolls
    assert (len(roll.faces), roll.modifier) == (dice, min(pips, 0))
    assert (roll.rating, roll.need, roll.disaster) == ("culture", 25, 15)
    assert at_least(25, dice, roll.modifier) == gain
    assert at_most(15, dice, roll.modifier) == loss
    assert 1 - gain - loss == at_least(16, dice, roll.modifier) - gain


def _under_bad_omen(traits: list[str]) -> Board:
    board = table({"k.event.per_year": 1}, traits={"ann": traits})
    for _ in range(4):
        offered(board).turn()
    return offered(board.answer("K-DEC-03", "bad_omen", "Avalon"))


@pytest.mark.rule("K-OPP-05")
def test_the_dice_of_opportunities_keep_to_the_chances() -> None:
    results: Counter[str] = Counter()
    board = table({"k.opp.recipients_max": 4})
    for _ in range(100):
        offered(board, to="Avalon, Burgundy, Cathay, Dal Riada")
        board.turn(**dict.fromkeys(board.players, "pursue"))
        results.update(board.outcome(player).result for player in board.players)
        for player in board.players:
            board.set_levels(player, 0, 0, 0)
    gain, loss = at_least(25), at_most(15)
    chances = {"success": gain, "disaster": loss, "nothing": 1 - gain - loss}
    seen = [results[name] for name in sorted(chances)]
    expected = [float(400 * chances[name]) for name in sorted(chances)]
    assert stats.chisquare(seen, expected).pvalue > 0.001


@pytest.mark.rule("K-OPP-03")
def test_a_kingdom_takes_an_action_or_the_opportunity_never_both() -> None:
    board = offered(table())
    board.order("ann", "pursue")
    assert board.refusal("ann", "work rating=economy") == "E-ACTION-AND-OPPORTUNITY"
    board.order("ann", "withdraw").order("ann", "work rating=economy")
    assert board.refusal("ann", "pursue") == "E-ACTION-AND-OPPORTUNITY"


@pytest.mark.rule("K-OPP-03")
def test_nobody_pursues_what_was_offered_to_another() -> None:
    board = offered(table())
    assert board.refusal("ben", "pursue opportunity=offer-1") == "E-NOT-OFFERED"


@pytest.mark.rule("K-OPP-04", "K-NOT-10")
def test_turning_it_down_costs_nothing() -> None:
    board = offered(table(dice={"kingdom-ann/work": [20]})).turn(ann="work rating=economy")
    assert board.levels("ann") == (0, 0, 0)
    (lapsed,) = board.everybody_told(OpportunityLapsed)
    assert lapsed.names == "Avalon"
    assert board.everybody_told(OpportunityResolved) == []


@pytest.mark.rule("K-RUL-26")
@pytest.mark.parametrize("turns", [1, 2])
def test_an_offer_stays_as_long_as_its_lifetime(turns: int) -> None:
    board = offered(table({"k.opp.lifetime": turns})).turn()
    assert len(board.everybody_told(OpportunityLapsed)) == (turns == 1)
    offered(board, to="Burgundy")
    if turns == 1:
        assert board.refusal("ann", "pursue opportunity=offer-1") == "E-EXPIRED"
    else:
        board.turn(ann="pursue opportunity=offer-1")
        assert board.outcome("ann").rolls
        offered(board, to="Burgundy")
        assert board.refusal("ann", "pursue opportunity=offer-1") == "E-EXPIRED"


@pytest.mark.rule("K-RUL-26")
def test_nobody_pursues_one_offer_twice() -> None:
    board = offered(table({"k.opp.lifetime": 3})).turn(ann="pursue")
    offered(board, to="Burgundy")
    assert board.refusal("ann", "pursue opportunity=offer-1") == "E-EXPIRED"


# -- which rating --------------------------------------------------------------------------------

RATINGS: list[Rating] = ["economy", "military", "culture"]
EFFECTS = st.lists(
    st.builds(Effect, st.sampled_from(RATINGS), st.sampled_from([-2, -1, 1, 2])), max_size=3
).map(tuple)


@pytest.mark.rule("K-RUL-25")
@given(gain=EFFECTS, named=st.sampled_from([None, *RATINGS]))
def test_a_card_is_rolled_with_the_rating_it_raises(
    gain: tuple[Effect, ...], named: Rating | None
) -> None:
    params = Board().world.params
    raised = [effect.rating for effect in gain if effect.by > 0]
    found = rating_of_card(params, Card(title="x", gain=gain, rating=named, other_gain="y"))
    if not raised or named in raised:
        assert found == named
    else:
        assert found == raised[0]


@pytest.mark.rule("K-RUL-25")
def test_the_card_itself_may_say_the_rating() -> None:
    card = Card(title="x", gain=(Effect("economy", 1),), rating="military")
    assert rating_of_card(Board().world.params, card) == "economy"
    assert rating_of_card(Board({"k.opp.rating_rule": "card"}).world.params, card) == "military"


@pytest.mark.rule("K-RUL-25")
def test_where_no_rating_is_raised_or_named_no_trait_applies() -> None:
    board = table(traits={"ann": ["robust-economy"]})
    board.order("gm", 'card title=Map to=Avalon other_gain="a map"').turn(ann="pursue")
    (roll,) = board.outcome("ann").rolls
    assert (roll.rating, roll.trait, len(roll.faces)) == (None, 0, 6)


@pytest.mark.rule("K-RUL-27")
def test_no_location_counts_and_both_may_gain() -> None:
    dice = {"kingdom-ann offer": [25], "kingdom-ben offer": [30]}
    board = offered(table(dice=dice, places={"ben": "N"}), to="Avalon, Burgundy")
    board.turn(ann="pursue", ben="pursue")
    assert [board.levels(player) for player in ("ann", "ben")] == [(0, 0, 1)] * 2
    assert [roll.location for o in board.last.outcomes for roll in o.rolls] == [0, 0]


@pytest.mark.rule("K-RUL-27")
@pytest.mark.parametrize(
    ("totals", "gains"),
    [((25, 30), (0, 1)), ((30, 25), (1, 0)), ((27, 27), (1, 0)), ((20, 25), (0, 1))],
)
def test_where_cards_are_contested_the_best_takes_it(
    totals: tuple[int, int], gains: tuple[int, int]
) -> None:
    dice = {"kingdom-ann offer": [totals[0]], "kingdom-ben offer": [totals[1]]}
    board = offered(table({"k.opp.contested": True}, dice=dice), to="Avalon, Burgundy")
    board.turn(ann="pursue", ben="pursue")
    assert (board.levels("ann")[2], board.levels("ben")[2]) == gains


@pytest.mark.rule("K-RUL-27", "K-RUL-11")
def test_where_orders_are_carried_out_in_turn_the_first_keeps_what_he_has() -> None:
    params = {"k.opp.contested": True, "k.turn.resolution": "sequential"}
    dice = {"kingdom-ann offer": [25], "kingdom-ben offer": [30]}
    board = offered(table(params, dice=dice), to="Avalon, Burgundy")
    board.turn(ann="pursue", ben="pursue")
    assert (board.levels("ann")[2], board.levels("ben")[2]) == (1, 0)


@pytest.mark.rule("K-RUL-40")
@pytest.mark.parametrize("shared", [True, False])
def test_one_card_is_shared_or_there_is_one_each(shared: bool) -> None:
    board = offered(table({"k.opp.shared_card": shared}), to="Avalon, Burgundy")
    recipients = [offer.recipients for offer in offers(board).values()]
    both = ("kingdom-ann", "kingdom-ben")
    assert recipients == ([both] if shared else [(both[0],), (both[1],)])
    board.turn(ann="pursue", ben="pursue")
    assert [bool(board.outcome(player).rolls) for player in ("ann", "ben")] == [True, True]


@pytest.mark.rule("K-RUL-40")
def test_with_one_card_each_the_draw_draws_for_each() -> None:
    cards = {name: {"title": name, "gain": ["economy+2"]} for name in "abcdefgh"}
    params = {"k.opp.shared_card": False, "k.opp.recipients_min": 2, "k.opp.deck": ["scenario"]}
    differ = 0
    for seed in range(20):
        board = table(params, laid={"cards": cards}, seed=seed).answer("K-DEC-02", "random")
        titles = {offer.card.title for offer in offers(board).values()}
        differ += len(titles) == 2
    assert differ > 10


# -- what is no level ----------------------------------------------------------------------------


def mapped(total: int, params: dict[str, Any] | None = None) -> Board:
    """Ann has pursued a card that brings something in words."""
    board = table(params, dice={"K-OPP-05": [total]})
    text = 'card title=Map to=Avalon other_gain="an old map" other_loss="a curse"'
    return board.order("gm", text).turn(ann="pursue")


@pytest.mark.rule("K-DEC-08")
@pytest.mark.parametrize(("total", "words"), [(25, "an old map"), (15, "a curse"), (20, "")])
def test_the_referee_is_asked_what_is_no_level(total: int, words: str) -> None:
    board = mapped(total)
    asked = board.open_decisions("K-DEC-08")
    assert [words in each.question for each in asked] == [True] * bool(words)
    if asked:
        assert asked[0].default == "none"
        board.run(board.at + 25 * HOUR)
        assert board.kingdom("ann").omens == ()
        assert board.everybody_told(EffectGranted) == []


@pytest.mark.rule("K-DEC-08")
def test_pips_count_from_the_next_turn_to_their_end() -> None:
    board = mapped(25).answer("K-DEC-02", "grand_festival", "Burgundy")
    board.answer("K-DEC-08", "pips", "+2 until Y1.Au")
    (granted,) = board.everybody_told(EffectGranted)
    assert granted.until == "autumn of year 1"
    seen = []
    for _ in range(3):
        board.turn(ann="work rating=economy")
        seen.append(board.outcome("ann").rolls[0].omen)
        offered(board, to="Burgundy")
    # It was entered while the summer turn was open, whose orders it does not touch.
    assert seen == [0, 2, 0]
    assert [over.what for over in board.everybody_told(OmenEnds)] == [granted.effect]


@pytest.mark.rule("K-DEC-08")
def test_words_are_remembered_until_their_end() -> None:
    board = mapped(25).answer("K-DEC-08", "words", "The map shows a pass. until summer of year 1")
    (omen,) = board.kingdom("ann").omens
    assert (omen.pips, omen.what) == (0, "The map shows a pass.")
    assert board.view("ben").kingdoms[0].omens[0].until == "Y1.Su"
    offered(board, to="Burgundy").turn()
    assert board.kingdom("ann").omens == ()


@pytest.mark.rule("K-DEC-08")
@pytest.mark.parametrize(
    ("option", "text", "code"),
    [
        ("pips", "two until Y1.Wi", "E-EFFECT"),
        ("pips", "+1", "E-EFFECT"),
        ("words", "free passage", "E-EFFECT"),
        ("pips", "+1 until Y1.Sp", "E-DATE"),
        ("pips", "+1 until doomsday", "E-DATE"),
    ],
)
def test_an_effect_without_an_end_is_asked_again(option: str, text: str, code: str) -> None:
    board = mapped(25).answer("K-DEC-08", option, text)
    assert [vain.code for vain in board.told("gm", SaidInVain)] == [code]
    assert len(board.open_decisions("K-DEC-08")) == 1


# -- how cards are written -----------------------------------------------------------------------


@pytest.mark.rule("K-OPP-02", "K-RUL-42")
@given(rating=st.sampled_from(RATINGS), by=st.integers(1, 9), sign=st.sampled_from("+-"))
def test_effects_are_written_as_they_are_read(rating: Rating, by: int, sign: str) -> None:
    effect = effect_named(f"{rating.title()} {sign} {by}")
    assert effect == Effect(rating, int(f"{sign}{by}"))
    assert effects_text([effect]) == f"{rating.capitalize()} {sign}{by}"


@pytest.mark.rule("K-OPP-02")
@pytest.mark.parametrize("text", ["economy", "economy+0", "economy+10", "+1", "economy*1", ""])
def test_what_is_no_effect_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        effect_named(text)
    assert refused.value.code == "E-CARD"


@pytest.mark.rule("K-OPP-02")
def test_a_card_is_kept_as_it_was_written() -> None:
    section = CardSection(
        title="  A   mine ", text=" Deep. ", gain=("economy+2",), other_loss="a  ghost"
    )
    card = card_of(section)
    assert (card.title, card.text, card.other_loss) == ("A mine", "Deep.", "a ghost")
    with pytest.raises(Refused):
        card_of(CardSection(title="x" * 81, gain=("economy+2",)))


@pytest.mark.rule("K-OPP-06")
def test_the_sample_card() -> None:
    assert GRAND_FESTIVAL.title == "Grand Festival!"
    assert GRAND_FESTIVAL.gain == (Effect("culture", 1),)
    assert GRAND_FESTIVAL.loss == (Effect("economy", -1),)
    assert rating_of_card(Board().world.params, GRAND_FESTIVAL) == "culture"


@pytest.mark.rule("K-NOT-07", "K-OPP-05")
def test_the_report_of_the_turn_tells_of_the_pursuit() -> None:
    (over,) = pursued(25).everybody_told(TurnOver)
    assert "pursue “Grand Festival!”. **Success.**" in over.report
    assert "Gain: Culture +1." in over.report
