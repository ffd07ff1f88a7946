"""Ships bought and hired at a port (C-SHIP-01, C-SHIP-02, O-BUY-SHIP, O-HIRE-TRANSPORT)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import require_funds
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.commissioning import form, fresh_id
from world.rules.campaign.nouns.fleet import Fleet, changed, fleets_at
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.helm import require_free_hands
from world.rules.campaign.nouns.rates import TRANSPORT, Rate, rates
from world.rules.campaign.nouns.roll import own_name
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.sea_facts import ShipsChanged
from world.rules.campaign.nouns.seafaring import MORALE
from world.rules.campaign.nouns.ship import Ship, new_ship
from world.rules.campaign.nouns.upkeep import HIRE
from world.rules.campaign.nouns.waters import open_port
from world.rules.campaign.nouns.where import whereabouts
from world.rules.campaign.nouns.written_numbers import whole
from world.rules.campaign.ships import figures
from world.rules.campaign.ships.events import PriceJudged
from world.rules.campaign.ships.leaving import leave
from world.rules.campaign.ships.notices import SaleUndone, ShipsBought
from world.rules.campaign.ships.orders import (
    BuyShipOrder,
    HireOrder,
    fleet_elsewhere,
    not_port,
    require_number,
    require_rate,
)
from world.step import Step

chapter = Chapter("ship market", "Ships bought, and transports hired")
chapter.declare(ShipsBought, SaleUndone)


@chapter.obeys(BuyShipOrder)
def buy(step: Step, order: BuyShipOrder, hand: Hand) -> None:
    """The navy parts with ships for money; the referee may ask more, or have none (D-SHIP-01)."""
    world = step.world
    buyer, place = _buyer(step, hand)
    known = rates(world)
    rate = known[require_rate({key: each.name for key, each in known.items()}, order.rate)]
    require_number(order.number)
    fleet = _fleet(step, order.fleet, place, buyer)
    price = stores(world.params, Fraction(rate.value) * step.param(figures.PRICE_FACTOR))
    require_funds("your purse", buyer.purse, price * order.number)
    step.put(msgspec.structs.replace(buyer, purse=buyer.purse - price * order.number))
    new = _commission(step, buyer.id, place, fleet, order, rate, hired=False)
    fleet_id, names = new
    _tell(step, buyer.id, fleet_id, names, "have been bought", price * order.number, "")
    ask(
        step,
        "D-SHIP-01",
        f"{buyer.name} buys {order.number} of the class {rate.name} at"
        f" {scene(world).called(place)} for {price} doubloons each. What do they cost there?",
        who=REFEREE,
        options=(
            Option(name="value", text="what they are worth"),
            Option(name="dearer", text="more: write the price of each in doubloons"),
            Option(name="none_here", text="none are to be had here; the sale is undone"),
        ),
        default="value",
        then=PriceJudged(subject=fleet_id, buyer=buyer.id, place=place, ships=names, price=price),
        about=(fleet_id,),
        free_text=True,
        label=f"{fleet_id}/{names[0]}",
    )


@chapter.obeys(HireOrder)
def hire(step: Step, order: HireOrder, hand: Hand) -> None:
    """Transports can be hired at any port, as many as one likes (C-SHIP-02)."""
    buyer, place = _buyer(step, hand)
    require_number(order.number)
    fleet = _fleet(step, order.fleet, place, buyer)
    rate = rates(step.world)[TRANSPORT]
    day = order.number * step.param(HIRE)
    require_funds("your purse", buyer.purse, day)
    fleet_id, names = _commission(step, buyer.id, place, fleet, order, rate, hired=True)
    _tell(step, buyer.id, fleet_id, names, "have been hired", day, " a day")


def _buyer(step: Step, hand: Hand) -> tuple[Commander, str]:
    """Who buys, and in which port he is.

    Raises:
        Refused: E-NOT-PORT.
    """
    require_free(step.world, hand.author)
    buyer = step.find(Commander, hand.author)
    place = whereabouts(step.world, hand.author)
    if buyer is None or place is None or not open_port(step.world, place, buyer.faction):
        raise not_port()
    return buyer, place


def _fleet(step: Step, named: str, place: str, buyer: Commander) -> Fleet | None:
    """The fleet that ships are bought for; None for a new one.

    Raises:
        Refused: E-NOT-PRESENT, E-NOT-YOURS or E-MEETING.
    """
    if not named:
        return None
    fleet = next((f for f in fleets_at(step.world, place) if f.id == named), None)
    if fleet is None:
        raise fleet_elsewhere(named)
    if buyer.id not in (fleet.owner, fleet.leader):
        raise Refused(
            "E-NOT-YOURS",
            f"{fleet.name} is not yours; nothing was bought. Leave the fleet out, and the ships are"
            " a new one.",
        )
    require_free_hands(step.world, fleet)
    return fleet


def _commission(
    step: Step,
    buyer: str,
    place: str,
    fleet: Fleet | None,
    order: BuyShipOrder | HireOrder,
    rate: Rate,
    *,
    hired: bool,
) -> tuple[str, tuple[str, ...]]:
    """New ships, in a fleet that is there or in one of their own: its id, and their names."""
    world = step.world
    taken = [ship.name for ship in fleet.ships] if fleet is not None else []
    ships: list[Ship] = []
    for n in range(order.number):
        wanted = order.names[n].strip() if n < len(order.names) else ""
        name = own_name(taken, wanted or f"{rate.name} {len(taken) + 1}")
        taken.append(name)
        ships.append(new_ship(world, rate, name, hired=hired))
    names = tuple(ship.name for ship in ships)
    if fleet is not None:
        step.put(changed(fleet, ships=(*fleet.ships, *ships)))
        step.happened(ShipsChanged(fleet=fleet.id, why="new ships"), f"new/{fleet.id}")
        return fleet.id, names
    called = order.fleet_name.strip() or f"the squadron of the {names[0]}"
    commander = step.get(Commander, buyer)
    new = Fleet(
        id=fresh_id(world, buyer, order.fleet_name.strip() or names[0]),
        name=called,
        faction=commander.faction,
        owner=buyer,
        leader="",
        place=place,
        ships=tuple(ships),
        morale=step.param(MORALE),
        resting=step.param(MORALE),
    )
    form(step, new)
    return new.id, names


def _tell(
    step: Step, buyer: str, fleet_id: str, names: tuple[str, ...], what: str, price: int, each: str
) -> None:
    fleet = step.get(Fleet, fleet_id)
    notice = ShipsBought(
        fleet=fleet.name,
        id=fleet.id,
        ships=", ".join(names),
        what=what,
        place=scene(step.world).called(fleet.place),
        price=price,
        each=each,
    )
    step.tell(buyer, notice, f"{fleet_id}/{names[0]}")


@chapter.settles(PriceJudged)
def price_judged(step: Step, then: PriceJudged, choice: Choice) -> None:
    """They cost what they are worth; or more, or the sale is undone, as far as both can be."""
    if choice.option == "value" or choice.amends is None:
        return
    buyer = step.find(Commander, then.buyer)
    if buyer is None:
        return
    if choice.option == "dearer":
        _ask_more(step, then, buyer, choice.text)
    else:
        _undo(step, then, buyer, "none are to be had here, and the money is back")


def _ask_more(step: Step, then: PriceJudged, buyer: Commander, text: str) -> None:
    """The difference is paid; who cannot gives the ships back.

    Raises:
        Refused: E-SYNTAX for what is no price.
    """
    price = whole(text)
    if price is None or price < then.price:
        raise Refused(
            "E-SYNTAX",
            f"“{text.strip()[:40]}” is no price of {then.price} doubloons or more; they cost what"
            " they did. Write a whole number.",
        )
    more = (price - then.price) * len(then.ships)
    if more > buyer.purse:
        _undo(step, then, buyer, "they are too dear, and the money is back")
        return
    step.put(msgspec.structs.replace(buyer, purse=buyer.purse - more))
    notice = SaleUndone(ships=", ".join(then.ships), what="they were dearer than said", money=more)
    step.tell(buyer.id, notice, then.subject)


def _undo(step: Step, then: PriceJudged, buyer: Commander, what: str) -> None:
    """Ships that still lie where they were bought go back, and their price with them."""
    fleet = step.find(Fleet, then.subject)
    if fleet is None or fleet.place != then.place or fleet.id != then.subject:
        return
    back = tuple(ship.name for ship in fleet.present if ship.name in then.ships)
    if not back:
        return
    money = then.price * len(back)
    step.put(msgspec.structs.replace(buyer, purse=buyer.purse + money))
    leave(step, fleet.id, back, "the sale was undone")
    notice = SaleUndone(ships=", ".join(back), what=what, money=money)
    step.tell(buyer.id, notice, then.subject)
