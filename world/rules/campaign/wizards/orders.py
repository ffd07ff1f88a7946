"""The orders to learn and to cast spells (O-MEMORISE, O-CAST)."""

from __future__ import annotations

from typing import ClassVar, Literal

from world.errors import Refused
from world.order import Order
from world.pack import View
from world.rules.campaign.nouns.command import addressee
from world.rules.campaign.nouns.magic import spell_named
from world.rules.campaign.nouns.view import MageView, OwnArmy, campaign_view


class MemoriseOrder(Order, frozen=True, tag="memorise"):
    """Have a spell learnt while the army rests; the referee says whether it can be, and how long.

    Attributes:
        spell: its name; he must have its books.
        wizard: who learns it; if not said, yourself with a magic touch, or the army's wizard.
    """

    summary: ClassVar[str] = "have a wizard learn a spell while his army rests"
    rules: ClassVar[tuple[str, ...]] = ("C-WIZ-02", "C-TRAIT-15")
    spell: str
    wizard: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, one that does not rest, and who has no books of the spell."""
        own = campaign_view(view).require_army(self.army)
        if not own.exact:
            return
        if own.rest is None:
            raise not_resting(own.name)
        mage = _mage(own, self.wizard)
        if mage is None or spell_named(self.spell) not in mage.books:
            raise no_books(own.name, self.spell)


class CastOrder(Order, frozen=True, tag="cast"):
    """Have a spell cast that a wizard has in his head; it is forgotten with that.

    Attributes:
        spell: its name.
        target: the place it is cast at, where it needs one: a hex, or a besieged stronghold.
        manner: of the weather: bring bad weather on, or end it.
        words: what it is to do, in your own words, for the referee.
        wizard: who casts it; if not said, yourself with a magic touch, or the army's wizard.
    """

    summary: ClassVar[str] = "have a wizard cast a spell that he has learnt"
    rules: ClassVar[tuple[str, ...]] = (
        "C-WIZ-03",
        "C-WIZ-05",
        "C-WIZ-06",
        "C-WIZ-07",
        "C-WIZ-08",
    )
    spell: str
    target: str = ""
    manner: Literal["bring", "end"] = "bring"
    words: str = ""
    wizard: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, a spell that nobody has in his head, and no such place."""
        known = campaign_view(view)
        own = known.require_army(self.army)
        if own.exact:
            mage = _mage(own, self.wizard)
            if mage is None or spell_named(self.spell) not in mage.spells:
                raise not_memorised(own.name, self.spell)
        if self.target:
            known.require_place(self.target)


def _mage(own: OwnArmy, named: str) -> MageView | None:
    said = named.strip().casefold()
    if not said:
        return own.mages[0] if own.mages else None
    return next((each for each in own.mages if each.name.casefold() == said), None)


def not_resting(name: str) -> Refused:
    """Spells are learnt at rest."""
    return Refused(
        "E-NOT-RESTING",
        f"{name} does not rest, and nobody learns a spell on the way; nothing was begun. Order a"
        " rest, and this when it has begun.",
    )


def no_books(name: str, spell: str) -> Refused:
    """Nobody has the books."""
    return Refused(
        "E-NO-BOOKS",
        f"Nobody like that with {name} has books of {spell[:40]!r}; nothing was begun. Name a"
        " wizard who has.",
    )


def no_such_spell(why: str) -> Refused:
    """The spell cannot be had, or not like this."""
    return Refused("E-SPELL", f"{why} Nothing was done. Choose another spell, place or time.")


def not_memorised(name: str, spell: str) -> Refused:
    """Nobody has it in his head."""
    return Refused(
        "E-NOT-MEMORISED",
        f"Nobody like that with {name} has {spell[:40]!r} in his head; nothing was cast. Have it"
        " learnt first.",
    )
