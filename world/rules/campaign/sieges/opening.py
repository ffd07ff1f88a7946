"""How a siege begins: plans on both sides, then the lines are closed (C-SIEGE-01)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Decision, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.order import Hand
from world.pack import Chapter
from world.recurrence import Every
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.command import commanded, require_no_meeting
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.engagements import PlaceYields, SiegeStands
from world.rules.campaign.nouns.faction import friendly, name_of
from world.rules.campaign.nouns.facts import HostileAct
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.report import account_of_place, report, report_place
from world.rules.campaign.nouns.siege import Siege, siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, soldiers_inside
from world.rules.campaign.nouns.walls import full_threshold, period_ms
from world.rules.campaign.nouns.where import commander_inside
from world.rules.campaign.sieges import figures
from world.rules.campaign.sieges.events import PlanMade, SiegeWeek
from world.rules.campaign.sieges.notices import SiegeBegins
from world.rules.campaign.sieges.orders import BesiegeOrder, friendly_place
from world.step import Step

chapter = Chapter("siege opening", "How sieges begin")
chapter.declare(SiegeBegins)

_BESIEGER = (
    Option(name="hold", text="hold the lines and starve them out"),
    Option(name="press", text="press the siege, as I write"),
)
_DEFENDER = (
    Option(name="hold", text="hold the place"),
    Option(name="harass", text="hold it, and harass the besiegers, as I write"),
)


@chapter.obeys(BesiegeOrder)
def besiege(step: Step, order: BesiegeOrder, hand: Hand) -> None:
    """An army opens a siege, or joins one of its friends (O-BESIEGE)."""
    world = step.world
    army = commanded(world, hand, order.army, "besiege")
    require_no_meeting(world, army)
    stronghold = _before(step, army, order.stronghold)
    if army.march is not None:
        raise Refused(
            "E-BUSY", f"{army.name} is on the march and goes on. Halt it before the place first."
        )
    running = siege_of(world, stronghold.place)
    if running is not None and army.id in running.armies:
        raise Refused("E-BUSY", f"{army.name} is besieging {stronghold.name} already; it goes on.")
    if running is not None and not friendly(world, army.faction, running.faction):
        raise Refused(
            "E-BUSY",
            f"{stronghold.name} is besieged by {name_of(world, running.faction)}, no friend of"
            f" {army.name}; nothing was begun.",
        )
    inside = soldiers_inside(world, stronghold)
    others = [step.find(Army, each) for each in running.armies] if running is not None else []
    outside = army.soldiers + sum(each.soldiers for each in others if each is not None)
    if outside < step.param(figures.MIN_RATIO) * inside:
        raise Refused(
            "E-TOO-WEAK",
            f"{army.name} is too weak to shut {stronghold.name} in; nothing was begun. Bring up"
            " more soldiers.",
        )
    by = army.leader or army.owner
    act = HostileAct(by=by, faction=army.faction, against=stronghold.faction)
    step.happened(act, stronghold.id)
    if inside == 0 and step.param(figures.EMPTY_FALLS):
        step.happened(
            PlaceYields(stronghold=stronghold.id, victor=by, army=army.id, terms=False, weeks=0),
            stronghold.id,
        )
        return
    if running is not None:
        step.put(msgspec.structs.replace(running, armies=(*running.armies, army.id)))
        return
    _open(step, army, stronghold, order.plan)


def _before(step: Step, army: Army, named: str) -> Stronghold:
    """The stronghold an army wants to besiege, if it stands before it.

    Raises:
        Refused: E-NOT-PRESENT or E-FRIENDLY.
    """
    said = named.strip().casefold()
    stronghold = next(
        (s for s in step.of(Stronghold) if said in (s.id.casefold(), s.name.casefold())), None
    )
    ground = scene(step.world)
    if (
        stronghold is None
        or army.inside
        or (ground.distance(army.place, stronghold.place) > step.param(figures.RANGE))
    ):
        raise Refused(
            "E-NOT-PRESENT",
            f"{army.name} does not stand before {named[:40]!r}; nothing was begun. March there"
            " first.",
        )
    if friendly(step.world, army.faction, stronghold.faction):
        raise friendly_place(stronghold.name)
    return stronghold


def _open(step: Step, army: Army, stronghold: Stronghold, plan: str) -> None:
    """Ask whoever commands on either side for his plan, unless he has given it (D-SIEGE-01)."""
    siege_id = step.name(f"siege/{stronghold.id}")
    siege = Siege(
        id=siege_id,
        stronghold=stronghold.id,
        place=stronghold.place,
        faction=army.faction,
        armies=(army.id,),
        since=step.now,
        plan=plan,
    )
    step.put(siege)
    asked = []
    leader = step.find(Commander, army.leader) if army.leader else None
    if leader is not None and not plan:
        question = f"{army.name} is to besiege {stronghold.name}. What is your plan?"
        who = REFEREE if leader.npc else leader.id
        asked.append(_ask(step, siege_id, "besieger", question, who, _BESIEGER))
    inside = commander_inside(step.world, stronghold)
    if inside is not None and not inside.npc:
        question = f"{army.name} comes to besiege {stronghold.name}. What is your plan?"
        asked.append(_ask(step, siege_id, "defender", question, inside.id, _DEFENDER))
    current = step.get(Siege, siege_id)
    step.put(msgspec.structs.replace(current, asked=tuple(asked)))
    begin_if_planned(step, siege_id)


def _ask(
    step: Step, siege: str, side: str, question: str, who: str, options: tuple[Option, ...]
) -> str:
    return ask(
        step,
        "D-SIEGE-01",
        question,
        who=who,
        options=options,
        default="hold",
        then=PlanMade(subject=siege, side=side),
        about=(siege,),
        free_text=True,
        label=side,
    )


@chapter.settles(PlanMade)
def plan_made(step: Step, then: PlanMade, choice: Choice) -> None:
    """A plan is made; when both are, the siege begins."""
    siege = step.find(Siege, then.subject)
    if siege is None:
        return
    words = choice.text or choice.option
    field = "plan" if then.side == "besieger" else "answer"
    step.put(msgspec.structs.replace(siege, **{field: words}))
    begin_if_planned(step, siege.id)


def begin_if_planned(step: Step, siege_id: str) -> None:
    """Close the lines once every plan is in."""
    siege = step.get(Siege, siege_id)
    decisions = [step.find(Decision, each) for each in siege.asked]
    if siege.state != "opening" or any(d is not None and d.state == "open" for d in decisions):
        return
    stronghold = step.get(Stronghold, siege.stronghold)
    step.cancel(stronghold.mends)
    stronghold = msgspec.structs.replace(
        stronghold, threshold=full_threshold(step.world, stronghold), mends=""
    )
    step.put(stronghold)
    siege = msgspec.structs.replace(siege, state="running", since=step.now)
    step.put(siege)
    first = step.get(Army, siege.armies[0])
    besiegers = [step.get(Army, each) for each in siege.armies]
    notice = SiegeBegins(
        place=stronghold.name,
        sort=stronghold.sort,
        besieger=first.name,
        soldiers=sum(each.soldiers for each in besiegers),
        first=step.now + period_ms(step.world),
    )
    for each in besiegers:
        report(step, each, notice, siege.id)
    report_place(step, stronghold, notice, siege.id)
    step.happened(SiegeStands(siege=siege.id, stronghold=stronghold.id), siege.id)
    news = Newsworthy(
        event="siege",
        place=stronghold.place,
        wording=f"{first.name} is besieging {stronghold.name} with {{}} men.",
        figures=(notice.soldiers,),
        knows=tuple(each.leader for each in besiegers if each.leader),
        about=stronghold.id,
        enclosed=account_of_place(step, stronghold.id),
    )
    step.happened(news, siege.id)


@chapter.on(SiegeStands)
def siege_stands(step: Step, fact: SiegeStands) -> None:
    """From its beginning a siege is reckoned week by week."""
    siege = step.get(Siege, fact.siege)
    when = Every(period_ms(step.world), siege.since)
    step.every("siege week", when, SiegeWeek(subject=siege.id))
