"""Figures of the actions: thresholds, steps and seasons (K-ACT, K-SEA)."""

from __future__ import annotations

from typing import Any, Final

from world.param import Param

STEP = Param("k.act.step", 1, "levels", "K-ACT-12", "levels of an up or down")
WORK = Param("k.work.success", 25, "total, at least", "K-ACT-01", "to raise a rating by work")
EXPAND = Param("k.expand.success", 20, "total, at least", "K-ACT-02", "to raise it by expansion")
EXPAND_DISASTER = Param(
    "k.expand.disaster", 10, "total, at most", "K-ACT-02", "at which an expansion ruins it"
)
UNDERMINE = Param(
    "k.undermine.success", 25, "total, at least", "K-ACT-03", "to lower another's rating"
)
ATTACK = Param("k.attack.success", 20, "total, at least", "K-ACT-04", "to lower it by attack")
ATTACK_DISASTER = Param(
    "k.attack.disaster", 10, "total, at most", "K-ACT-04", "at which an attack falls back"
)
TRADE = Param("k.trade.success", 20, "total, at least", "K-ACT-05", "for who opens the trade")
PER_PARTNER = Param(
    "k.trade.per_partner", -2, "pips per partner", "K-ACT-05", "what each partner changes in it"
)
PER_PARTNER_MODE = Param(
    "k.trade.per_partner_mode",
    "threshold",
    "mode",
    "K-RUL-18",
    "whether partners change the number needed, or the roll",
    ("threshold", "roll_malus"),
)
PARTNER = Param(
    "k.trade.partner_success", 25, "total, at least", "K-ACT-06", "for each partner of a trade"
)
PARTNER_INDEPENDENT = Param(
    "k.trade.partner_independent",
    True,
    "flag",
    "K-RUL-20",
    "whether partners roll even where who opened the trade has failed",
)
TRADE_CONSENT = Param(
    "k.trade.consent", False, "flag", "K-RUL-19", "whether partners are asked before they trade"
)
PARTNERS_MAX = Param(
    "k.trade.partners_max",
    "all",
    "kingdoms",
    "K-RUL-19",
    "partners of one trade at most; all for all others",
)
PARTNER_REPEAT = Param(
    "k.trade.partner_repeat",
    True,
    "flag",
    "K-RUL-23",
    "whether a partner of several trades in one turn rolls for each",
)
TRADE_SEASONS: Param[tuple[str, ...]] = Param(
    "k.trade.seasons", ("spring", "summer", "autumn"), "list", "K-SEA-01", "when trade is open"
)
TIES = Param("k.ties.success", 15, "total, at least", "K-ACT-07", "for either side of the ties")
TIES_SEASONS: Param[tuple[str, ...]] = Param(
    "k.ties.seasons", ("spring", "summer", "autumn"), "list", "K-SEA-02", "when ties are made"
)
TIES_MAX = Param(
    "k.ties.max_rolls", 1000, "rolls", "K-RUL-21", "after so many the referee is asked (K-DEC-05)"
)
STOP_AT_CAP = Param(
    "k.ties.stop_at_cap",
    True,
    "flag",
    "K-RUL-22",
    "whether a success of a kingdom whose rating is at the top ends the ties",
)
SEEK = Param("k.seek.success", 20, "total, at least", "K-ACT-09", "to find new resources")
SEEK_SEASONS: Param[tuple[str, ...]] = Param(
    "k.seek.seasons", ("spring", "summer"), "list", "K-SEA-03", "when resources are sought"
)
FESTIVAL = Param("k.festival.success", 20, "total, at least", "K-ACT-10", "for a good festival")
FESTIVAL_SEASONS: Param[tuple[str, ...]] = Param(
    "k.festival.seasons", ("summer", "autumn"), "list", "K-SEA-04", "when festivals are held"
)
DRAFT = Param("k.draft.success", 15, "total, at least", "K-ACT-11", "for a draft of peasants")
DRAFT_DISASTER = Param(
    "k.draft.disaster", 10, "total, at most", "K-ACT-11", "at which the peasants resent it"
)
DRAFT_SEASONS: Param[tuple[str, ...]] = Param(
    "k.draft.seasons", ("autumn", "winter"), "list", "K-SEA-05", "when peasants are drafted"
)
TARGET_SELF = Param("k.target.self", False, "flag", "K-RUL-39", "whether a kingdom may name itself")

ALL: Final[list[Param[Any]]] = [
    STEP,
    WORK,
    EXPAND,
    EXPAND_DISASTER,
    UNDERMINE,
    ATTACK,
    ATTACK_DISASTER,
    TRADE,
    PER_PARTNER,
    PER_PARTNER_MODE,
    PARTNER,
    PARTNER_INDEPENDENT,
    TRADE_CONSENT,
    PARTNERS_MAX,
    PARTNER_REPEAT,
    TRADE_SEASONS,
    TIES,
    TIES_SEASONS,
    TIES_MAX,
    STOP_AT_CAP,
    SEEK,
    SEEK_SEASONS,
    FESTIVAL,
    FESTIVAL_SEASONS,
    DRAFT,
    DRAFT_DISASTER,
    DRAFT_SEASONS,
    TARGET_SELF,
]
