"""The figures of couriers, each with its unit and the rule that owns it.

Speeds, chances and their defaults are those of CATAPHRACT's campaign rules; what those rules do not
settle is marked as ours.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from world.param import Param

KMPD_FRIENDLY = Param(
    "message.kmpd_friendly", 80, "km/day", "C-MSG-02", "riders in friendly and neutral country"
)
SAFE_FRIENDLY = Param(
    "message.safe_friendly", Fraction(19, 20), "chance", "C-MSG-02", "that such a rider arrives"
)
KMPD_HOSTILE = Param("message.kmpd_hostile", 60, "km/day", "C-MSG-03", "riders in hostile country")
SAFE_HOSTILE = Param(
    "message.safe_hostile", Fraction(5, 6), "chance", "C-MSG-03", "that such a rider arrives"
)
MIXED_SAFETY = Param(
    "message.mixed_safety",
    "worst_once",
    "mode",
    "C-MSG-03",
    "one roll at the worst chance of the way, or one risk for each kind of country",
    ("worst_once", "each_country"),
)
KMPD_SEA = Param("message.kmpd_sea", 100, "km/day", "C-MSG-06", "packet boats")
OVER_WATER: Param[Literal["packet", "ship", "impossible"]] = Param(
    "message.over_water",
    "packet",
    "mode",
    "C-MSG-06",
    "what becomes of a letter whose way leads over water (D-MSG-02)",
    ("packet", "ship", "impossible"),
)
DESTINATION = Param(
    "message.destination",
    "believed",
    "mode",
    "C-MSG-04",
    "where a rider makes for first",
    ("believed", "actual"),
)
FOLLOW = Param("message.follow", True, "bool", "C-MSG-04", "riders follow whoever has moved on")
ASK_H = Param(
    "message.ask_h", 6, "h", "C-MSG-04", "ours: how often a waiting rider asks for the addressee"
)
SEARCH_DAYS = Param(
    "message.search_days",
    14,
    "days",
    "C-MSG-04",
    "ours: how long he searches and waits before he turns back, and waits there before he gives up",
)
INTERCEPT = Param(
    "message.intercept_default",
    False,
    "bool",
    "C-MSG-05",
    "whether an enemy on the way reads what a lost rider carried (default of D-MSG-01)",
)
LATE_FACTOR = Param(
    "message.late_factor",
    2,
    "factor",
    "C-MSG-05",
    "ours: a rider who is merely late takes so many times the rest of his way",
)
COPIES_MAX = Param("message.copies_max", 5, "copies", "C-MSG-01", "ours: riders for one letter")
RIDES_FROM_H = Param(
    "message.rides_from_h", 0, "hour", "C-MSG-03", "riders set out and go on from this hour"
)
RIDES_TO_H = Param(
    "message.rides_to_h",
    24,
    "hour",
    "C-MSG-03",
    "and rest from this one; the distance of a whole day stays the same",
)
RELAY_GROUNDS: Param[tuple[str, ...]] = Param(
    "message.relay_grounds", (), "grounds", "C-MSG-02", "ours: roads on which horses are changed"
)
KMPD_RELAY = Param(
    "message.kmpd_relay", 165, "km/day", "C-MSG-02", "ours: riders with relays of horses"
)
SEASON_FACTORS: Param[tuple[str, ...]] = Param(
    "message.season_factors",
    (),
    "season=factor",
    "C-MSG-02",
    "ours: what a season does to the time riders take, winter=27/22",
)
ABSENT_BY_COURIER = Param(
    "order.absent_by_courier",
    True,
    "bool",
    "C-MSG-07",
    "orders to the absent ride as letters; otherwise they take hold at once",
)
PRECEDENCE = Param(
    "order.precedence",
    "written",
    "mode",
    "C-MSG-07",
    "ours: an order overtaken by one written later is laid aside, or whichever arrives is obeyed",
    ("written", "arrived"),
)
ASKED: Param[tuple[str, ...]] = Param(
    "couriers.asked",
    ("D-MSG-01", "D-MSG-02", "D-NEWS-01", "D-SEM-01"),
    "decisions",
    "C-GEN-06",
    "ours: which of these are put to the referee; the others take their default silently",
)
KMPD_LAND = Param("news.kmpd_land", 20, "km/day", "C-NEWS-01", "news overland")
KMPD_COAST = Param("news.kmpd_coast", 100, "km/day", "C-NEWS-01", "news along coasts")
NEWS_EVENTS: Param[tuple[str, ...]] = Param(
    "news.events",
    (
        "battle",
        "fall",
        "siege",
        "pillage",
        "torching",
        "revolt",
        "mutiny",
        "levy",
        "death",
        "capture",
        "duel",
        "ransom",
        "fleet_arrival",
        "war",
    ),
    "list",
    "C-NEWS-02",
    "what becomes news by itself (default of D-NEWS-01)",
)
NEWS_DIGITS = Param(
    "news.digits", 1, "digit", "C-NEWS-02", "figures are told to so many significant digits"
)
PRICE = Param("semaphore.price", 1, "doubloons per letter", "C-SEM-01", "what a telegram costs")
PRICE_UNIT = Param(
    "semaphore.price_unit",
    "character",
    "mode",
    "C-SEM-01",
    "paid by letters and digits (spaces are free), or by the message",
    ("character", "message"),
)
URGENT_FACTOR = Param(
    "semaphore.urgent_factor", 2, "factor", "C-SEM-01", "ours: price of going before the others"
)
DELAY = Param(
    "semaphore.delay", 0, "h", "C-SEM-02", "from handing in to sending, for the referee to look"
)
SIGHT_HEXES = Param(
    "semaphore.sight_hexes", 0, "hexes", "C-SEM-02", "how far off a tower can be read"
)
SYMBOL_MS = Param(
    "semaphore.symbol_ms", 0, "ms", "C-SEM-02", "ours: to set one letter or digit at a tower"
)
HOP_MS = Param(
    "semaphore.hop_ms", 0, "ms", "C-SEM-02", "ours: for a sign to be taken over by the next tower"
)
DAYLIGHT = Param(
    "semaphore.daylight",
    "always",
    "mode",
    "C-SEM-02",
    "ours: whether towers can be read by night, or only while the sun is up",
    ("always", "sun"),
)
LATITUDE = Param(
    "semaphore.latitude", 50_000_000, "millionths of a degree", "C-SEM-02", "ours: for the sun"
)
BEFORE_SUNRISE = Param(
    "semaphore.before_sunrise_min", 15, "min", "C-SEM-02", "ours: towers work from so long before"
)
AFTER_SUNSET = Param(
    "semaphore.after_sunset_min", 0, "min", "C-SEM-02", "ours: towers work until so long after"
)
CLEAR_DAYS = Param(
    "semaphore.clear_days",
    Fraction(1),
    "chance",
    "C-SEM-02",
    "ours: that a line can be read on a day, rolled for each line and day",
)
HELD = Param(
    "semaphore.held",
    "open",
    "mode",
    "C-SEM-02",
    "ours: towers serve everybody, or not the enemies of whoever holds the place",
    ("open", "holder"),
)
BROKEN = Param(
    "semaphore.broken",
    "wait",
    "mode",
    "C-SEM-02",
    "ours: at a tower that does not answer a message waits, or is stopped and its sender told",
    ("wait", "stop"),
)
RETRY_H = Param(
    "semaphore.retry_h", 1, "h", "C-SEM-02", "ours: how often a silent tower is called again"
)
KEEP_DAYS = Param(
    "semaphore.keep_days", 3, "days", "C-SEM-02", "ours: how long a waiting message is kept"
)
PARLEY = Param(
    "talk.parley", True, "bool", "C-TALK-01", "besiegers and besieged may hail each other"
)
FRESH_DAYS = Param(
    "news.fresh_days", 90, "days", "C-NEWS-01", "ours: after so long nobody passes a tale on"
)
