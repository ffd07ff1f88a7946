"""Torching: a day spent burning the land (C-TOR)."""

from __future__ import annotations

import msgspec

from world.knowledge.record import Learnt
from world.newsworthy import Newsworthy
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.foraging import works
from world.rules.campaign.foraging.anger import chance_of_revolt, provoke
from world.rules.campaign.foraging.events import SmokeSeen, TorchEnds
from world.rules.campaign.foraging.notices import Smoke, Torched
from world.rules.campaign.foraging.orders import TorchOrder, require_reach
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.command import commanded
from world.rules.campaign.nouns.faction import name_of
from world.rules.campaign.nouns.facts import HostileAct
from world.rules.campaign.nouns.ground import controller, relation, scene
from world.rules.campaign.nouns.land import in_reach, land_at, torch_radius
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.sight import army_radius, garrison_radius
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import commander_inside
from world.step import Step

chapter = Chapter("torching", "Torching: land burnt, and whom that angers")

REVOLT = chapter.param(
    "torch.revolt_in6", 1, "in 6", "C-TOR-02", "that burning the land brings a revolt"
)
REVOLT_HOSTILE = chapter.param(
    "torch.revolt_hostile_factor", 2, "factor", "C-TOR-02", "on that chance in enemy country"
)
REVOLT_SCOPE = chapter.param(
    "torch.revolt_scope",
    "per_order",
    "mode",
    "C-TOR-02",
    "whether one throw decides for a day's torching, or one for each hex",
    choices=("per_order", "per_hex"),
)
chapter.declare(Torched, Smoke)


@chapter.obeys(TorchOrder)
def torch(step: Step, order: TorchOrder, hand: Hand) -> None:
    """The army is to burn the land from the next dawn on (O-TORCH)."""
    army = commanded(step.world, hand, order.army, "torch")
    works.require_free(step, army, "torch")
    hexes = tuple(dict.fromkeys(scene(step.world).place(text) for text in order.hexes))
    reach = in_reach(step.world, army.place, torch_radius(step.world, army))
    require_reach(army.name, hexes, reach)
    works.plan(step, army, "torch", hexes)


@chapter.handles(TorchEnds)
def torch_ends(step: Step, event: TorchEnds) -> None:
    """Nobody forages there until next spring; to burn another's land is war (C-TOR-01)."""
    done = works.finished(step, event)
    if done is None:
        return
    army, work = done
    world, ground = step.world, scene(step.world)
    reach = in_reach(world, army.place, torch_radius(world, army))
    hexes = tuple(at for at in work.hexes or reach if at in reach)
    for label in hexes:
        land = land_at(world, label, step.now)
        step.put(msgspec.structs.replace(land, torched=True))
    risen = _anger(step, army, hexes)
    names = ", ".join(ground.called(label) for label in hexes)
    revolt = " The people rise against it." if risen else ""
    report(step, army, Torched(army=army.name, hexes=names, revolt=revolt))
    _is_war(step, army, hexes)
    step.at(day.next_dawn(world, step.now), SmokeSeen(subject=army.id, hexes=hexes))
    place = ground.called(army.place)
    news = Newsworthy(
        event="torching",
        place=army.place,
        wording=f"{army.name} of {name_of(world, army.faction)} has burnt the land about {place}.",
        knows=(army.leader,) if army.leader else (),
        about=army.id,
    )
    step.happened(news, army.id)


def _anger(step: Step, army: Army, hexes: tuple[str, ...]) -> bool:
    """Whether burning the land brings a revolt (C-TOR-02)."""
    chances = []
    for label in hexes:
        hostile = relation(step.world, label, army.faction, step.now).hostile
        k = step.param(REVOLT) * (step.param(REVOLT_HOSTILE) if hostile else 1)
        chances.append((label, chance_of_revolt(step.world, army, k)))
    per_hex = step.param(REVOLT_SCOPE) == "per_hex"
    return provoke(step, army, "torching", chances, per_hex=per_hex)


def _is_war(step: Step, army: Army, hexes: tuple[str, ...]) -> None:
    """To burn another's land is war by itself (C-TALK-04)."""
    holders = {
        stronghold.faction
        for label in hexes
        if (stronghold := controller(step.world, label)) is not None
    }
    for faction in sorted(holders - {"", army.faction}):
        act = HostileAct(by=army.leader or army.owner, faction=army.faction, against=faction)
        step.happened(act, f"{army.id}/{faction}")


@chapter.handles(SmokeSeen)
def smoke_seen(step: Step, event: SmokeSeen) -> None:
    """Whoever has burnt land within his scouting radius sees the smoke (M-TOR-01)."""
    world, ground = step.world, scene(step.world)

    def seen_from(place: str, radius: int) -> tuple[str, ...]:
        return tuple(at for at in event.hexes if ground.distance(place, at) <= radius)

    for army in step.of(Army):
        burnt = seen_from(army.place, army_radius(world, army, night=False))
        if army.leader and burnt and army.id != event.subject:
            notice = _smoke(step, army.name, burnt)
            step.tell(army.leader, notice, event.subject)
            step.learn(army.leader, _record(step, burnt))
    for stronghold in step.of(Stronghold):
        radius = garrison_radius(world, stronghold, night=False)
        burnt = seen_from(stronghold.place, radius) if radius is not None else ()
        if not burnt or not stronghold.holder:
            continue
        inside = commander_inside(world, stronghold)
        if inside is not None and inside.army:
            continue  # he has seen it with his army's scouts
        report_place(step, stronghold, _smoke(step, stronghold.name, burnt), event.subject)


def _smoke(step: Step, observer: str, burnt: tuple[str, ...]) -> Smoke:
    ground = scene(step.world)
    return Smoke(
        observer=observer,
        place=ground.called(burnt[0]),
        hexes=", ".join(ground.called(label) for label in burnt),
    )


def _record(step: Step, burnt: tuple[str, ...]) -> Learnt:
    return Learnt(
        subject=f"land:{burnt[0]}",
        words=f"burnt land at {', '.join(burnt)}",
        where=burnt[0],
        at=step.now,
        source="seen with own eyes",
    )


@chapter.when_gone(SmokeSeen)
def smoke_all_the_same(step: Step, event: SmokeSeen) -> None:
    """The smoke is seen whatever has become of those who lit the fires."""
    smoke_seen(step, event)
