"""A gulf to try the sea chapters on: two coasts, ports on both, open water between."""

from __future__ import annotations

from typing import Any

from tests.world.rules.campaign.field import HOUR, Field, army, infantry
from tests.world.rules.campaign.test_word import PACK
from world.decision import Decision
from world.rules.campaign.nouns.fleet import Fleet
from world.said import AnswerDecision

#: Land in columns 01 and 02, and in 19 and 20; the water between is sixteen hexes wide.
GULF = """\
map "A gulf" layout=odd-q
0101:0208 flatland settlement=20
1901:2008 flatland settlement=20
0301:1808 sea
0204 city "Westport" population=20000 port
0207 town "Southcove" population=3000 port
1904 city "Eastport" population=20000 port
1907 fortress "Eastfort" population=2000
0204-0205-0206-0207 road
1904-1905-1906-1907 road
"""

#: Figures under which ships cost nothing: most stories are about something else than pay.
PAID: dict[str, Any] = {"ship.cost_divisor": 1_000_000}


def ship(name: str, rate: str = "third_rate", **more: Any) -> dict[str, Any]:
    return {"name": name, "rate": rate, **more}


def fleet(at: str, ships: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {"at": at, "ships": ships, **more}


def gulf(**more: Any) -> dict[str, Any]:
    """Two sides at war, Red under Hawke in the west and Blue under Conflans in the east."""
    base: dict[str, Any] = {
        "title": "A gulf",
        "pack": "campaign",
        "calendar": {"start": "1759-06-12 06:00"},
        "factions": {
            "red": {"name": "Red", "head": "anson"},
            "blue": {"name": "Blue", "head": "conflans"},
        },
        "stances": [{"between": ["red", "blue"], "stance": "war"}],
        "commanders": {
            "anson": {"name": "Lord Anson", "faction": "red", "at": "0204", "purse": 0},
            "hawke": {"name": "Admiral Hawke", "faction": "red", "purse": 10_000},
            "conflans": {"name": "Admiral Conflans", "faction": "blue", "purse": 10_000},
            "wolfe": {"name": "General Wolfe", "faction": "red", "purse": 5_000},
        },
        "fleets": {
            "western": fleet(
                "0204",
                [ship("Dauntless"), ship("Thunderchild"), ship("Mistake not", "fifth_rate")],
                name="Western Squadron",
                commander="hawke",
            ),
            "eastern": fleet(
                "1904",
                [ship("Soleil"), ship("Tonnant")],
                name="Eastern Squadron",
                commander="conflans",
            ),
        },
        "armies": {
            "landing": army(
                "0204", [infantry("Line", 1000)], name="Landing Force", commander="wolfe"
            ),
        },
        "strongholds": {
            "westport": {"holder": "anson"},
            "southcove": {"holder": "anson"},
            "eastport": {"holder": "conflans"},
            "eastfort": {"holder": "conflans"},
        },
    }
    for key, value in more.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            merged = {**base[key], **value}
            base[key] = {name: each for name, each in merged.items() if each is not None}
        else:
            base[key] = value
    return base


class Gulf(Field):
    """A campaign at sea under way; nobody eats and ships cost nothing unless a test says so."""

    def __init__(self, scenario: dict[str, Any] | None = None, **more: Any) -> None:
        paid = {} if more.pop("costly", False) else PAID
        super().__init__(
            scenario if scenario is not None else gulf(),
            map_text=more.pop("map_text", GULF),
            pack=more.pop("pack", PACK),
            params={**paid, **more.pop("params", {})},
            **more,
        )

    def fleet(self, fleet_id: str) -> Fleet:
        """A fleet as it stands."""
        return self.world.get(Fleet, fleet_id)

    def asked(self, person: str, rule: str) -> list[Decision]:
        """What a person is asked under a rule and has not answered, the oldest first."""
        asked = (each for each in self.world.of(Decision) if each.state == "open")
        return [each for each in asked if each.who == person and each.rule == rule]


#: When the fleets have met, when the plans are judged and it is fought, when hits are spread.
MET, FOUGHT, SPREAD = 6 * HOUR, 10 * HOUR, 12 * HOUR


def off_eastport(
    west: list[dict[str, Any]] | None = None,
    east: list[dict[str, Any]] | None = None,
    *,
    red: dict[str, Any] | None = None,
    blue: dict[str, Any] | None = None,
    hawke: dict[str, Any] | None = None,
    conflans: dict[str, Any] | None = None,
    fleets: dict[str, Any] | None = None,
    commanders: dict[str, Any] | None = None,
    **more: Any,
) -> Gulf:
    """Hawke has just sailed up to Conflans, who lay in the middle of the gulf."""
    line = [ship("Dauntless"), ship("Thunderchild")]
    other = [ship("Soleil"), ship("Tonnant")]
    side_red: dict[str, Any] = {"name": "Western Squadron", "commander": "hawke", **(red or {})}
    side_blue: dict[str, Any] = {"name": "Eastern Squadron", "commander": "conflans"} | (blue or {})
    scenario = gulf(
        commanders={
            "hawke": {"name": "Admiral Hawke", "faction": "red", **(hawke or {})},
            "conflans": {"name": "Admiral Conflans", "faction": "blue", **(conflans or {})},
            **(commanders or {}),
        },
        fleets={
            "western": fleet(side_red.pop("at", "0904"), west or line, **side_red),
            "eastern": fleet(side_blue.pop("at", "1004"), east or other, **side_blue),
            **(fleets or {}),
        },
        **more.pop("spec", {}),
    )
    to = scenario["fleets"]["eastern"]["at"]
    return Gulf(scenario, **more).order(0, "hawke", f"sail to={to}").run(MET)


def judged(
    field: Gulf, *, situation: str = "", worth: tuple[str, str] = ("0", "0"), stand: str = "hold"
) -> Gulf:
    """Hawke attacks, Conflans stands, the referee says what he has to say: it is fought."""
    field.answer(MET + HOUR, "hawke", "D-NAV-01", "attack")
    field.answer(MET + HOUR, "conflans", "D-NAV-01", stand)
    field.answer(8 * HOUR, "gm", "D-NAV-01", "as_written" if situation else "as_found", situation)
    for asked in field.asked("gm", "D-NAV-02"):
        points = worth[0] if "Western" in asked.question else worth[1]
        field.say(9 * HOUR, "gm", AnswerDecision(decision=asked.id, option=points, text=""))
    return field.run(FOUGHT)


def fought(
    west: list[dict[str, Any]] | None = None,
    east: list[dict[str, Any]] | None = None,
    *,
    rolls: tuple[tuple[int, int], tuple[int, int]] = ((3, 4), (3, 3)),
    dice: Any = None,
    situation: str = "",
    worth: tuple[str, str] = ("0", "0"),
    stand: str = "hold",
    **more: Any,
) -> Gulf:
    """The same, fought with these throws; hits that a commander may spread are still open."""
    loaded: Any = {
        "naval battle roll of western": [rolls[0]] * 3,
        "naval battle roll of eastern": [rolls[1]] * 3,
        **(dice or {}),
    }
    field = off_eastport(west, east, dice=loaded, **more)
    return judged(field, situation=situation, worth=worth, stand=stand)


def over(field: Gulf) -> Gulf:
    """Nobody says how hits are spread: the usual way it is."""
    for person in ("hawke", "conflans"):
        if field.asked(person, "D-NAV-04"):
            field.answer(SPREAD, person, "D-NAV-04", "usual")
    return field.run(SPREAD)
