"""Mutiny: detachments that follow a leader of their own (C-MOR-05, D-MOR-01)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.dispatch import Dispatch
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.pack import Chapter
from world.rules.campaign.defection.notices import NewMaster
from world.rules.campaign.nouns import descent
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import Faction, hostile
from world.rules.campaign.nouns.facts import ArmyFormed, CommanderCame, PartLeaves
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.kin import one_of_his_people
from world.rules.campaign.nouns.report import account_of, in_words
from world.rules.campaign.nouns.where import captain_of, whereabouts
from world.step import Step
from world.timeline import Event

chapter = Chapter("mutiny", "Mutineers, and whom they follow")
chapter.declare(NewMaster)

LEADER = chapter.param(
    "morale.mutiny_leader",
    "retinue_npc",
    "mode",
    "C-MOR-05",
    "whom mutineers follow: an unaligned officer of the commander's people, or nobody by name",
    choices=("retinue_npc", "captain"),
)
_LONGEST_NAME = 60


class MutinyLed(Event, frozen=True, tag="mutiny_led"):
    """Whom the mutineers follow is settled (D-MOR-01); ``against`` is the side they have left."""

    against: str


def fresh_army(step: Step, army: str, what: str) -> str:
    """An id for a part of an army that leaves it; it tells of nothing but that army's own past."""
    found, count = f"{army}.{what}", 2
    while found in step.world.entities or step.world.buried(found):
        found, count = f"{army}.{what}-{count}", count + 1
    return found


def mutiny(step: Step, army: Army, detachments: tuple[str, ...]) -> None:
    """They are an army of their own in the same hex, under an officer run by the referee."""
    part = fresh_army(step, army.id, "mutineers")
    side = f"{part}.side"
    name = descent.of_army(descent.MUTINEERS, army.name)
    officer = ""
    if step.param(LEADER) == "retinue_npc":
        officer = f"{part}.leader"
        one = one_of_his_people(step, army.leader or army.owner, officer, part, army.name)
        step.put(msgspec.structs.replace(one, faction=side, of=""))
        step.happened(CommanderCame(person=officer), officer)
    step.put(Faction(id=side, name=f"the {name[0].lower()}{name[1:]}", head=officer))
    leaves = PartLeaves(
        army=army.id,
        detachments=detachments,
        part=part,
        name=name,
        faction=side,
        owner=officer,
        leader=officer,
        chest=True,
        why="a mutiny",
    )
    step.happened(leaves, part)
    place = scene(step.world).called(army.place)
    news = Newsworthy(
        event="mutiny",
        place=army.place,
        wording=f"{{}} men of {army.name} have mutinied at {place}.",
        figures=(step.get(Army, part).soldiers,),
        knows=(army.leader,) if army.leader else (),
        about=part,
        enclosed=account_of(step, step.get(Army, part)),
    )
    step.happened(news, part)
    ask(
        step,
        "D-MOR-01",
        f"Part of {army.name} has mutinied at {place}. Whom do the mutineers follow?",
        who=REFEREE,
        options=(
            Option(name="officer", text="an unaligned officer, whom you run"),
            Option(name="player", text="a new player; write the name of his commander"),
            Option(name="enemy", text="an enemy commander; write who, or the nearest is taken"),
        ),
        default="officer",
        then=MutinyLed(subject=part, against=army.faction),
        about=(part,),
        free_text=True,
        label=part,
    )


@chapter.settles(MutinyLed)
def mutiny_led(step: Step, then: MutinyLed, choice: Choice) -> None:
    """Their officer gets a player, or follows somebody else with all of them."""
    army = step.find(Army, then.subject)
    if army is None or army.id != then.subject or choice.option == "officer":
        return
    if choice.option == "player":
        _played(step, army, " ".join(choice.text.split())[:_LONGEST_NAME])
    else:
        _follow(step, army, then.against, choice.text)


def _played(step: Step, army: Army, name: str) -> None:
    officer = step.find(Commander, army.leader) if army.leader else None
    if officer is None:
        return
    step.put(msgspec.structs.replace(officer, npc=False, name=name or officer.name))
    place = scene(step.world).called(army.place)
    step.tell(officer.id, NewMaster(army=army.name, men=army.soldiers, place=place), army.id)


def _follow(step: Step, army: Army, against: str, named: str) -> None:
    """The mutineers are of that commander's side now; he hears of it like of any army of his."""
    world, ground = step.world, scene(step.world)
    said = named.strip().casefold()
    enemies: list[tuple[bool, int, str, Commander]] = []
    for each in step.of(Commander):
        here = whereabouts(world, each.id)
        if here is None or each.captor or not hostile(world, against, each.faction):
            continue
        meant = said in (each.id.casefold(), each.name.casefold())
        enemies.append((not meant, ground.distance(army.place, here), each.id, each))
    if not enemies:
        return
    master = min(enemies)[3]
    officer = step.find(Commander, army.leader) if army.leader else None
    if officer is not None:
        step.put(msgspec.structs.replace(officer, faction=master.faction))
    army = msgspec.structs.replace(army, faction=master.faction, owner=master.id)
    step.put(army)
    place = ground.called(army.place)
    notice = NewMaster(army=army.name, men=army.soldiers, place=place)
    if whereabouts(world, master.id) == army.place:
        step.tell(master.id, notice, army.id)
    else:
        step.write(
            Dispatch(
                sender=army.leader or captain_of(army.id),
                to=master.id,
                text=in_words(step, notice),
                written=step.now,
                start=army.place,
                enclosed=account_of(step, army),
                receipt=False,
                label=f"master/{army.id}",
            )
        )
    # Under other colours they may find the enemy where they stand.
    step.happened(ArmyFormed(army=army.id, place=army.place), f"master/{army.id}")
