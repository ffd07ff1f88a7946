"""Who may order what: commanders, captains and governors (C-CAP-01, C-TIME-07, section 36)."""

from __future__ import annotations

from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.company import require_own_money
from world.rules.campaign.nouns.fleet import aboard_of
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    CAPTAIN,
    GOVERNOR,
    army_led_by,
    army_of_office,
    commander_inside,
    stronghold_of_office,
)
from world.state import World

chapter = Chapter("command", "Who may order what")

ORDERS_REFUSED = chapter.param(
    "rout.orders_refused",
    True,
    "bool",
    "C-ROUT-05",
    "whether an army in flight takes no orders",
)
CAPTAIN_ORDERS: Param[tuple[str, ...]] = chapter.param(
    "captain.orders",
    ("march", "halt", "garrison", "transfer", "merge", "hold", "forage", "rest"),
    "list",
    "C-CAP-01",
    "what a captain can carry out",
)

#: What an army can be told to do while a fleet carries it.
_ABOARD = frozenset(
    (
        *("transfer", "split", "merge", "disembark", "battle_plan", "bonus", "formation"),
        *("honour", "queue"),
    )
)

#: What a wizard who stays behind, or goes his own way, does himself (C-WIZ-02/a).
_WIZARDLY = frozenset(("memorise", "cast"))
#: What is paid for out of an army's chest.
_PAID_FOR = frozenset(("bonus", "purchase", "buy_cannon", "retrain"))


def addressee(author: str, army: str) -> str:
    """Who is to carry out an order for an army: its captain's office, or the author himself."""
    return CAPTAIN + army if army else author


def commanded(world: World, hand: Hand, named: str, order: str) -> Army:
    """The army an order is for, if its author may give it.

    Raises:
        Refused: E-NOT-YOURS for an army that is not his (or that he cannot know), E-CAPTIVE for a
            prisoner, E-OUT-OF-CONTROL for an army that flees, E-BUSY for what cannot be done
            aboard a fleet, E-CAPTAIN-ORDER for what is too elaborate for a captain.
    """
    require_free(world, hand.author)
    if hand.receiver.startswith(CAPTAIN):
        army = army_of_office(world, hand.receiver)
    elif named:
        army = world.find(Army, named)
    else:
        army = army_led_by(world, hand.author)
    if army is None:
        raise _not_yours(named)
    if hand.author not in (army.owner, army.leader, REFEREE):
        raise _not_yours(named)
    if order in _PAID_FOR:
        require_own_money(world, army, hand.author)
    refused = world.params[ORDERS_REFUSED] and hand.author != REFEREE
    if army.disorder is not None and refused:
        raise Refused(
            "E-OUT-OF-CONTROL",
            f"{army.name} is out of control and obeys nobody; nothing was ordered. It will be in"
            " hand again when its flight is over.",
        )
    fleet = aboard_of(world, army)
    if fleet is not None and order not in _ABOARD:
        raise Refused(
            "E-BUSY",
            f"{army.name} is aboard {fleet.name}, where that cannot be done; it stays as it is."
            " Land it first (disembark).",
        )
    plain = world.params[CAPTAIN_ORDERS]
    # A captain understands any list, and does of its orders the plain ones.
    alone = order in _WIZARDLY and all(each.special == "wizard" for each in army.detachments)
    understood = order in (*plain, "queue") or alone
    if not army.leader and hand.author != REFEREE and not understood:
        raise Refused(
            "E-CAPTAIN-ORDER",
            f"{army.name} is led by a captain, who can carry out plain orders only; it goes on as"
            f" it did. He understands: {', '.join(plain)}.",
        )
    return army


def require_free(world: World, person: str) -> None:
    """Refuse whoever is a prisoner.

    Raises:
        Refused: E-CAPTIVE.
    """
    commander = leader_of(world, person)
    if commander is not None and commander.captor:
        raise Refused(
            "E-CAPTIVE",
            "You are a prisoner and command nobody; nothing was ordered. Treat with your captor.",
        )


def _not_yours(named: str) -> Refused:
    what = f"{named!r} is no army of yours" if named else "You lead no army"
    return Refused("E-NOT-YOURS", f"{what}; nothing was ordered. Name one that is, by its id.")


def require_no_meeting(world: World, army: Army) -> None:
    """Refuse what would move or occupy an army while a meeting or a battle is pending.

    Raises:
        Refused: E-MEETING.
    """
    if engaged(world, army.place, army.id):
        raise Refused(
            "E-MEETING",
            f"{army.name} stands before the enemy and waits for the plans of both sides; it stays."
            " Settle the meeting first (D-BAT-01).",
        )


def governed(world: World, hand: Hand, named: str) -> Stronghold:
    """The stronghold an order is for, if its author holds it or leads its defence.

    Raises:
        Refused: E-NOT-HOLDER, E-CAPTIVE.
    """
    require_free(world, hand.author)
    if hand.receiver.startswith(GOVERNOR):
        stronghold = stronghold_of_office(world, hand.receiver)
    else:
        stronghold = world.find(Stronghold, named)
    if stronghold is not None:
        inside = commander_inside(world, stronghold)
        if hand.author in (stronghold.holder, REFEREE) or (
            inside is not None and inside.id == hand.author
        ):
            return stronghold
    raise Refused(
        "E-NOT-HOLDER",
        f"{named!r} is no stronghold of yours; nothing was ordered. Name one you hold, by its id.",
    )
