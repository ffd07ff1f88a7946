"""The order that gives a list of orders in advance (O-QUEUE)."""

from __future__ import annotations

from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import Pack, View
from world.rules.campaign.agenda.reading import Line, read_line, read_order, split_lines
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.fleet_page import OwnFleet
from world.rules.campaign.nouns.listed_orders import ListedOrder
from world.rules.campaign.nouns.view import CampaignView, OwnArmy, campaign_view
from world.rules.campaign.nouns.where import governor_of
from world.rules.campaign.nouns.written_numbers import whole

#: Refusals of a single order that time cannot mend: they are told before it is put into a list.
_FOR_GOOD = frozenset({"E-SYNTAX", "E-NOT-YOURS", "E-NO-PATH", "E-UNKNOWN-ADDRESSEE", "E-QUEUE"})


class QueueOrder(Order, frozen=True, tag="queue"):
    """Give a list of orders in advance, one a line; it takes the place of the list there was.

    A line is an order, to be obeyed when what the army did before has ended.  Before it may stand
    ``at DATE:``, or ``when CONDITION:`` for one that waits for more when its turn has come; ``if
    CONDITION:`` and ``whenever CONDITION:`` are standing orders, obeyed as soon as that comes true,
    in place of whatever the army does, once or every time.  Where one ends in ``, then go on``, the
    list goes on afterwards with what was interrupted; else it is at an end.  Conditions are
    ``supplies under 5 days``, ``enemy within 2 hexes``, ``enemy in sight`` and ``weekly halt``,
    judged by what the commander knows.  ``now:`` obeys an order at once and keeps the list.

    Attributes:
        orders: the list; an empty one strikes out the list there is.
        keep: whether these are added to the list there is.
        drop: numbers of orders to be struck out of the list, as your page shows them.
        army: which of your armies the list is for; the one you lead if not said.
        fleet: a fleet of yours that the list is for instead; the one you lead where you lead no
            army.
        stronghold: a stronghold of yours that the list is for instead.
    """

    summary: ClassVar[str] = "give a list of orders in advance, one after another or on conditions"
    rules: ClassVar[tuple[str, ...]] = ("C-TIME-08",)
    orders: str = ""
    keep: bool = False
    drop: tuple[str, ...] = ()
    army: str = ""
    stronghold: str = ""
    fleet: str = ""

    def addressee(self, author: str) -> str:
        """The governor of the stronghold, the captain of the army or fleet, or the author."""
        if self.stronghold:
            return governor_of(self.stronghold)
        return addressee(author, self.army or self.fleet)

    def check(self, view: View) -> None:
        """Refuse another's army, a list too long, and numbers that are not in it."""
        known = campaign_view(view)
        lines = lines_of(self)
        listed: tuple[ListedOrder, ...] | None = ()
        if self.stronghold:
            site = known.require_stronghold(self.stronghold)
            if not site.own and site.holder != known.person:
                raise Refused(
                    "E-NOT-HOLDER",
                    f"{site.name} is not yours to command; nothing was ordered. Write to its"
                    " holder.",
                )
            listed = site.listed if site.own else None
        else:
            unit = unit_of(self, known)[0]
            own: OwnArmy | OwnFleet = (
                known.require_fleet(self.fleet)
                if unit == "fleet"
                else known.require_army(self.army)
            )
            listed = own.listed if own.exact else None
        if listed is not None:
            require_numbers(self.drop, len(listed))
        kept = len(listed) - len(self.drop) if listed is not None and self.keep else 0
        require_room(len(lines) + kept, known.list_max)
        for line in lines:
            require_condition(line, known.list_conditions, unit_of(self, known)[0])

    def check_held(self, pack: Pack, view: View) -> None:
        """Refuse orders that were not understood, or that no time will make possible."""
        unit, _ = unit_of(self, campaign_view(view))
        for order in self.orders_within(pack, view):
            try:
                order.check(view)
            except Refused as refused:
                if refused.code in _FOR_GOOD:
                    raise
            _require_own(order, campaign_view(view), unit)

    def orders_within(self, pack: Pack, view: View) -> tuple[Order, ...]:
        """What stands on its lines, whatever each of them waits for."""
        unit, named = unit_of(self, campaign_view(view))
        return tuple(read_order(pack, line, unit, named) for line in lines_of(self))


def unit_of(order: QueueOrder, known: CampaignView) -> tuple[str, str]:
    """What part of its orders names the unit of a list, and what it says there."""
    if order.stronghold:
        return "stronghold", order.stronghold
    leads_none = not any(army.leader == known.person for army in known.armies)
    at_sea = leads_none and any(fleet.leader == known.person for fleet in known.fleets)
    if order.fleet or (at_sea and not order.army):
        return "fleet", order.fleet
    return "army", order.army


def lines_of(order: QueueOrder) -> list[Line]:
    """The lines of a list.

    Raises:
        Refused: E-QUEUE or E-SYNTAX, where nothing was asked for or not understood.
    """
    if sum(map(bool, (order.army, order.fleet, order.stronghold))) > 1:
        raise Refused(
            "E-QUEUE",
            "A list is for an army, a fleet or a stronghold; nothing was changed. Name one of"
            " them.",
        )
    return [read_line(text) for text in split_lines(order.orders)]


def _require_own(order: Order, known: CampaignView, unit: str) -> None:
    """Words and deeds of one's own stand only in the list of the army one leads."""
    fields = order.__struct_fields__
    if unit in fields or order.addressee(known.person) != known.person:
        return
    if unit == "stronghold":
        raise Refused(
            "E-QUEUE",
            f"A governor does not {order.__struct_config__.tag} in your stead; the list stays as it"
            " was. Leave that out.",
        )


def require_room(count: int, most: int) -> None:
    """Refuse a list that is too long.

    Raises:
        Refused: E-QUEUE.
    """
    if count > most:
        raise Refused(
            "E-QUEUE",
            f"That would be {count} orders, and a list has {most} at most; it stays as it was."
            " Leave some out.",
        )


def require_numbers(drop: tuple[str, ...], count: int) -> None:
    """Refuse numbers that stand for no order in a list.

    Raises:
        Refused: E-QUEUE.
    """
    wrong = [each for each in drop if not 1 <= (whole(each) or 0) <= count]
    if wrong or len(set(drop)) < len(drop):
        raise Refused(
            "E-QUEUE",
            f"There is no order number {', '.join(each[:9] for each in wrong) or 'twice'} in a list"
            f" of {count}; it stays as it was. Give numbers as your page shows them.",
        )


def require_condition(line: Line, allowed: tuple[str, ...], unit: str) -> None:
    """Refuse conditions that this campaign, or a fleet or a stronghold, does not know.

    Raises:
        Refused: E-QUEUE.
    """
    of_armies = ("stock_days_under", "weekly_halt")
    if line.sort not in allowed or (unit != "army" and line.sort in of_armies):
        where = f"for a {unit}" if unit != "army" else "in this campaign"
        raise Refused(
            "E-QUEUE",
            f"No order waits for {line.sort.replace('_', ' ')} {where}; the list stays as it was."
            " Leave the condition out, or take another.",
        )
