"""The books of a campaign: what men, wheels, food and money there are, and where they come and go.

After every step what it changed is counted anew.  Nothing comes into being and nothing is lost but
by one of the :data:`SOURCES` and :data:`SINKS`: an event, an order, an answer or a fact of the step
that the journal names.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from world.batch import JournalRow
from world.decision import Decision
from world.entity import Entity
from world.kernel.nouns import REFEREE, Quarantined, Recurring, Stranded
from world.rules.campaign.aftermath.garrison import LaidDown
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.land import Land
from world.rules.campaign.nouns.leavings import LeftBehind
from world.rules.campaign.nouns.stronghold import Stronghold
from world.state import World

MOST_MORALE = 12


class Goods(NamedTuple):
    """Soldiers and sailors; wagons and guns; supplies; doubloons."""

    men: int = 0
    wheels: int = 0
    food: int = 0
    money: int = 0


#: By what more of something may come into the world.
SOURCES = {
    "forage_ends": "food",  # from the fields
    "garrison_refill": "men",  # townspeople
    "levy_comes_together": "men wheels food",
    "rebels_gather": "men food",
    "revolt_breaks_out": "men food",
    "taxes_come": "money",
    "order:hire": "men wheels food",  # companies for money
    "order:hire_transport": "men",  # ships come with their hands
    "order:buy_ship": "men",
    "order:buy_cannon": "wheels",
    "then:ship_price_judged": "men",
    "then:guns_judged": "wheels",  # which were lost to everybody, and are found
    "place_fell": "food",  # what was stored in its houses
    "then:rebels_placed": "men food",
    "then:aftermath_chosen": "money",  # the townspeople's
    "then:calming_chosen": "money",
    "held_to_ransom": "money",
}
#: By what something may go out of it.
SINKS = {
    "supper": "food",
    "garrison supper": "men wheels food",  # who goes hungry for two weeks goes home
    "spoilage": "food",
    "army_gone": "men wheels food money",
    "strength_changed": "men wheels food",  # with men goes what they carried
    "they_fight": "men",
    "fee": "money",
    "commander_dies": "money",  # with his purse
    "order:hire": "money",
    "fleet pay day": "money",
    "order:hire_transport": "money",
    "order:buy_ship": "money",
    "order:buy_cannon": "money",
    "then:ship_price_judged": "money",
    "order:release": "men",
    "order:dismiss": "men wheels food",
    "order:operation": "money",
    "fleet_gone": "men food money",
    "detachments_turn": "food",
    "then:garrison_chosen": "men wheels food",
    "then:aftermath_chosen": "food money",
    "then:calming_chosen": "money",
    "then:wish_judged": "money",
}


class _Brief(msgspec.Struct):
    """As much of a journal's line as the books need."""

    entry: dict[str, Any]
    changed: dict[str, msgspec.Raw] = {}
    started: list[msgspec.Raw] = []
    cancelled: list[str] = []
    facts: list[dict[str, Any]] = []
    told: list[dict[str, Any]] = []
    error: str = ""


def _in_vain(line: _Brief) -> bool:
    """Whether what was said was refused, and nothing else happened."""
    said = line.entry["event"].get("input")
    if said is None or not any(each["kind"] == "said_in_vain" for each in line.told):
        return False
    # A referee who rules that an order cannot be is heard; whoever gave it, gave it in vain.
    return bool(said["body"]["said"] == "order" or said["person"] != REFEREE)


_decode = msgspec.json.Decoder(_Brief).decode


