"""The orders by which a person joins, and tries what his abilities allow (O-ENROL, C-CMD-04)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.commander import Ability, Trait
from world.rules.campaign.nouns.kin import ABILITIES
from world.rules.campaign.nouns.view import campaign_view

_LONGEST_NAME = 60


class EnrolOrder(Order, frozen=True, tag="enrol"):
    """Say who the commander is whose place you have taken; good once.

    Attributes:
        name: how he is called.
        abilities: all five, from what he does best to what he does worst: the first is his
            strength, the next two he is good at, the fourth is middling, the last his weakness.
        trait: his first trait; further ones come with the years.
        title: what stands before his name, if anything.
        gender: in your own words, or nothing.
        faith: in your own words, or nothing.
    """

    summary: ClassVar[str] = "say who your commander is"
    rules: ClassVar[tuple[str, ...]] = ("C-CMD-01", "C-CMD-02", "C-CMD-03", "C-CMD-05")
    name: str
    abilities: tuple[Ability, ...]
    trait: Trait
    title: str = ""
    gender: str = ""
    faith: str = ""

    @property
    def spoken(self) -> str:
        """How others speak of him: title and name."""
        return " ".join(f"{self.title} {self.name}".split())

    def check(self, view: View) -> None:
        """Refuse where no place is offered, a name nobody can call, and another spread."""
        known = campaign_view(view)
        require_offered(known.himself is not None and known.himself.offered)
        require_person(self)
        others = {name for id, name in known.correspondents.items() if id != known.person}
        require_own_name(self, others)


class OfferPlaceOrder(Order, frozen=True, tag="offer_place"):
    """Offer a place in the game to a new player (for the referee).

    Attributes:
        person: the id of a commander nobody plays, or a new one: small letters, digits, hyphens.
        name: how a new one is spoken of until his player says who he is.
        faction: the side of a new one; a faction by himself if left empty.
        leads: an army under a captain that a new one is to lead.
        at: where a new one is who leads no army.
    """

    summary: ClassVar[str] = "for the referee: offer a place in the game to a new player"
    rules: ClassVar[tuple[str, ...]] = ("C-CMD-01", "C-RET-02")
    for_referee: ClassVar[bool] = True
    person: str
    name: str = ""
    faction: str = ""
    leads: str = ""
    at: str = ""

    def check(self, view: View) -> None:
        """Refuse everybody but the referee, and a place nobody knows."""
        known = campaign_view(view)
        require_referee(known.person)
        if self.at:
            known.require_place(self.at)


class AttemptOrder(Order, frozen=True, tag="attempt"):
    """Try something that the rules have no word for; the referee says whether it takes a roll.

    Attributes:
        act: what you try, and how.
        ability: the one of your abilities that you think it takes.
    """

    summary: ClassVar[str] = "try something by one of your abilities"
    rules: ClassVar[tuple[str, ...]] = ("C-CMD-04",)
    act: str
    ability: Ability | Literal[""] = ""

    def check(self, view: View) -> None:
        """Refuse who is no commander, and to try nothing."""
        if campaign_view(view).himself is None:
            raise no_commander()
        require_act(self.act)


class AbilityRollOrder(Order, frozen=True, tag="ability_roll"):
    """Let a commander roll an ability (for the referee).

    Attributes:
        who: the commander.
        ability: which.
        act: what he does, as he is told.
        target: what the dice and his score must reach; 0 for the usual figure.
    """

    summary: ClassVar[str] = "for the referee: let a commander roll an ability"
    rules: ClassVar[tuple[str, ...]] = ("C-CMD-04",)
    for_referee: ClassVar[bool] = True
    who: str
    ability: Ability
    act: str
    target: int = 0

    def check(self, view: View) -> None:
        """Refuse everybody but the referee, and to try nothing."""
        require_referee(campaign_view(view).person)
        require_act(self.act)


# -- refusals ------------------------------------------------------------------------------------


def require_referee(person: str) -> None:
    """Refuse everybody but the referee.

    Raises:
        Refused: E-NOT-YOURS.
    """
    if person != REFEREE:
        raise Refused("E-NOT-YOURS", "Only the referee does that; nothing was done. Write to him.")


def require_offered(offered: bool) -> None:  # noqa: FBT001 - it is what is asked
    """Refuse to enrol where no place is offered.

    Raises:
        Refused: E-NOTHING.
    """
    if not offered:
        raise Refused(
            "E-NOTHING",
            "No place is offered here: your commander is who he is, and stays so. Ask the referee"
            " for another.",
        )


def require_person(order: EnrolOrder) -> None:
    """Refuse a commander without a name, and abilities that are not all five, each once.

    Raises:
        Refused: E-NAME-REQUIRED, E-SCORES.
    """
    if len(order.spoken) > _LONGEST_NAME or not any(c.isalnum() for c in order.name):
        raise Refused(
            "E-NAME-REQUIRED",
            f"A commander needs a name, of up to {_LONGEST_NAME} characters with his title; nobody"
            " was enrolled. Give one (name=…).",
        )
    if sorted(order.abilities) != sorted(ABILITIES):
        raise Refused(
            "E-SCORES",
            "A commander's abilities are named all five, each once, the best first; nobody was"
            f" enrolled. Say abilities={','.join(ABILITIES)} in the order you want.",
        )


def require_own_name(order: EnrolOrder, others: set[str]) -> None:
    """Refuse the name of somebody else: nobody could write to either.

    Raises:
        Refused: E-NAME-REQUIRED.
    """
    if order.spoken.casefold() in {name.casefold() for name in others}:
        raise Refused(
            "E-NAME-REQUIRED",
            f"There is a {order.spoken!r} already; nobody was enrolled. Choose another name.",
        )


def require_act(act: str) -> None:
    """Refuse to try nothing.

    Raises:
        Refused: E-NOTHING.
    """
    if not act.strip():
        raise Refused("E-NOTHING", "Nothing is tried; nothing was done. Say what (act=…).")


def no_commander() -> Refused:
    """An office has no abilities (C-CAP-01)."""
    return Refused("E-CAPTAIN-ORDER", "Only a commander has abilities to try; nothing was done.")
