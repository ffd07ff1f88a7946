"""The orders to split and to join armies (O-SPLIT, O-MERGE, C-STR-05)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.joining.shares import BY_CAPACITY
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.kin import RETINUE
from world.rules.campaign.nouns.view import CampaignView, OwnArmy, campaign_view
from world.rules.campaign.nouns.where import governor_of

#: Who leads a new army where the order leaves it open, or says so.
CAPTAIN = "captain"


class SplitOrder(Order, frozen=True, tag="split"):
    """Make an army of its own of some detachments, in the same place.

    Attributes:
        detachments: those that go, by name; detachments go whole.
        name: what the new army is called; after its first detachment if you do not say.
        leader: a commander who is with you and leads no army; ``captain``; or ``retinue`` for
            somebody of your own people, run by the referee.  If you do not say, a captain leads it
            and you are asked.
        supplies, money: what goes with it; -1 for a share by what it can carry.
        engines, packed: sets of siege engines that stand ready, and that are packed on wagons.
        army: which of your armies is split; the one you lead if not said.
    """

    summary: ClassVar[str] = "make an army of its own of some detachments"
    rules: ClassVar[tuple[str, ...]] = ("C-ARMY-04", "C-DET-02")
    detachments: tuple[str, ...]
    name: str = ""
    leader: str = ""
    supplies: int = BY_CAPACITY
    money: int = BY_CAPACITY
    engines: int = BY_CAPACITY
    packed: int = BY_CAPACITY
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, detachments it does not have, and a leader who is not there."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        require_shares(self, (BY_CAPACITY,) * 4)
        require_name(self.name)
        if not own.exact:
            return
        present = [d.name for d in own.detachments if not d.away]
        require_whole(own.name, present, self.detachments)
        require_shares(
            self, (own.supplies, own.chest, own.engines_ready, own.engines_packed), own.name
        )
        if self.leader not in ("", CAPTAIN, RETINUE) and self.leader not in known.present:
            raise no_leader(self.leader)


class MergeOrder(Order, frozen=True, tag="merge"):
    """Join an army to another in the same place, or take back a garrison left there.

    Attributes:
        into: the army that this one becomes part of, by id or name; it keeps its name.
        leader: who leads the whole, one of the two commanders; whoever leads ``into`` if not said.
        garrison: a stronghold from which detachments left there are taken back, by id or name.
        detachments: which of them; all if not said.
        army: which of your armies joins; the one you lead if not said.
    """

    summary: ClassVar[str] = "join another army in the same place, or take back a garrison"
    rules: ClassVar[tuple[str, ...]] = ("C-ARMY-05", "C-STR-05")
    into: str = ""
    leader: str = ""
    garrison: str = ""
    detachments: tuple[str, ...] = ()
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and what the author sees is not in the same place."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        require_partner(self)
        if self.garrison:
            site = known.require_stronghold(self.garrison)
            if own.exact and site.place != own.place:
                raise not_here(own.name, site.name)
        elif own.exact and not _sees(known, own, self.into):
            raise not_here(own.name, self.into)


class SendOutOrder(Order, frozen=True, tag="send_out"):
    """Make an army under a captain of detachments left in a stronghold (C-STR-05).

    Attributes:
        stronghold: where they are.
        detachments: those that go, by name; all if not said.
        name: what the new army is called.
        supplies: what they take of what was left with them; -1 for all of it.
        to: where they march at once; they stay inside if not said.
    """

    summary: ClassVar[str] = "make an army of detachments left in a stronghold"
    rules: ClassVar[tuple[str, ...]] = ("C-STR-05", "C-ARMY-02")
    stronghold: str
    detachments: tuple[str, ...] = ()
    name: str = ""
    supplies: int = BY_CAPACITY
    to: str = ""

    def addressee(self, author: str) -> str:  # noqa: ARG002 - the governor, whoever writes
        """The governor of the stronghold."""
        return governor_of(self.stronghold)

    def check(self, view: View) -> None:
        """Refuse a stronghold that is not the author's, as far as he knows, and no such goal."""
        known = campaign_view(view)
        site = known.require_stronghold(self.stronghold)
        require_name(self.name)
        if site.id != self.stronghold:
            raise Refused(
                "E-NOT-HOLDER",
                f"Name {site.name} by its id, {site.id}; nothing was ordered.",
            )
        if not site.own and site.holder != known.person:
            raise Refused(
                "E-NOT-HOLDER",
                f"{site.name} is not yours to command; nothing was ordered. Write to its holder.",
            )
        if self.to:
            known.require_place(self.to)


