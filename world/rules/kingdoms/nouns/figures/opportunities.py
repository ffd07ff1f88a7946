"""Figures of opportunities (K-OPP)."""

from __future__ import annotations

from typing import Any, Final

from world.param import Param

PER_TURN = Param("k.opp.per_turn", 1, "cards", "K-OPP-01", "cards that appear in a turn")
RECIPIENTS_MIN = Param(
    "k.opp.recipients_min", 1, "kingdoms", "K-RUL-24", "kingdoms a card is offered to, at least"
)
RECIPIENTS_MAX = Param(
    "k.opp.recipients_max", 2, "kingdoms", "K-OPP-01", "kingdoms a card is offered to, at most"
)
LIFETIME = Param("k.opp.lifetime", 1, "turns", "K-RUL-26", "how long an offer stays")
SUCCESS = Param("k.opp.success", 25, "total, at least", "K-OPP-05", "for the gain of a card")
FAILURE = Param("k.opp.failure", 15, "total, at most", "K-OPP-05", "at which its loss falls")
RATING_RULE = Param(
    "k.opp.rating_rule",
    "success_rating",
    "mode",
    "K-RUL-25",
    "a card is rolled with the rating it raises, or with the one it names",
    ("success_rating", "card"),
)
CONTESTED = Param(
    "k.opp.contested", False, "flag", "K-RUL-27", "whether only the best of several may gain"
)
SHARED_CARD = Param(
    "k.opp.shared_card", True, "flag", "K-RUL-40", "one card for all recipients, or one each"
)
WEAK_CARD_WARNING = Param(
    "k.opp.weak_card_warning",
    True,
    "flag",
    "K-RUL-42",
    "whether the referee is warned of a card that is never better than work",
)
DECK: Param[tuple[str, ...]] = Param(
    "k.opp.deck",
    ("grand_festival", "scenario"),
    "list",
    "K-DEC-02",
    "cards that may be drawn, by their ids; scenario stands for all that the scenario writes",
)

ALL: Final[list[Param[Any]]] = [
    PER_TURN,
    RECIPIENTS_MIN,
    RECIPIENTS_MAX,
    LIFETIME,
    SUCCESS,
    FAILURE,
    RATING_RULE,
    CONTESTED,
    SHARED_CARD,
    WEAK_CARD_WARNING,
    DECK,
]
