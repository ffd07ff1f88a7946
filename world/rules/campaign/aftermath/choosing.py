"""Pillage or order: what the victor makes of a fallen place (C-AFT-01 to C-AFT-04)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Choice, Decision, Option
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.aftermath import figures
from world.rules.campaign.aftermath.events import AftermathChosen, AngerChosen, CalmingChosen
from world.rules.campaign.aftermath.notices import OrderKept, Pillaged
from world.rules.campaign.aftermath.orders import AftermathOrder, no_fall
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import has_trait, leader_of
from world.rules.campaign.nouns.facts import (
    CheckFailed,
    HeldToRansom,
    MoraleMoves,
    RevoltBreaksOut,
)
from world.rules.campaign.nouns.morale import check_morale
from world.rules.campaign.nouns.provisions import free_room
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.rounding import stores
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.treasury import held_loot, take_loot
from world.step import Step

chapter = Chapter("aftermath", "Pillage or order in a fallen place")
chapter.declare(Pillaged, OrderKept)

_ABILITIES = ("shock", "manoeuvre", "artillery", "reconnaissance", "tomfoolery")


def ask_aftermath(
    step: Step, stronghold_id: str, army_id: str, victor: str, armies: tuple[str, ...]
) -> None:
    """Ask the victor; a captain keeps order and takes no ransom (C-CAP-01)."""
    stronghold = step.get(Stronghold, stronghold_id)
    army = step.find(Army, army_id)
    leader = leader_of(step.world, army.leader) if army is not None else None
    then = AftermathChosen(subject=stronghold_id, army=army_id, victor=victor, armies=armies)
    if leader is None:
        keep_order(step, stronghold_id, army_id, armies, calm="none")
        return
    ask(
        step,
        "D-AFT-01",
        f"{stronghold.name} has fallen to you. What becomes of it?",
        who=REFEREE if leader.npc else leader.id,
        options=(
            Option(name="order", text="keep the soldiers in order"),
            Option(name="pillage", text="let them pillage"),
            Option(name="order_ransom", text="keep order, and take a ransom"),
            Option(name="pillage_ransom", text="take a ransom, and let them pillage"),
        ),
        default="order",
        then=then,
        about=(stronghold_id,),
        label=stronghold_id,
    )


@chapter.settles(AftermathChosen)
def aftermath_chosen(step: Step, then: AftermathChosen, choice: Choice) -> None:
    """Ransom, pillage or order, as the victor chose."""
    _carry_out(
        step,
        then,
        pillages=choice.option.startswith("pillage"),
        ransom=choice.option.endswith("ransom"),
        calm="none",
    )


@chapter.obeys(AftermathOrder)
def aftermath(step: Step, order: AftermathOrder, hand: Hand) -> None:
    """The victor chooses by an order, and may say how he calms his soldiers (O-AFTERMATH)."""
    require_free(step.world, hand.author)
    said = order.stronghold.strip().casefold()
    for decision in step.of(Decision):
        if decision.state != "open" or decision.rule != "D-AFT-01":
            continue
        if hand.author not in (decision.who, REFEREE):
            continue
        then = step.world.pack.event_decoder.decode(decision.then)
        stronghold = step.get(Stronghold, then.subject)
        if said in (stronghold.id.casefold(), stronghold.name.casefold()):
            withdraw(step, decision, "you settled it by an order")
            _carry_out(
                step,
                then,
                pillages=order.choice == "pillage",
                ransom=order.ransom,
                calm=order.calm,
            )
            return
    raise no_fall(order.stronghold)


def _carry_out(
    step: Step, then: AftermathChosen, *, pillages: bool, ransom: bool, calm: str
) -> None:
    if step.find(Army, then.army) is None:
        return
    if ransom:
        fact = HeldToRansom(stronghold=then.subject, army=then.army, victor=then.victor)
        step.happened(fact, then.subject)
    if pillages:
        pillage(step, then.subject, then.army, then.armies, "")
    else:
        keep_order(step, then.subject, then.army, then.armies, calm)


# -- order ----------------------------------------------------------------------------------------


def keep_order(
    step: Step, stronghold_id: str, army_id: str, armies: tuple[str, ...], calm: str
) -> None:
    """The soldiers are held back, if they let themselves be (C-AFT-03)."""
    army = step.find(Army, army_id)
    if army is None:
        return
    if has_trait(step.world, army.leader, "honorable") and step.param(figures.HONORABLE_SKIPS):
        _kept(step, army, stronghold_id)
        return
    then = CalmingChosen(subject=stronghold_id, army=army_id, armies=armies)
    if calm == "none":
        _check(step, then, 0)
        return
    stronghold = step.get(Stronghold, stronghold_id)
    ask(
        step,
        "D-AFT-02",
        f"By which ability does {army.name}'s commander calm his soldiers in {stronghold.name}?",
        who=REFEREE,
        options=(
            Option(name="none", text="by none"),
            Option(name="shock", text="by Shock"),
            Option(name="manoeuvre", text="by Manoeuvre"),
            Option(name="artillery", text="by Artillery"),
            Option(name="reconnaissance", text="by Reconnaissance"),
            Option(name="tomfoolery", text="by Tomfoolery"),
        ),
        default=calm,
        then=then,
        about=(stronghold_id,),
        label=stronghold_id,
    )


@chapter.settles(CalmingChosen)
def calming_chosen(step: Step, then: CalmingChosen, choice: Choice) -> None:
    """The fitting ability is added to the army's morale for the check (C-AFT-04).

    Raises:
        Refused: E-NO-DECISION, once the check has been made.
    """
    if choice.amends is not None:
        raise Refused(
            "E-NO-DECISION",
            "The soldiers have been put to the test already; nothing was changed. Let D-AFT-02 wait"
            " in the scenario (decision.waits) if you wish to be asked first.",
        )
    army = step.find(Army, then.army)
    leader = leader_of(step.world, army.leader) if army is not None else None
    score = 0
    if leader is not None and choice.option in _ABILITIES:
        score = getattr(leader.scores, choice.option)
    _check(step, then, score)


def _check(step: Step, then: CalmingChosen, score: int) -> None:
    army = step.find(Army, then.army)
    if army is None:
        return
    if score and step.param(figures.CALMING_LASTING):
        why = "their commander's words"
        step.happened(MoraleMoves(army=army.id, by=score, why=why), army.id)
        army, score = step.get(Army, army.id), 0
    stronghold = step.get(Stronghold, then.subject)
    why = f"the fall of {stronghold.name}"
    found = check_morale(step, army, why, bonus=score)
    if found.held:
        _kept(step, army, then.subject)
        return
    if step.param(figures.FAILED_TABLE):
        step.happened(CheckFailed(army=army.id, row=found.row, why=why), army.id)
    honorable = has_trait(step.world, army.leader, "honorable")
    if step.param(figures.FAILED_PILLAGES) and not honorable:
        pillage(step, then.subject, then.army, then.armies, " against orders")


def _kept(step: Step, army: Army, stronghold_id: str) -> None:
    place = step.get(Stronghold, stronghold_id).name
    report(step, army, OrderKept(place=place, army=army.name), stronghold_id)


# -- pillage --------------------------------------------------------------------------------------


def pillage(
    step: Step, stronghold_id: str, army_id: str, armies: tuple[str, ...], why: str
) -> None:
    """Half the wealth and the stores of a place are gone, and the soldiers content (C-AFT-02)."""
    params = step.world.params
    stronghold = step.get(Stronghold, stronghold_id)
    keep = step.param(figures.KEEP)
    loot = held_loot(step, stronghold_id)
    doubloons = loot - stores(params, loot * keep)
    supplies = stronghold.stores - stores(params, stronghold.stores * keep)
    take_loot(step, stronghold_id, doubloons)
    stronghold = step.get(Stronghold, stronghold_id)
    step.put(msgspec.structs.replace(stronghold, stores=stronghold.stores - supplies))
    _to_army(step, army_id, doubloons, supplies)
    for each in armies:
        reason = f"the pillage of {stronghold.name}"
        by = step.param(figures.PILLAGE_MORALE)
        step.happened(MoraleMoves(army=each, by=by, why=reason), f"{stronghold_id}/{each}")
    army = step.find(Army, army_id)
    if army is None:
        return
    notice = Pillaged(
        place=stronghold.name, army=army.name, why=why, supplies=supplies, doubloons=doubloons
    )
    report(step, army, notice, stronghold_id)
    news = Newsworthy(
        event="pillage",
        place=stronghold.place,
        wording=f"{army.name} has pillaged {stronghold.name}{why}.",
        knows=(army.leader,) if army.leader else (),
        about=stronghold_id,
    )
    step.happened(news, f"pillage/{stronghold_id}")
    _anger(step, stronghold, army)


def _to_army(step: Step, army_id: str, doubloons: int, supplies: int) -> None:
    """What comes to the army of what its soldiers take: nothing, by the rules (C-AFT-02/a)."""
    share: Fraction = step.param(figures.TO_ARMY)
    army = step.find(Army, army_id)
    if not share or army is None:
        return
    params = step.world.params
    add_money(step, army, stores(params, doubloons * share))
    army = step.get(Army, army_id)
    taken = min(stores(params, supplies * share), free_room(step.world, army))
    step.put(msgspec.structs.replace(army, supplies=army.supplies + taken))


def _anger(step: Step, stronghold: Stronghold, army: Army) -> None:
    ask(
        step,
        "D-AFT-03",
        f"{stronghold.name} was pillaged. How does the anger of its people show?",
        who=REFEREE,
        options=(
            Option(name="noted", text="it is noted, and remembered"),
            Option(name="revolt", text="they rise"),
            Option(name="nothing", text="it does not show"),
        ),
        default="noted",
        then=AngerChosen(
            subject=stronghold.id,
            faction=army.faction,
            by=army.leader or army.owner,
            place=stronghold.place,
        ),
        about=(stronghold.id,),
        free_text=True,
        label=stronghold.id,
    )


@chapter.settles(AngerChosen)
def anger_chosen(step: Step, then: AngerChosen, choice: Choice) -> None:
    """The people rise, if the referee has it so (D-AFT-03)."""
    if choice.option == "revolt":
        stronghold = step.get(Stronghold, then.subject)
        fact = RevoltBreaksOut(
            cause=f"the pillage of {stronghold.name}",
            faction=then.faction,
            by=then.by,
            hexes=(then.place,),
        )
        step.happened(fact, stronghold.id)