class Ledger:
    """The books of one campaign, kept from its beginning on.

    Attributes:
        kinds: events and facts by kind, as far as any took place.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.kinds: set[str] = set()
        self._goods: dict[str, Goods] = {}
        self._open: dict[str, Decision] = {}
        self._names: dict[str, str] = {}
        for entity in world.entities.values():
            self._enter(entity)

    def _enter(self, entity: Entity) -> Goods:
        """Write an entity down as it is now; returns how much more there is of everything."""
        require_sound(entity)
        if isinstance(entity, Recurring):
            self._names[entity.id] = entity.name
        elif isinstance(entity, Decision):
            self._open.pop(entity.id, None)
            if entity.state == "open":
                self._open[entity.id] = entity
        was = self._goods.get(entity.id, Goods())
        now = goods_of(entity)
        if now != was:
            self._goods[entity.id] = now
        return Goods(*(a - b for a, b in zip(now, was, strict=True)))

    def close(self, row: JournalRow) -> None:
        """Enter what a step did, while the world stands as it has left it."""
        line = _decode(row.body)
        assert not line.error, line.error
        if _in_vain(line):
            did = [*line.changed, *line.started, *line.cancelled, *line.facts]
            assert not did, row.body[:300]
        world = self.world
        settled = {key for key in line.changed if key in self._open}
        more = Goods()
        for key in line.changed:
            one = self._enter(world.entities[key])
            more = Goods(*(a + b for a, b in zip(more, one, strict=True)))
        reasons = self._reasons(line, settled)
        self.kinds |= reasons
        for what, by in zip(Goods._fields, more, strict=True):
            if by:
                table = SOURCES if by > 0 else SINKS
                named = [each for each in reasons if what in table.get(each, "").split()]
                assert named, f"{by:+} {what} by none of {sorted(reasons)}: {row.body[:300]!r}"
        self._require_timely()

    def _reasons(self, line: _Brief, settled: set[str]) -> set[str]:
        """By what the step could bring anything about, in the words of the tables."""
        event = line.entry["event"]
        found = {event["kind"], self._names.get(event.get("recurring", ""), "")}
        for fact in line.facts:
            found.add(fact["kind"])
            if fact["kind"] == "order_took_hold":
                found.add(f"order:{fact['order']['order']}")
        for key in settled:
            then = msgspec.json.decode(self.world.get(Decision, key).then)
            found.add(f"then:{then['kind']}")
        return found - {""}

    def _require_timely(self) -> None:
        """No question is open past its limit, and each will be settled when that comes."""
        world = self.world
        if not self._open:
            return
        wall = world.face.wall(world.now) or 0
        for decision in self._open.values():
            late = decision.limit if decision.limit is not None else decision.due
            now = world.face.answering(wall) if decision.limit is not None else world.now
            assert late is not None
            assert late >= now, decision
            assert decision.timer in world.timeline.entries, decision


def _of_men(detachments: tuple[Detachment, ...]) -> Goods:
    men = sum(each.soldiers for each in detachments)
    return Goods(men, sum(each.wagons + each.six + each.eighteen for each in detachments))


def goods_of(entity: Entity) -> Goods:
    """What an entity has of everything."""
    if isinstance(entity, Army):
        men, wheels, *_ = _of_men(entity.detachments)
        return Goods(men, wheels, entity.supplies, entity.purses + entity.chest)
    if isinstance(entity, Stronghold):
        men, wheels, *_ = _of_men(entity.left)
        stores = entity.stores + entity.left_supplies
        return Goods(men + entity.standing.soldiers, wheels, stores, entity.chest)
    if isinstance(entity, Commander):
        return Goods(money=entity.purse)
    if isinstance(entity, Fleet):
        crew = sum(ship.crew for ship in entity.ships)
        return Goods(crew, 0, sum(ship.cargo for ship in entity.ships), entity.chest)
    if isinstance(entity, LeftBehind):
        return Goods(0, entity.wagons + entity.six + entity.eighteen, entity.supplies)
    return _of_men(entity.detachments) if isinstance(entity, LaidDown) else Goods()


def require_sound(entity: Entity) -> None:
    """Nothing is below zero and no morale out of bounds."""
    assert not isinstance(entity, Quarantined), entity
    if isinstance(entity, Stranded):
        # Words that came into force when their author was dead; nothing else may find nobody.
        kind = msgspec.json.decode(entity.event)["kind"]
        assert kind in ("heard", "scripted"), entity
    assert min(goods_of(entity)) >= 0, entity
    if isinstance(entity, Army):
        assert 0 <= entity.morale <= MOST_MORALE, entity
        assert min(entity.supplies, entity.purses, entity.chest, entity.hungry) >= 0, entity
        assert entity.extra_nc.value >= 0, entity
        names = [each.name for each in entity.detachments]
        assert len(set(names)) == len(names), entity
        for each in entity.detachments:
            assert min(each.soldiers, each.wagons, each.six, each.eighteen) >= 0, entity
    elif isinstance(entity, Fleet):
        assert 0 <= entity.morale <= MOST_MORALE, entity
        assert all(min(ship.crew, ship.hull, ship.cargo) >= 0 for ship in entity.ships), entity
    elif isinstance(entity, Stronghold):
        standing = entity.standing
        least = min(entity.stores, entity.left_supplies, entity.chest, entity.loot or 0)
        assert min(least, standing.infantry, standing.cavalry, entity.defence) >= 0, entity
    elif isinstance(entity, Land):
        assert entity.foraged >= 0, entity
