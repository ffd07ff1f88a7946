"""Commanders who order and answer whatever comes into their heads, as far as their pages go.

An order's blanks are filled by their names and types, so one that a chapter adds is drawn with the
others without a line here; :data:`POOLS` says what is likely to make sense in a blank.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Sequence
from random import Random
from types import UnionType
from typing import Any, NamedTuple

import msgspec

from world.errors import Refused
from world.order import Order, fields_of, require_sound, to_text
from world.pack import Pack
from world.rules.campaign.nouns.view import CampaignView, OpenDecision, OwnArmy
from world.said import AnswerDecision

#: How much more often than others an order comes into a head.
LIKELY = {
    "march": 14,
    "attack": 6,
    "besiege": 5,
    "assault": 4,
    "forage": 4,
    "transfer": 3,
    "letter": 2,
    "battle_plan": 3,
    "raise": 4,
    "tax": 2,
    "split": 2,
    "merge": 2,
    "torch": 2,
    "rest": 2,
    "queue": 3,
}
#: Of ten drawings of one order, the first that its author's page allows is given.
TRIES = 10
WORDS = ("", "Hold the bridge.", 'By "the" ford; at dawn', "Ä €1", "x" * 40)


class Deed(NamedTuple):
    """Something that came into a commander's head; ``code`` is why his page forbids it, or ''."""

    person: str
    body: Order | AnswerDecision
    code: str = ""


