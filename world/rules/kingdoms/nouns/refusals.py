"""Names as people write them, and the refusals that several orders share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.rules.kingdoms.nouns.ratings import RATINGS, Rating

if TYPE_CHECKING:
    from collections.abc import Mapping


def folded(name: str) -> str:
    """A name as it is compared: small letters, words parted by one blank."""
    return " ".join(name.casefold().split())


def rating_named(written: str) -> Rating:
    """The rating somebody means.

    Raises:
        Refused: E-RATING.
    """
    said = folded(written)
    for rating in RATINGS:
        if said == rating:
            return rating
    raise Refused(
        "E-RATING",
        f"There is no rating {written[:40]!r}; nothing was ordered. Name one of"
        f" {', '.join(RATINGS)}.",
    )


def kingdom_named(written: str, names: Mapping[str, str]) -> str:
    """The id of the kingdom somebody means, among *names* by id.

    Raises:
        Refused: E-TARGET.
    """
    said = folded(written)
    found = [id for id, name in names.items() if said in (folded(name), id)]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(names.values()) or "nobody"
    what = f"There is no kingdom {written[:60]!r} in play"
    if found:
        what = f"Several kingdoms are called {written[:60]!r}"
        listed = ", ".join(names)
    raise Refused("E-TARGET", f"{what}; nothing was ordered. Name one of: {listed}.")


def require_referee(person: str) -> None:
    """Refuse an order that is the referee's alone.

    Raises:
        Refused: E-REFEREE.
    """
    if person != REFEREE:
        raise Refused(
            "E-REFEREE", "Only the referee may do that; nothing was changed. Write to the referee."
        )
