"""Every figure has the value the rules give it, a mode takes its values alone, and figures bite.

``OF_THE_RULES`` is written down from the rules' table of parameters, so that a changed default
fails here.  What another value of a figure brings about stands in the tests of its chapter;
``BITES`` plays the same two years with another value of each figure that any year is made of.
"""

from __future__ import annotations

import functools
from typing import Any

import pytest

from tests.world.rules.kingdoms.board import Board
from world.errors import BadScenario
from world.rules import kingdoms

PARAMS = {param.name: param for chapter in kingdoms.CHAPTERS for param in chapter.params}

OF_THE_RULES: dict[str, Any] = {
    "k.act.step": 1,
    "k.attack.disaster": 10,
    "k.attack.success": 20,
    "k.decision.timeout_h": 24,
    "k.draft.disaster": 10,
    "k.draft.seasons": ("autumn", "winter"),
    "k.draft.success": 15,
    "k.event.per_year": 1,
    "k.event.step": 1,
    "k.expand.disaster": 10,
    "k.expand.success": 20,
    "k.festival.seasons": ("summer", "autumn"),
    "k.festival.success": 20,
    "k.game.max_years": "none",
    "k.general.per_level": 1,
    "k.letter.minutes": (60, 180, 360, 540, 720),
    "k.level.names": (
        "economy +2 Prospering",
        "economy +1 Thriving",
        "economy 0 Healthy",
        "economy -1 Stagnant",
        "economy -2 Collapsing",
        "economy -3 Destitute",
        "military +2 Dominant",
        "military +1 Powerful",
        "military 0 Ready",
        "military -1 Unprepared",
        "military -2 Routing",
        "military -3 Broken",
        "culture +2 Utopic",
        "culture +1 United",
        "culture 0 Content",
        "culture -1 Upset",
        "culture -2 Protesting",
        "culture -3 Revolting",
    ),
    "k.location.applies_to": ("undermine", "attack", "trade", "ties"),
    "k.location.bonus": 2,
    "k.location.max_sharing": "none",
    "k.location.needs_consent": False,
    "k.location.trade_mode": "once",
    "k.location.values": ("N", "NE", "E", "SE", "S", "SW", "W", "NW"),
    "k.name.unique": True,
    "k.omen.applies_to": ("actions", "partners", "replies", "opportunities"),
    "k.omen.bad": -1,
    "k.omen.good": 1,
    "k.omen.turns": 4,
    "k.opp.contested": False,
    "k.opp.deck": ("grand_festival", "scenario"),
    "k.opp.failure": 15,
    "k.opp.lifetime": 1,
    "k.opp.per_turn": 1,
    "k.opp.rating_rule": "success_rating",
    "k.opp.recipients_max": 2,
    "k.opp.recipients_min": 1,
    "k.opp.shared_card": True,
    "k.opp.success": 25,
    "k.opp.weak_card_warning": True,
    "k.players.max": 6,
    "k.players.min": 4,
    "k.rating.at_limit": "warn",
    "k.rating.clamp": True,
    "k.rating.max": 2,
    "k.rating.min": -3,
    "k.rating.start": 0,
    "k.revolt.coin": ("H:economy", "T:military"),
    "k.revolt.level": -3,
    "k.revolt.redirect": False,
    "k.revolt.step": 1,
    "k.roll.dice": 6,
    "k.roll.disaster_on_modified": True,
    "k.roll.mod_cap": "none",
    "k.roll.rating_map": (
        "trade=economy",
        "seek=economy",
        "ties=culture",
        "festival=culture",
        "draft=military",
    ),
    "k.roll.sides": 6,
    "k.roll.source": "server",
    "k.seek.seasons": ("spring", "summer"),
    "k.seek.success": 20,
    "k.special.count_on": "resolved",
    "k.special.counts_partner": False,
    "k.special.per_year": 1,
    "k.start.season": "spring",
    "k.target.self": False,
    "k.ties.max_rolls": 1000,
    "k.ties.seasons": ("spring", "summer", "autumn"),
    "k.ties.stop_at_cap": True,
    "k.ties.success": 15,
    "k.trade.consent": False,
    "k.trade.partner_independent": True,
    "k.trade.partner_repeat": True,
    "k.trade.partner_success": 25,
    "k.trade.partners_max": "all",
    "k.trade.per_partner": -2,
    "k.trade.per_partner_mode": "threshold",
    "k.trade.seasons": ("spring", "summer", "autumn"),
    "k.trade.success": 20,
    "k.trait.accelerated.cost": 1,
    "k.trait.accelerated.start": 1,
    "k.trait.advanced.cost": 2,
    "k.trait.advanced.dice": 1,
    "k.trait.fragile.cost": -1,
    "k.trait.fragile.mod": -1,
    "k.trait.lagging.cost": -1,
    "k.trait.lagging.start": -1,
    "k.trait.max_per_rating": 1,
    "k.trait.obsolete.cost": -2,
    "k.trait.obsolete.dice": -1,
    "k.trait.require_exact_spend": False,
    "k.trait.robust.cost": 1,
    "k.trait.robust.mod": 1,
    "k.trait.start_points": 1,
    "k.turn.actions": 1,
    "k.turn.deadline": "none",
    "k.turn.delta_mode": "sum_then_clamp",
    "k.turn.early": True,
    "k.turn.grace_min": 0,
    "k.turn.least_h": 12,
    "k.turn.missing_order": "pass",
    "k.turn.remind_h": 12,
    "k.turn.resolution": "snapshot",
    "k.undermine.success": 25,
    "k.victory.block": "all_three",
    "k.victory.check": "year_end",
    "k.victory.level": 2,
    "k.visibility.orders": "public",
    "k.work.success": 25,
    "k.year.turns": 4,
    "k.yearend.revolt_read": "end_of_winter",
}


