"""A place that is besieged, stormed and fallen, for tests of assaults and of what follows."""

from __future__ import annotations

from typing import Any

from tests.world.rules.campaign.clash import judged
from tests.world.rules.campaign.field import HOUR, Field, army, infantry, sides

#: Where the places of the road lie; Westwall is Red's, whom Blue may besiege.
PLACES = {"eastham": "2001", "southby": "1005", "westwall": "0101"}
#: When it is stormed, and when that is judged.
STORMED, FELL = HOUR, 2 * HOUR
#: Throws with which the stormers win by six in spite of the walls of a town, and lose.
WON, LOST = ((6, 6), (1, 1)), ((1, 1), (6, 6))


def before_walls(
    place: str = "southby",
    force: list[dict[str, Any]] | None = None,
    *,
    inside: list[dict[str, Any]] | None = None,
    red: dict[str, Any] | None = None,
    blue: dict[str, Any] | None = None,
    ney: dict[str, Any] | None = None,
    blake: dict[str, Any] | None = None,
    site: dict[str, Any] | None = None,
    armies: dict[str, Any] | None = None,
    more_commanders: dict[str, Any] | None = None,
    **more: Any,
) -> Field:
    """Ney's army besieges a place of Blake's, who is ``inside`` with an army of his or far away."""
    at = PLACES[place]
    shut_in = {"inside": True} if inside is not None else {}
    second = inside if inside is not None else [infantry("Foot", 1000)]
    fortress = {"westwall": {"holder": "blake"}} if place == "westwall" else {}
    scenario = sides(
        commanders={
            "ney": {"name": "Marshal Ney", "faction": "red", **(ney or {})},
            "blake": {"name": "General Blake", "faction": "blue", **(blake or {})},
            **(more_commanders or {}),
        },
        armies={
            "first": army(
                at,
                force if force is not None else [infantry("Line", 3000)],
                name="First Army",
                commander="ney",
                **(red or {}),
            ),
            "second": army(
                at if shut_in else "1605",
                second,
                name="Second Army",
                commander="blake",
                **{**shut_in, **(blue or {})},
            ),
            **(armies or {}),
        },
        strongholds={**fortress, place: {"holder": "blake", **(site or {})}},
    )
    field = Field(scenario, **more)
    return field.order(0, "ney", f'besiege stronghold={place} plan="starve"')


def stormed(
    place: str = "southby",
    force: list[dict[str, Any]] | None = None,
    *,
    rolls: tuple[tuple[int, ...], tuple[int, ...]] = WON,
    dice: dict[str, list[tuple[int, ...]]] | None = None,
    ruling: str = "",
    **more: Any,
) -> Field:
    """The same, stormed with these throws and judged by nobody, or as the referee writes."""
    inside = more.get("inside") is not None
    loaded = {
        "battle roll of first": [rolls[0]] * 2,
        f"battle roll of {'second' if inside else place}": [rolls[1]] * 2,
        "morale check": [(1, 1)] * 9,
        **(dice or {}),
    }
    field = before_walls(place, force, dice=loaded, **more)
    if inside:
        field.answer(HOUR, "blake", "D-SIEGE-01", "hold")
    field.order(STORMED, "ney", "assault")
    if inside:
        field.answer(STORMED, "blake", "D-BAT-01", "hold")
    if ruling:
        field.answer(FELL, "gm", "D-BAT-02", "as_written", ruling)
    return judged(field, FELL)