def _sees(known: CampaignView, own: OwnArmy, named: str) -> bool:
    said = named.strip().casefold()
    there = [(a.id, a.name) for a in known.armies if a.place == own.place and a.id != own.id]
    there += [(a.id, a.name) for a in known.seen if a.place == own.place]
    return any(said in (id.casefold(), name.casefold()) for id, name in there)


# -- refusals ------------------------------------------------------------------------------------


def require_whole(name: str, has: Sequence[str], wanted: Sequence[str]) -> None:
    """Refuse detachments that an army does not have, or all of them.

    Raises:
        Refused: E-DET-INDIVISIBLE or E-ARMY-TOO-SMALL.
    """
    if not wanted:
        raise Refused(
            "E-DET-INDIVISIBLE",
            f"No detachment was named; {name} stays as it is. Name those that go:"
            f" {', '.join(has)}.",
        )
    missing = [each for each in wanted if each not in has]
    if missing or len(set(wanted)) < len(wanted):
        raise Refused(
            "E-DET-INDIVISIBLE",
            f"{name} has no detachment {', '.join(missing) or 'twice'}; it stays as it is."
            f" Detachments go whole, each named once: {', '.join(has)}.",
        )
    if set(wanted) >= set(has):
        raise Refused(
            "E-ARMY-TOO-SMALL",
            f"{name} would have nobody left; it stays as it is. Name fewer of them.",
        )


def require_shares(order: SplitOrder, has: tuple[int, int, int, int], name: str = "") -> None:
    """Refuse shares below nothing, or above what there is where that is known.

    Raises:
        Refused: E-NOT-ENOUGH.
    """
    said = (order.supplies, order.money, order.engines, order.packed)
    what = ("supplies", "doubloons", "sets of engines standing ready", "packed sets of engines")
    for wanted, there, noun in zip(said, has, what, strict=True):
        if wanted < BY_CAPACITY or (there != BY_CAPACITY and wanted > there):
            limit = f"{name} has {there} {noun}" if there != BY_CAPACITY else "A share is 0 or more"
            raise Refused(
                "E-NOT-ENOUGH",
                f"{limit}, not {wanted}; nothing was split. Give another number, or none for a"
                " share by what each part can carry.",
            )


def require_name(name: str) -> None:
    """Refuse a name that nobody could speak of.

    Raises:
        Refused: E-NAME-REQUIRED.
    """
    if len(name) > 60 or (name and not any(c.isalnum() for c in name)):
        raise Refused(
            "E-NAME-REQUIRED",
            "An army's name has up to 60 characters and at least one letter; nothing was ordered."
            " Give another, or none.",
        )


def require_partner(order: MergeOrder) -> None:
    """Refuse an order that names neither an army nor a garrison, or both.

    Raises:
        Refused: E-SYNTAX.
    """
    if bool(order.into) == bool(order.garrison):
        raise Refused(
            "E-SYNTAX",
            "Say either into=… for the army to join, or garrison=… for the stronghold whose"
            " detachments are taken back; nothing was ordered.",
        )
    if order.detachments and order.into:
        raise Refused(
            "E-DET-INDIVISIBLE",
            "An army joins whole; nothing was ordered. Split off what is to stay first.",
        )


def no_leader(named: str) -> Refused:
    """The leader named for a new army cannot lead it."""
    return Refused(
        "E-NO-LEADER",
        f"{named[:40]!r} is no free commander in the same place; nothing was split. Name one who"
        " is with you and leads no army, or leader=captain, or leader=retinue.",
    )


def not_here(name: str, other: str) -> Refused:
    """What is to be joined is not in the same place."""
    return Refused(
        "E-NOT-PRESENT",
        f"{other[:40]!r} is not where {name} is; nothing was joined. Bring them together first.",
    )