def test_every_figure_has_the_value_the_rules_give_it() -> None:
    assert {name: param.default for name, param in PARAMS.items()} == OF_THE_RULES


@pytest.mark.parametrize("name", [name for name, param in PARAMS.items() if param.choices])
def test_a_mode_takes_its_values_alone(name: str) -> None:
    param = PARAMS[name]
    assert param.default in param.choices
    for value in param.choices:
        assert param.accept(value) == value
    with pytest.raises(BadScenario, match="expected one of"):
        param.accept(99 if isinstance(param.default, int) else "otherwise")


#: What the referee answers.
GRAND_FESTIVAL = ("grand_festival", "Elam")
GOOD_OMEN = ("good_omen", "Avalon")
#: The same two years each time; what is refused is refused, and told to its author.
YEARS = (
    {
        "ann": "trade kingdoms=Burgundy,Cathay",
        "ben": "ties kingdom=Cathay",
        "cleo": "attack kingdom=Burgundy rating=military",
        "dan": "expand rating=economy",
        "eve": "pursue",
    },
    {
        "ann": "festival",
        "ben": "work rating=economy",
        "cleo": "undermine kingdom=Avalon rating=military",
        "dan": "seek",
        "eve": "trade kingdoms=Avalon,Burgundy",
    },
    {
        "ann": "trade kingdoms=Cathay",
        "ben": "draft",
        "cleo": "draft",
        "dan": "attack kingdom=Elam rating=military",
        "eve": "expand rating=culture",
    },
    {
        "ann": "draft",
        "ben": "attack kingdom=Avalon rating=economy",
        "cleo": "work rating=military",
        "dan": "expand rating=economy",
        "eve": "undermine kingdom=Burgundy rating=culture",
    },
)


@functools.cache
def two_years(override: tuple[tuple[str, Any], ...] = ()) -> tuple[bytes, ...]:
    """Everything that is told in two years of a game."""
    board = Board(
        dict(override),
        players="ann ben cleo dan eve",
        places={"ann": "N", "ben": "N"},
        traits={
            "ann": ["robust-economy"],
            "ben": ["accelerated-culture", "fragile-military"],
            "cleo": ["advanced-military", "lagging-culture"],
            "dan": ["advanced-economy", "obsolete-military"],
        },
        quiet=False,
        seed=5,
    )
    board.set_levels("dan", -1, -3, -3)
    for turn in range(8):
        for rule in ("K-DEC-02", "K-DEC-02", "K-DEC-03", "K-DEC-03"):
            for _ in board.open_decisions(rule)[:1]:
                named = GRAND_FESTIVAL if rule == "K-DEC-02" else GOOD_OMEN
                board.answer(rule, *named)
        for player, text in YEARS[turn % 4].items():
            board.force(player, text)
        board.force("gm", "close_turn")
    return tuple(row.body for batch in board.batches for row in batch.notice_rows)


BITES: dict[str, Any] = {
    "k.act.step": 2,
    "k.attack.disaster": 19,
    "k.attack.success": 30,
    "k.decision.timeout_h": 3,
    "k.draft.disaster": 35,
    "k.draft.seasons": ["spring"],
    "k.draft.success": 36,
    "k.event.per_year": 2,
    "k.expand.disaster": 19,
    "k.expand.success": 30,
    "k.festival.seasons": ["winter"],
    "k.festival.success": 30,
    "k.general.per_level": 3,
    "k.location.applies_to": ["attack"],
    "k.location.bonus": 5,
    "k.omen.good": 5,
    "k.omen.turns": 2,
    "k.opp.failure": 24,
    "k.opp.per_turn": 2,
    "k.opp.recipients_max": 3,
    "k.opp.success": 6,
    "k.rating.max": 1,
    "k.rating.start": -1,
    "k.roll.dice": 7,
    "k.roll.mod_cap": "0",
    "k.roll.rating_map": ["seek=culture"],
    "k.roll.sides": 8,
    "k.seek.seasons": ["winter"],
    "k.seek.success": 6,
    "k.special.counts_partner": True,
    "k.special.per_year": 2,
    "k.start.season": "summer",
    "k.ties.seasons": ["winter"],
    "k.ties.success": 30,
    "k.trade.consent": True,
    "k.trade.partner_success": 10,
    "k.trade.partners_max": "1",
    "k.trade.per_partner": -4,
    "k.trade.per_partner_mode": "roll_malus",
    "k.trade.seasons": ["winter"],
    "k.trade.success": 30,
    "k.trait.accelerated.start": 2,
    "k.trait.advanced.dice": 2,
    "k.trait.fragile.mod": -4,
    "k.trait.lagging.start": -2,
    "k.trait.obsolete.dice": -2,
    "k.trait.robust.mod": 4,
    "k.turn.actions": 2,
    "k.turn.deadline": "daily 20:00 Europe/Berlin",
    "k.turn.resolution": "sequential",
    "k.undermine.success": 6,
    "k.visibility.orders": "until_close",
    "k.work.success": 6,
    "k.year.turns": 3,
}


@pytest.mark.parametrize("name", BITES)
def test_another_value_of_a_figure_makes_other_years(name: str) -> None:
    value = BITES[name]
    assert PARAMS[name].accept(value) != PARAMS[name].default
    found = two_years(((name, tuple(value) if isinstance(value, list) else value),))
    assert found != two_years()


def test_the_same_figures_make_the_same_years() -> None:
    """A control: what differs above differs by the figure alone."""
    default = (("k.work.success", OF_THE_RULES["k.work.success"]),)
    assert two_years(default) == two_years()