class Hat:
    """What may be drawn for a commander whose page is *view*.

    Attributes:
        rng: seeded by the test.
        own: one of his armies, about which this order is to be.
    """

    def __init__(self, rng: Random, pack: Pack, view: CampaignView) -> None:
        self.rng = rng
        self.pack = pack
        self.view = view
        led = [army for army in view.armies if army.leader == view.person]
        self.own: OwnArmy | None = self.one([*led, *led, *view.armies])

    def one(self, of: Sequence[Any]) -> Any:
        """One of them; None if there are none."""
        return self.rng.choice(of) if of else None

    def some(self, of: Sequence[Any]) -> tuple[Any, ...]:
        """A few of them, in their order."""
        if not of:
            return ()
        taken = set(self.rng.sample(range(len(of)), self.rng.randint(1, min(3, len(of)))))
        return tuple(each for n, each in enumerate(of) if n in taken)

    # -- what is named on the page ----------------------------------------------------------------

    def here(self) -> str:
        """Where the army is that the order is about, or its author."""
        return (self.own.place if self.own is not None else "") or self.view.place or ""

    def army(self) -> str:
        """The army that the order is about; now and then none is named, or somebody else's."""
        if self.own is None or self.rng.random() < 0.1:
            return str(self.one(["", *(seen.id for seen in self.view.seen)]))
        led = self.own.leader == self.view.person
        return "" if led and self.rng.random() < 0.5 else self.own.id

    def before_walls(self) -> bool:
        """Whether the army stands where somebody else holds a stronghold."""
        side = self.view.faction
        return any(
            site.place == self.here() and site.faction != side for site in self.view.strongholds
        )

    def sites(self) -> list[str]:
        """Strongholds, those where he or his army is before all others."""
        near = [site.id for site in self.view.strongholds if site.place == self.here()]
        own = [site.id for site in self.view.strongholds if site.own]
        return [*near * 6, *own * 4, *(site.id for site in self.view.strongholds[:8])]

    def places(self) -> list[str]:
        """Places on the map: of strongholds, of the enemy, of friends, and hexes at random."""
        view = self.view
        sites = [site.place for site in view.strongholds]
        near = sites if len(sites) < 12 else self.rng.sample(sites, 12)
        seen = [each.place for each in view.seen if each.place in view.places]
        own = [each.place for each in view.armies if each.place in view.places]
        labels = self.rng.sample(sorted(view.places), min(3, len(view.places)))
        return [*near, *seen * 3, *own, *labels]

    def detachments(self) -> list[str]:
        """Names of the detachments of the army."""
        return [each.name for each in self.own.detachments] if self.own is not None else []

    def people(self) -> list[str]:
        """Everybody he can write to."""
        return [*self.view.correspondents, *self.view.present, "nobody"]

    def units(self) -> list[str]:
        """Armies and strongholds by their ids."""
        armies = [own.id for own in self.view.armies] + [seen.id for seen in self.view.seen]
        return [*armies * 2, *self.sites()[:6]]

    def number(self) -> int:
        """A whole number, often a sensible one."""
        own = self.own
        stock = (own.supplies // 3, own.chest, own.wagons, own.soldiers) if own is not None else ()
        return int(self.one([0, 1, 2, 3, 5, 100, 400, -1, 10**6, *stock]))

    def listed(self) -> str:
        """Orders in advance, as O-QUEUE reads them."""
        lines = []
        for _ in range(self.rng.randint(1, 3)):
            order = self.order(self.one(["march", "forage", "rest", "halt", "garrison", "torch"]))
            if order is not None:
                ahead = self.one(["", "on_arrival: ", "standing stock_days_under 5: ", "when x: "])
                lines.append(f"{ahead}{to_text(order)}")
        return "\n".join(lines)

    # -- orders -----------------------------------------------------------------------------------

    def order(self, word: str) -> Order | None:
        """An order of that word with its blanks filled; None where they make none."""
        kind = self.pack.orders[word]
        given = {}
        for field in fields_of(kind):
            optional = not field.required and field.name not in ("army", "to", "detachments")
            if optional and self.rng.random() < 0.5:
                continue
            pool = POOLS.get(f"{word}.{field.name}") or POOLS.get(field.name)
            value = pool(self) if pool is not None else self.of_type(field.hint)
            if value is not None:
                given[field.name] = value
        try:
            return msgspec.convert(given, kind, strict=False)
        except msgspec.ValidationError:
            return None

    def of_type(self, hint: Any) -> Any:
        """Something of a type."""
        origin, parts = typing.get_origin(hint), typing.get_args(hint)
        if origin is typing.Literal:
            return self.one(parts)
        if origin is tuple:
            return tuple(self.of_type(parts[0]) for _ in range(self.rng.randint(0, 2)))
        if origin in (typing.Union, UnionType):
            return self.of_type(self.one(parts))
        if hint is bool:
            return self.rng.random() < 0.5
        if hint is int:
            return self.number()
        return None if hint is type(None) else self.one(WORDS)

    def deed(self, person: str) -> list[Deed]:
        """An order that the person's page allows, behind the first that it forbade, if any was."""
        words = sorted(self.pack.orders)
        word = self.rng.choices(words, [LIKELY.get(each, 1) for each in words])[0]
        if self.before_walls() and self.rng.random() < 0.4:
            word = self.one(["besiege", "besiege", "assault", "attack", "build_engines"])
        forbidden: list[Deed] = []
        for _ in range(TRIES):
            order = self.order(word)
            if order is None:
                continue
            try:
                require_sound(order, self.pack, self.view)
            except Refused as refusal:
                forbidden = forbidden or [Deed(person, order, refusal.code)]
            else:
                return [*forbidden, Deed(person, order)]
        return forbidden

    def answer(self, person: str, decision: OpenDecision) -> Deed:
        """An answer to a question put to the person; now and then one that is none."""
        options = [name for name, _ in decision.options]
        option = self.one([*options * 5, "no such option"])
        revision = decision.revision - (self.rng.random() < 0.05)
        words = str(self.one(WORDS)) if decision.free_text else ""
        sound = option in options and revision == decision.revision
        said = AnswerDecision(decision=decision.id, option=option, text=words, revision=revision)
        return Deed(person, said, "" if sound else "E-OPTION")


Pool = Callable[[Hat], Any]

#: What may stand in a blank of that name, or in that of one order; any value of its type else.
POOLS: dict[str, Pool] = {
    "army": Hat.army,
    "stronghold": lambda hat: hat.one(hat.sites()),
    "garrison": lambda hat: hat.one(hat.sites()),
    "to": lambda hat: hat.one(hat.places()),
    "rally": lambda hat: hat.one(hat.places()),
    "towards": lambda hat: hat.one(hat.places()),
    "ways": lambda hat: hat.some(hat.places()),
    "path": lambda hat: hat.some(hat.places()),
    "hexes": lambda hat: hat.some(hat.own.forage_reach if hat.own is not None else ()),
    "detachments": lambda hat: hat.some(hat.detachments()),
    "detachment": lambda hat: hat.one(hat.detachments()),
    "person": lambda hat: hat.one(hat.people()),
    "leader": lambda hat: hat.one(["", "", *hat.people()]),
    "payer": lambda hat: hat.one(hat.people()),
    "against": lambda hat: hat.one(hat.people()),
    "who": lambda hat: hat.one(hat.people()),
    "whom": lambda hat: hat.one(hat.units()),
    "into": lambda hat: hat.one(hat.units()),
    "target": lambda hat: hat.one([seen.id for seen in hat.view.seen] or hat.units()),
    "faction": lambda hat: hat.one([side.id for side in hat.view.factions]),
    "fleet": lambda hat: hat.one(["", *hat.view.fleet_places()]),
    "rate": lambda hat: hat.one(sorted(hat.view.ship_classes)),
    "weeks": lambda hat: hat.one([0, 1, 1, 2, 3]),
    "orders": Hat.listed,
    "transfer.to": lambda hat: hat.one(hat.units()),
    "letter.to": lambda hat: hat.one(hat.people()),
    "talk.to": lambda hat: hat.some(list(hat.view.present)),
    "unstow.to": lambda hat: hat.one(hat.units()),
    "stow.source": lambda hat: hat.one(hat.units()),
    "captive.person": lambda hat: hat.one([man.id for man in hat.view.captives] or ["nobody"]),
    "queue.drop": lambda hat: hat.some(["1", "2", "x"]),
    "letter.copies": lambda hat: hat.one([1, 1, 2, 9]),
    "speak_for.say": lambda hat: hat.one(["halt", "march to=0101", "answer D-BAT-01 option=hold"]),
    "bonus.doubloons": lambda hat: hat.one([5, hat.own.soldiers if hat.own is not None else 9]),
    "release_letter.letter": lambda hat: hat.one(["x", "0" * 20]),
}
