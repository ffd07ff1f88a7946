"""A whole war of commanders who order at random, its books kept after every step."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Literal, NamedTuple

import msgspec

from service.packs import pack_named
from tests.packs.conformance import read_bundled
from tests.world.rules.campaign.commanders_at_random import Deed, Hat
from tests.world.rules.campaign.field import FED
from tests.world.rules.campaign.ledger import Ledger
from world.dice import Secret
from world.journal import encoder
from world.kernel.nouns import REFEREE
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.view import campaign_view
from world.said import AnswerDecision, GiveOrder, Saying
from world.scenario.scenario import Scenario, read_scenario
from world.simulation import Simulation

MINUTE = 60_000
DAY = 24 * 60 * MINUTE

Name = Literal["small_war", "hundred_days"]


class Said(NamedTuple):
    """Something said at a game instant (ms)."""

    at: int
    person: str
    body: Saying


class War(NamedTuple):
    """How a war went: the last hash of its journal, what was said, and what took place by kind."""

    head: bytes
    said: list[Said]
    kinds: set[str]


@cache
def scenario(name: Name, *, fed: bool = False) -> Scenario:
    """A scenario that comes with the program; nobody in it eats if it is *fed*."""
    figures = {figure: str(value) for figure, value in FED.items()} if fed else None
    return read_scenario(read_bundled(name), pack_named("campaign"), figures)


def _simulation(name: Name, seed: int, pace: int) -> Simulation:
    # One war of two begins as scripted; and in one of three armies do not starve, but fight on.
    read = scenario(name, fed=seed % 3 == 0)
    if seed % 2 == 0:
        read = msgspec.structs.replace(read, script=())
    return Simulation(pack_named("campaign"), read, Secret.of_seed(seed), pace=pace)


def wage(name: Name, seed: int, days: int, a_day: int) -> War:
    """Play a war of so many days, in which about so many things are said *a_day*."""
    simulation = _simulation(name, seed, 1)
    rng = Random(f"{name}/{seed}")
    world = simulation.world
    people = [*(each.id for each in world.of(Commander)), REFEREE]
    ledger = Ledger(world)
    head, at, said = b"", 0, []
    while at < days * DAY:
        at = min(at + rng.randint(1, 2 * DAY // MINUTE // a_day) * MINUTE, days * DAY)
        for row in simulation.run(at):
            head = row.hash
            if row.kind != "founded":
                ledger.close(row)
        for deed in _deeds(rng, simulation, rng.choice(people)) if at < days * DAY else ():
            said.append(Said(at, deed.person, _saying(deed)))
            simulation.say(*said[-1])
    assert not world.stale()
    for person in people:
        encoder.encode(world.pack.view(world, person))
    return War(head, said, ledger.kinds)


def _deeds(rng: Random, simulation: Simulation, person: str) -> list[Deed]:
    """What comes into a head, most of it as the page allows; a little of it comes too late."""
    world = simulation.world
    gone = person != REFEREE and person not in world.pack.answers.persons(world)
    if gone and rng.random() < 0.9:
        return []
    hat = Hat(rng, world.pack, campaign_view(world.pack.view(world, person)))
    answers = [hat.answer(person, each) for each in hat.view.decisions if rng.random() < 0.7]
    return [deed for deed in answers or hat.deed(person) if not deed.code or rng.random() < 0.3]


def _saying(deed: Deed) -> Saying:
    if isinstance(deed.body, AnswerDecision):
        return deed.body
    return GiveOrder(order=msgspec.Raw(encoder.encode(deed.body)))


def again(name: Name, seed: int, days: int, said: list[Said]) -> bytes:
    """The last hash of the journal of the same war, played once more from what was said."""
    simulation = _simulation(name, seed, 200)
    head = b""
    for each in said:
        for row in simulation.run(each.at):
            head = row.hash
        simulation.say(*each)
    for row in simulation.run(days * DAY):
        head = row.hash
    return head


def heads(seeds: list[int], days: int, a_day: int) -> list[str]:
    """The last hashes of the journals of some small wars, for another process to print."""
    return [wage("small_war", seed, days, a_day).head.hex() for seed in seeds]
