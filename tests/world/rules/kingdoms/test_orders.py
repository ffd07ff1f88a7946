"""Orders: what is taken, what is refused and why, and who learns of it (K-ORD, K-RUL-34)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.packs.conformance import fault_of_refusal
from tests.world.rules.kingdoms.board import PACK, Board
from world.errors import Refused
from world.kernel.nouns import DecisionAsked, SaidInVain
from world.order import Order, fields_of, to_text
from world.ordertext import parse_order
from world.rules.kingdoms.leaving import KingdomLeft
from world.rules.kingdoms.nouns.offer import Card, Effect, Offer
from world.rules.kingdoms.nouns.turn import TURN_ID, Held, Turn
from world.rules.kingdoms.orders import kinds
from world.rules.kingdoms.orders.notices import OrderTaken, OrderTakenBack
from world.rules.kingdoms.turns.notices import OrderMissing

HIDDEN = {"k.visibility.orders": "until_close"}


def held(board: Board) -> tuple[Held, ...]:
    """The orders that are held."""
    return board.world.get(Turn, TURN_ID).orders


def offered(
    board: Board, *players: str, name: str = "offer-x", first: int = 1, last: int = 1
) -> Board:
    """A card on the table for some kingdoms."""
    board.world.set(
        Offer(
            id=name,
            card=Card(title="A fair", gain=(Effect("culture", 1),), loss=(Effect("economy", -1),)),
            recipients=tuple(f"kingdom-{player}" for player in players),
            first=first,
            last=last,
        )
    )
    return board


EVERY_ORDER = {
    "work": "work rating=economy",
    "expand": "expand rating=military",
    "undermine": "undermine kingdom=Cathay rating=culture",
    "attack": "attack kingdom=Cathay rating=culture",
    "trade": "trade kingdoms=Cathay,Burgundy",
    "ties": "ties kingdom=Cathay",
    "seek": "seek",
    "festival": "festival",
    "draft": "draft",
    "pursue": "pursue opportunity=offer-x",
    "pass": "pass",
}
SEASON = {"festival": "summer", "draft": "autumn"}
RULES = {kind: f"K-ORD-{n:02d}" for n, kind in enumerate(EVERY_ORDER, 2)}


# -- what is taken -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.rule(RULES[kind])) for kind in EVERY_ORDER]
)
def test_every_order_is_held_until_the_turn_closes(kind: str) -> None:
    board = offered(Board({"k.start.season": SEASON.get(kind, "spring")}), "ann")
    board.order("ann", EVERY_ORDER[kind])
    (order,) = held(board)
    assert (order.kingdom, order.kind, order.by) == ("kingdom-ann", kind, "ann")
    assert order.targets == {
        "undermine": ("kingdom-cleo",),
        "attack": ("kingdom-cleo",),
        "trade": ("kingdom-cleo", "kingdom-ben"),
        "ties": ("kingdom-cleo",),
    }.get(kind, ())
    assert order.offer == ("offer-x" if kind == "pursue" else "")
    assert board.levels("cleo") == (0, 0, 0)
    assert board.game.number == 1


@pytest.mark.rule("K-ORD-02", "K-ORD-13")
def test_the_orders_of_the_rules_are_all_there() -> None:
    assert [kind.kind for kind in kinds.ALL] == list(EVERY_ORDER)
    every: tuple[type[Order], ...] = (*kinds.ALL, kinds.Withdraw)
    tags = {str(kind.__struct_config__.tag): kind for kind in every}
    assert set(PACK.orders) >= {*tags, "create_kingdom", "start_game", "close_turn"}
    for tag, kind in tags.items():
        assert PACK.orders[tag] is kind
        assert kind.summary
        assert any(rule.startswith("K-ORD") for rule in kind.rules)


@pytest.mark.parametrize("name", ["cathay", "CATHAY", "kingdom-cleo", '" Cathay "'])
def test_kingdoms_are_named_as_people_write_them(name: str) -> None:
    board = Board().order("ann", f"ties kingdom={name}")
    assert held(board)[0].targets == ("kingdom-cleo",)


@pytest.mark.rule("K-TRN-02", "K-ORD-12")
def test_how_many_orders_a_turn_has_is_a_figure() -> None:
    board = Board({"k.turn.actions": 2}, dice={"kingdom-ann/work": [30, 30]})
    board.order("ann", "work rating=economy").order("ann", "work rating=culture")
    assert board.refusal("ann", "work rating=military") == "E-ACTION-USED"
    for player in ("ben", "cleo"):
        board.order(player, "pass")
    board.order("dan", "work rating=culture")
    assert board.game.number == 1, "dan may order once more"
    board.order("dan", "seek")
    assert board.game.number == 2
    assert board.levels("ann") == (1, 0, 1)


# -- what is refused, and with what --------------------------------------------------------------


@pytest.mark.rule("K-NOT-06", "K-ORD-02")
@pytest.mark.parametrize("kind", EVERY_ORDER)
def test_before_the_game_and_after_it_nothing_is_taken(kind: str) -> None:
    board = Board(start=False)
    assert board.refusal("ann", EVERY_ORDER[kind]) == "E-NOT-STARTED"
    board = Board()
    over = msgspec.structs.replace(board.game, state="over")
    board.world.set(over)
    assert board.refusal("ann", EVERY_ORDER[kind]) == "E-GAME-OVER"
    assert board.refusal("ann", "withdraw") == "E-GAME-OVER"


@pytest.mark.rule("K-ORD-02", "K-RUL-41")
@pytest.mark.parametrize("kind", EVERY_ORDER)
def test_while_a_turn_is_prepared_nothing_is_taken(kind: str) -> None:
    board = Board({"k.opp.per_turn": 1})
    assert board.game.state == "coming"
    assert board.refusal("ann", EVERY_ORDER[kind]) == "E-TURN-CLOSED"
    assert board.refusal("ann", "withdraw") == "E-TURN-CLOSED"


@pytest.mark.rule("K-ORD-02")
@pytest.mark.parametrize("kind", EVERY_ORDER)
def test_nobody_orders_for_a_kingdom_that_is_not_his(kind: str) -> None:
    board = Board(players="ann ben cleo dan")
    assert board.refusal("gm", EVERY_ORDER[kind]) == "E-NOT-YOUR-KINGDOM"
    assert board.refusal("gm", "withdraw") == "E-NOT-YOUR-KINGDOM"


@pytest.mark.rule("K-TRN-02", "K-OPP-03", "K-ORD-11", "K-ORD-12")
@pytest.mark.parametrize("first", EVERY_ORDER)
@pytest.mark.parametrize("second", EVERY_ORDER)
def test_a_second_order_in_a_turn_is_refused(first: str, second: str) -> None:
    season = "spring" if "draft" not in (first, second) else "autumn"
    if "festival" in (first, second):
        season = "summer" if season == "spring" else "autumn"
    every = {f"k.{kind}.seasons": [season] for kind in SEASON}
    board = offered(Board({**every, "k.seek.seasons": [season], "k.start.season": season}), "ann")
    board.order("ann", EVERY_ORDER[first])
    pursues = [kind for kind in (first, second) if kind == "pursue"]
    mixed = len(pursues) == 1 and "pass" not in (first, second)
    code = "E-ACTION-AND-OPPORTUNITY" if mixed else "E-ACTION-USED"
    assert board.refusal("ann", EVERY_ORDER[second]) == code
    assert [order.kind for order in held(board)] == [first]


@pytest.mark.rule("K-ORD-02", "K-ORD-03", "K-ORD-04", "K-ORD-05")
@pytest.mark.parametrize(
    "text",
    ["work rating={}", "expand rating={}"]
    + [f"{kind} kingdom=Cathay rating={{}}" for kind in ("undermine", "attack")],
)
@pytest.mark.parametrize("rating", ["wealth", '""', "econ", "economy,culture"])
def test_what_is_no_rating_is_refused(text: str, rating: str) -> None:
    assert Board().refusal("ann", text.format(rating)) == "E-RATING"


@pytest.mark.rule("K-ORD-04", "K-ORD-05", "K-ORD-06", "K-ORD-07", "K-RUL-39")
@pytest.mark.parametrize(
    "text",
    [
        "undermine kingdom={} rating=culture",
        "attack kingdom={} rating=culture",
        "trade kingdoms={}",
        "ties kingdom={}",
    ],
)
@pytest.mark.parametrize("name", ["Nowhere", "Avalon", "kingdom-ann", '"Dal  "'])
def test_only_another_kingdom_in_play_can_be_named(text: str, name: str) -> None:
    assert Board().refusal("ann", text.format(name)) == "E-TARGET"


@pytest.mark.rule("K-RUL-39")
def test_a_scenario_may_let_a_kingdom_name_itself() -> None:
    board = Board({"k.target.self": True}, dice={"kingdom-ann/undermine": [36]})
    board.turn(ann="undermine kingdom=Avalon rating=culture")
    assert board.levels("ann") == (0, 0, -1)


@pytest.mark.rule("K-ORD-06", "K-RUL-19")
@pytest.mark.parametrize(
    "kingdoms", ["[]", "Cathay,Cathay", "Cathay,kingdom-cleo", "Cathay,Nowhere", "Cathay,Avalon"]
)
def test_a_trade_names_one_to_all_others_each_once(kingdoms: str) -> None:
    board = Board()
    assert (
        board.refusal(
            "ann",
            f'trade kingdoms="{kingdoms}"' if "[" in kingdoms else f"trade kingdoms={kingdoms}",
        )
        == "E-TARGET"
    )
    board.order("ann", "trade kingdoms=Burgundy,Cathay,kingdom-dan")


@pytest.mark.rule("K-ORD-11", "K-OPP-03")
def test_only_who_is_offered_an_opportunity_pursues_it_and_only_while_it_lasts() -> None:
    board = offered(Board(), "ann", "ben")
    assert board.refusal("cleo", "pursue opportunity=offer-x") == "E-NOT-OFFERED"
    assert board.refusal("ann", "pursue opportunity=offer-y") == "E-NOT-OFFERED"
    assert board.refusal("cleo", "pursue") == "E-NOT-OFFERED"
    offered(board, "ann", name="offer-old", first=0, last=0)
    assert board.refusal("ann", "pursue opportunity=offer-old") == "E-EXPIRED"
    board.order("ann", "pursue")
    assert held(board)[0].offer == "offer-x"


@pytest.mark.rule("K-ORD-11")
def test_with_two_opportunities_it_must_be_said_which() -> None:
    board = offered(offered(Board(), "ann"), "ann", name="offer-y")
    assert board.refusal("ann", "pursue") == "E-NOT-OFFERED"
    board.order("ann", "pursue opportunity=offer-y")


@pytest.mark.rule("K-RUL-10")
@pytest.mark.parametrize(
    ("text", "player", "level"),
    [
        ("work rating=culture", "ann", 2),
        ("expand rating=culture", "ann", 2),
        ("undermine kingdom=Cathay rating=culture", "cleo", -3),
        ("attack kingdom=Cathay rating=culture", "cleo", -3),
    ],
)
def test_an_order_that_may_be_wasted_is_taken_with_a_warning_or_refused(
    text: str, player: str, level: int
) -> None:
    board = Board().set_levels(player, 0, 0, level).order("ann", text)
    (own,), (others,) = board.told("ann", OrderTaken), board.told("ben", OrderTaken)
    assert "already" in own.warning
    assert others.warning == ""
    assert Board().order("ann", text).told("ann", OrderTaken)[0].warning == ""
    strict = Board({"k.rating.at_limit": "refuse"}).set_levels(player, 0, 0, level)
    assert strict.refusal("ann", text) == "E-AT-LIMIT"


@pytest.mark.rule("K-RUL-10", "K-EX-16")
def test_a_gain_at_the_top_guards_a_rating() -> None:
    board = Board(dice={"kingdom-ann/expand": [36], "kingdom-ben/undermine": [36]})
    board.set_levels("ann", 2, 0, 0)
    board.turn(ann="expand rating=economy", ben="undermine kingdom=Avalon rating=economy")
    assert board.levels("ann") == (2, 0, 0)


TEXTS = st.sampled_from(
    ["Avalon", "Cathay", "economy", "culture", "", "offer-x", "gm", "Dal Riada"]
) | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="{}"), max_size=8)


@settings(max_examples=25)
@given(data=st.data())
def test_whatever_is_ordered_the_page_and_the_truth_agree(data: st.DataObject) -> None:
    """The page refuses exactly what would be refused, with the same words."""
    every: tuple[type[Order], ...] = (*kinds.ALL, kinds.Withdraw)
    kind = data.draw(st.sampled_from(every))
    given_ = {
        field.name: data.draw(
            st.lists(TEXTS, max_size=3).map(tuple) if field.name == "kingdoms" else TEXTS
        )
        for field in fields_of(kind)
    }
    order = kind(**given_)
    board = Board()
    try:
        order.check(board.view("ann"))
    except Refused as refused:
        refusal: Refused | None = refused
    else:
        refusal = None
    board.force("ann", to_text(order))
    told = [(notice.code, notice.reason) for notice in board.told("ann", SaidInVain)]
    assert told == ([] if refusal is None else [(refusal.code, refusal.text)])
    assert refusal is None or fault_of_refusal(refusal) is None


# -- taking back ---------------------------------------------------------------------------------


@pytest.mark.rule("K-ORD-13", "K-NOT-05")
@pytest.mark.parametrize("kind", EVERY_ORDER)
def test_an_order_taken_back_makes_room_for_another(kind: str) -> None:
    board = offered(Board({"k.start.season": SEASON.get(kind, "spring")}), "ann")
    board.order("ann", EVERY_ORDER[kind]).order("ann", "withdraw")
    assert held(board) == ()
    assert len(board.everybody_told(OrderTakenBack)) == 1
    board.order("ann", EVERY_ORDER[kind])


@pytest.mark.rule("K-ORD-13")
def test_nothing_can_be_taken_back_where_nothing_is_held() -> None:
    board = Board()
    assert board.refusal("ann", "withdraw") == "E-NOTHING-PENDING"
    board.order("ben", "seek")
    assert board.refusal("ann", "withdraw") == "E-NOTHING-PENDING"
    board.order("ann", "seek")
    assert board.refusal("ann", "withdraw what=work") == "E-NOTHING-PENDING"
    board.order("ann", "withdraw what=seek")


@pytest.mark.rule("K-ORD-13")
def test_of_several_the_last_is_taken_back_or_the_one_that_is_named() -> None:
    board = Board({"k.turn.actions": 3})
    for text in ("work rating=economy", "seek", "expand rating=culture"):
        board.order("ann", text)
    board.order("ann", "withdraw what=seek").order("ann", "withdraw")
    assert [order.kind for order in held(board)] == ["work"]


@pytest.mark.rule("K-RUL-16")
def test_a_special_action_taken_back_counts_only_where_orders_count() -> None:
    board = Board().order("ann", "seek").order("ann", "withdraw")
    board.turn(ann="work rating=economy")
    assert board.kingdom("ann").used == ()
    board = Board({"k.special.count_on": "ordered"}).order("ann", "seek").order("ann", "withdraw")
    assert board.refusal("ann", "seek") == "E-ALREADY-THIS-YEAR"
    board.turn(ann="work rating=economy")
    assert board.kingdom("ann").used == ("seek",)
    assert board.refusal("ann", "seek") == "E-ALREADY-THIS-YEAR"


# -- who learns of it ----------------------------------------------------------------------------


@pytest.mark.rule("K-RUL-34", "K-NOT-05", "K-TRN-02")
def test_orders_are_public_as_soon_as_they_are_given() -> None:
    board = Board().order("ann", "attack kingdom=Cathay rating=military")
    (taken,) = board.everybody_told(OrderTaken)
    assert (taken.kingdom, taken.order) == ("Avalon", "attack the military of Cathay")
    for person in ("ben", "cleo", "gm", "ann"):
        (page,) = board.view(person).orders
        assert page.text == "attack the military of Cathay"
    assert board.view("ben").missing == ("Burgundy", "Cathay", "Dal Riada")


@pytest.mark.rule("K-RUL-34", "K-NOT-05")
def test_hidden_orders_are_told_to_their_author_and_the_referee_alone() -> None:
    board = Board(HIDDEN).order("ann", "attack kingdom=Cathay rating=military")
    assert len(board.told("ann", OrderTaken)) == len(board.told("gm", OrderTaken)) == 1
    for rival in ("ben", "cleo", "dan"):
        assert board.told(rival, OrderTaken) == []
        assert board.view(rival).orders == ()
        assert board.view(rival).missing == ()
    assert len(board.view("ann").orders) == len(board.view("gm").orders) == 1
    assert board.view("gm").missing == ("Burgundy", "Cathay", "Dal Riada")
    board.order("ann", "withdraw")
    assert board.told("ben", OrderTakenBack) == []
    assert len(board.told("ann", OrderTakenBack)) == 1


def seen_by(board: Board, person: str) -> tuple[bytes, list[bytes], list[bytes]]:
    """Everything a person can fetch: page, notices, records."""
    page = msgspec.json.encode(board.view(person), order="deterministic")
    rows = [row for batch in board.batches for row in batch.notice_rows if row.person == person]
    known = [row for batch in board.batches for row in batch.known_rows if row.person == person]
    return page, [row.id.encode() + row.body for row in rows], [row.body for row in known]


@pytest.mark.rule("K-RUL-34")
@pytest.mark.parametrize("counts", ["resolved", "ordered"])
@settings(max_examples=10)
@given(
    first=st.lists(st.sampled_from(["ann", "cleo", "dan"]), unique=True, max_size=2),
    second=st.lists(st.sampled_from(["ann", "cleo", "dan"]), unique=True, max_size=2),
    kind=st.sampled_from(["work", "attack", "trade", "seek", "pass", "ties"]),
    back=st.booleans(),
)
def test_with_hidden_orders_a_rival_sees_the_same_whoever_has_ordered(
    counts: str, first: list[str], second: list[str], kind: str, back: bool
) -> None:
    seen = []
    for players in (first, second):
        board = Board({**HIDDEN, "k.special.count_on": counts})
        board.order("ben", "seek")
        for player in players:
            text = EVERY_ORDER[kind].replace("Cathay", "Burgundy").replace(",Burgundy", "")
            board.order(player, text)
            if back:
                board.order(player, "withdraw")
        board.run(board.at + 60_000_000 - len(players) * 1_000_000)
        refusals = [board.refusal("ben", text) for text in EVERY_ORDER.values()]
        seen.append((seen_by(board, "ben"), refusals))
    # What ben said in vain is named by his own count, so nothing of the others shows in it.
    assert seen[0] == seen[1]


def test_that_comparison_finds_public_orders() -> None:
    """A control: with public orders a rival sees who has ordered."""
    one, other = Board(), Board().order("ann", "seek")
    assert seen_by(one, "ben") != seen_by(other, "ben")


@pytest.mark.rule("K-RUL-34", "K-NOT-17")
def test_with_hidden_orders_nobody_is_told_that_all_others_have_ordered() -> None:
    for params, told in (({}, 1), (HIDDEN, 0)):
        board = Board(params)
        for player in ("ann", "cleo", "dan"):
            board.order(player, "seek")
        assert len(board.told("ben", OrderMissing)) == told


@pytest.mark.rule("K-RUL-34")
def test_when_the_turn_has_closed_hidden_orders_are_told_with_their_rolls() -> None:
    board = Board(HIDDEN).turn(ann="work rating=economy")
    last = [batch for batch in board.batches if batch.notice_rows]
    told = b"".join(row.body for batch in last for row in batch.notice_rows if row.person == "ben")
    assert b"work on its economy" in told


# -- the referee ---------------------------------------------------------------------------------


@pytest.mark.rule("K-DEC-04")
def test_the_referee_orders_for_who_is_away() -> None:
    board = Board().order("gm", 'order_for kingdom=Cathay text="work rating=culture"')
    (order,) = held(board)
    assert (order.kingdom, order.kind, order.by) == ("kingdom-cleo", "work", "gm")
    assert board.refusal("cleo", "seek") == "E-ACTION-USED"
    board.order("cleo", "withdraw").order("cleo", "seek")


@pytest.mark.rule("K-DEC-04")
@pytest.mark.parametrize(
    ("person", "text", "code"),
    [
        ("ann", 'order_for kingdom=Cathay text="work rating=culture"', "E-REFEREE"),
        ("gm", 'order_for kingdom=Nowhere text="work rating=culture"', "E-TARGET"),
    ],
)
def test_who_may_order_for_another_and_for_whom(person: str, text: str, code: str) -> None:
    assert Board().refusal(person, text) == code


@pytest.mark.rule("K-DEC-04")
@pytest.mark.parametrize(
    ("order", "code"),
    [
        ("work rating=magic", "E-RATING"),
        ("dance", "E-SYNTAX"),
        ("start_game", "E-SYNTAX"),
        ("ties kingdom=Cathay", "E-TARGET"),
        ("draft", "E-WRONG-SEASON"),
    ],
)
def test_what_the_referee_orders_keeps_the_rules(order: str, code: str) -> None:
    board = Board().order("gm", f'order_for kingdom=Cathay text="{order}"')
    assert held(board) == ()
    assert [notice.code for notice in board.told("gm", SaidInVain)] == [code]


# -- players who leave ---------------------------------------------------------------------------


@pytest.mark.rule("K-DEC-06", "K-RUL-14")
def test_a_kingdom_whose_player_has_left_passes_each_turn() -> None:
    board = Board().order("gm", "player_left kingdom=Cathay")
    assert board.open_decisions("K-DEC-06")[0].default == "pass"
    board.wait(25 * 3_600_000_000)
    assert board.kingdom("cleo").passing
    assert "passes each turn" in board.told("ann", KingdomLeft)[0].what
    for player in ("ann", "ben", "dan"):
        board.order(player, "seek")
    assert board.game.number == 2, "nobody waits for it"
    assert "cleo" not in board.pack.answers.persons(board.world)


@pytest.mark.rule("K-DEC-06")
def test_somebody_else_may_rule_a_kingdom() -> None:
    board = Board().order("gm", "player_left kingdom=Cathay").answer("K-DEC-06", "ruler", "gus")
    assert board.kingdom("cleo").ruler == "gus"
    board.order("gus", "work rating=culture")
    assert board.refusal("cleo", "work rating=culture") == "E-NOT-YOUR-KINGDOM"


@pytest.mark.rule("K-DEC-06")
@pytest.mark.parametrize(
    ("name", "code"), [("ann", "E-ONE-PER-USER"), ("two words", "E-PLAYER"), ("", "E-PLAYER")]
)
def test_a_new_ruler_must_be_somebody_without_a_kingdom(name: str, code: str) -> None:
    board = Board().order("gm", "player_left kingdom=Cathay").answer("K-DEC-06", "ruler", name)
    assert [notice.code for notice in board.told("gm", SaidInVain)] == [code]
    assert len(board.open_decisions("K-DEC-06")) == 1, "the question stays open"
    assert board.kingdom("cleo").ruler == "cleo"


@pytest.mark.rule("K-DEC-06", "K-DEC-07", "K-ORD-04")
def test_a_kingdom_taken_out_of_the_game_is_neither_named_nor_waited_for() -> None:
    board = Board(players="ann ben cleo dan eve")
    board.order("cleo", "seek").order("ann", "attack kingdom=Cathay rating=culture")
    board.order("gm", "player_left kingdom=Cathay").answer("K-DEC-06", "remove")
    assert board.kingdom("cleo").state == "removed"
    assert board.refusal("ben", "ties kingdom=Cathay") == "E-TARGET"
    assert [order.kingdom for order in held(board)] == ["kingdom-ann"]
    for player in ("ben", "dan", "eve"):
        board.order(player, "pass")
    assert board.game.number == 2
    outcome = board.outcome("ann")
    assert (outcome.result, outcome.rolls) == ("void", ())
    assert board.open_decisions("K-DEC-07") == []


@pytest.mark.rule("K-DEC-06")
@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("trade kingdoms=Cathay,Burgundy", 2),
        ("trade kingdoms=Cathay", 0),
        ("ties kingdom=Cathay", 0),
    ],
)
def test_what_names_a_kingdom_that_is_gone_goes_on_without_it(text: str, rolls: int) -> None:
    board = Board(players="ann ben cleo dan eve").order("ann", text)
    board.order("gm", "player_left kingdom=Cathay").answer("K-DEC-06", "remove")
    for player in ("ben", "dan", "eve"):
        board.order(player, "pass")
    outcome = board.outcome("ann")
    assert len(outcome.rolls) == rolls
    if rolls:
        assert outcome.rolls[0].need == 18
    else:
        assert outcome.result == "void"
        assert board.kingdom("ann").used == ()


@pytest.mark.rule("K-DEC-06")
def test_the_turn_closes_when_the_one_that_was_waited_for_is_removed() -> None:
    board = Board(players="ann ben cleo dan eve")
    for player in ("ann", "ben", "dan", "eve"):
        board.order(player, "pass")
    board.order("gm", "player_left kingdom=Cathay").answer("K-DEC-06", "remove")
    assert board.game.number == 2


@pytest.mark.rule("K-DEC-07")
@pytest.mark.parametrize(("option", "state"), [("go_on", "open"), ("end", "over")])
def test_with_too_few_kingdoms_the_referee_is_asked_whether_to_go_on(
    option: str, state: str
) -> None:
    board = Board().order("gm", "player_left kingdom=Cathay").answer("K-DEC-06", "remove")
    (asked,) = board.open_decisions("K-DEC-07")
    assert asked.default == "go_on"
    board.answer("K-DEC-07", option)
    assert board.game.state == state


@pytest.mark.rule("K-DEC-07", "K-RUL-41")
def test_it_goes_on_where_the_referee_says_nothing() -> None:
    board = Board().order("gm", "player_left kingdom=Cathay").answer("K-DEC-06", "remove")
    assert board.wait(25 * 3_600_000_000).game.state == "open"


@pytest.mark.rule("K-DEC-06")
@pytest.mark.parametrize(
    ("person", "start", "name", "code"),
    [
        ("ann", True, "Cathay", "E-REFEREE"),
        ("gm", False, "Cathay", "E-NOT-STARTED"),
        ("gm", True, "Nowhere", "E-TARGET"),
    ],
)
def test_only_the_referee_says_that_a_player_has_left(
    person: str, start: bool, name: str, code: str
) -> None:
    assert Board(start=start).refusal(person, f"player_left kingdom={name}") == code


def test_nothing_is_asked_of_anybody_once_the_game_is_over() -> None:
    board = Board().order("gm", "player_left kingdom=Cathay")
    board.answer("K-DEC-06", "remove").answer("K-DEC-07", "end")
    assert board.open_decisions("K-DEC-04") == []
    before = len(board.told("gm", DecisionAsked))
    board.wait(10 * 86_400_000_000)
    assert len(board.told("gm", DecisionAsked)) == before


def test_every_order_of_a_turn_can_be_read_back() -> None:
    for text in EVERY_ORDER.values():
        assert to_text(parse_order(PACK, text)) == text
