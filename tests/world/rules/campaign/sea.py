"""A gulf to try the sea chapters on: two coasts, ports on both, open water between."""

from __future__ import annotations

from typing import Any

from tests.world.rules.campaign.field import Field, army, infantry
from tests.world.rules.campaign.test_word import PACK
from world.rules.campaign.nouns.fleet import Fleet

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
