"""Wizards, their books, and the spells that somebody has in his head (C-WIZ, C-TRAIT-15)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.param import Params
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.commander import Commander, has_trait
from world.state import World

chapter = Chapter("magic", "Wizards and their books")

SIZE = chapter.param("wizard.size", 1, "person", "C-WIZ-01", "that a wizard is")
EXEMPT = chapter.param(
    "wizard.exempt_from_sizes",
    True,
    "bool",
    "C-WIZ-01",
    "whether no limit of size holds for a wizard, nor does he guard guns",
)
BOOKS = chapter.param(
    "spell.books_weight", 1000, "supplies", "C-WIZ-04", "room for the books of one spell"
)

#: The spells that the rules know themselves; what any other does the referee says.
HEALING, BREACH, FAR_SIGHT, WEATHER = "healing", "breach", "far_sight", "weather"


class Study(Entity, frozen=True, tag="study"):
    """A spell that somebody learns while his army rests (C-WIZ-02).

    Attributes:
        army: with which he is; ``mage`` the wizard's detachment, '' for its commander himself.
        person: who ordered it.
        begun: game instant (ms) from which it counts.
        due: when he will know it; -1 until the referee has said how long it takes.
        event: what it waits for.
    """

    army: str
    mage: str
    person: str
    spell: str
    begun: int
    due: int = -1
    event: str = ""


class Forbidden(Entity, frozen=True, tag="forbidden_spell"):
    """A spell that the referee has not allowed somebody (D-WIZ-01)."""

    person: str
    spell: str


class Loss(msgspec.Struct, frozen=True, gc=False):
    """What a detachment lost in a battle: so many of those it had before."""

    detachment: str
    before: int
    lost: int


class Toll(Entity, frozen=True, tag="toll"):
    """What an army with somebody who knows magic lost in its last battle (C-WIZ-05)."""

    army: str
    at: int
    num: int
    den: int
    losses: tuple[Loss, ...]

    @property
    def percentage(self) -> Fraction:
        """Of its soldiers that it lost."""
        return Fraction(self.num, self.den)


chapter.declare(Study, Forbidden, Toll)


class Mage(msgspec.Struct, frozen=True):
    """Somebody who can learn spells: a wizard, or a commander with a magic touch ('').

    ``books`` are the spells he can learn, ``spells`` those he has in his head.
    """

    name: str
    detachment: str
    books: tuple[str, ...]
    spells: tuple[str, ...]


def is_wizard(detachment: Detachment) -> bool:
    """Whether a detachment is a wizard."""
    return detachment.special == "wizard"


def only_wizards(params: Params, army: Army) -> bool:
    """Whether no limit of size holds for an army, since it is nothing but wizards (C-WIZ-01/a)."""
    return params[EXEMPT] and bool(army.detachments) and all(map(is_wizard, army.detachments))


def spell_named(text: str) -> str:
    """A spell's name as it is kept, however somebody writes it."""
    return "_".join(text.strip().casefold().split())


def mages(world: World, army: Army) -> tuple[Mage, ...]:
    """Those with an army who can learn spells, its commander first."""
    found = []
    books = tuple(dict.fromkeys(book for d in army.present for book in d.books))
    leader = world.find(Commander, army.leader) if army.leader else None
    if leader is not None and has_trait(world, leader.id, "magic touch"):
        own = tuple(dict.fromkeys((*leader.books, *books)))
        found.append(Mage(leader.name, "", own, leader.spells))
    found += [Mage(d.name, d.name, d.books, d.spells) for d in army.present if is_wizard(d)]
    return tuple(found)


def mage_named(world: World, army: Army, named: str) -> Mage | None:
    """The one of that name; without a name the first there is."""
    said = named.strip().casefold()
    everybody = mages(world, army)
    if not said:
        return everybody[0] if everybody else None
    return next((each for each in everybody if each.name.casefold() == said), None)


def books_weight(world: World, army: Army) -> int:
    """Room that books, tools and helpers need (C-WIZ-04)."""
    count = sum(len(d.books) for d in army.present)
    return leaders_books(world, army) + (count * world.params[BOOKS] if count else 0)


def leaders_books(world: World, army: Army) -> int:
    """Room for the books of its commander himself (C-TRAIT-15)."""
    leader = world.find(Commander, army.leader) if army.leader else None
    if leader is None or not leader.books:
        return 0
    return len(leader.books) * world.params[BOOKS]


def studies_of(world: World, army: str) -> tuple[Study, ...]:
    """What is learnt in an army, in id order."""
    return tuple(study for study in world.of(Study) if study.army == army)
