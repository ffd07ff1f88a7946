"""Pillage or order: what the victor makes of a fallen place (C-AFT-01, C-AFT-03, C-AFT-04)."""

from __future__ import annotations

from world.decision import Choice, Decision, Option
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.aftermath import figures
from world.rules.campaign.aftermath.events import (
    AftermathChosen,
    CalmingChosen,
    OrderTested,
)
from world.rules.campaign.aftermath.finding import search
from world.rules.campaign.aftermath.notices import OrderKept
from world.rules.campaign.aftermath.orders import AftermathOrder, no_fall
from world.rules.campaign.aftermath.pillaging import pillage
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import has_trait, leader_of
from world.rules.campaign.nouns.engagements import PlaceSearched
from world.rules.campaign.nouns.facts import (
    CheckFailed,
    HeldToRansom,
    MoraleMoves,
)
from world.rules.campaign.nouns.morale import (
    Checked,
    check_held_back,
    reviewed_check,
    tell_check,
    throw_check,
)
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.stronghold import Stronghold
from world.step import Step

chapter = Chapter("aftermath", "Pillage or order in a fallen place")
chapter.declare(OrderKept)

_ABILITIES = ("shock", "manoeuvre", "artillery", "reconnaissance", "tomfoolery")


def ask_aftermath(step: Step, then: AftermathChosen) -> None:
    """Ask the victor; a captain keeps order and takes no ransom (C-CAP-01)."""
    stronghold = step.get(Stronghold, then.subject)
    army = step.find(Army, then.army)
    leader = leader_of(step.world, army.leader) if army is not None else None
    if leader is None:
        _carry_out(step, then, pillages=False, ransom=False)
        return
    verb = "joined" if then.spared else "fallen to"
    ask(
        step,
        "D-AFT-01",
        f"{stronghold.name} has {verb} you. What becomes of it? Write what you do to calm your"
        " soldiers, if anything.",
        who=REFEREE if leader.npc else leader.id,
        options=(
            Option(name="order", text="keep the soldiers in order"),
            Option(name="pillage", text="let them pillage"),
            Option(name="order_ransom", text="keep order, and take a ransom"),
            Option(name="pillage_ransom", text="take a ransom, and let them pillage"),
        ),
        default="order",
        then=then,
        about=(then.subject,),
        free_text=True,
        label=then.subject,
    )


@chapter.on(PlaceSearched)
def searched(step: Step, fact: PlaceSearched) -> None:
    """The victor is asked, unless he has let his soldiers loose already."""
    if fact.pillages:
        pillage(step, fact.stronghold, fact.army, fact.armies, "")
        if fact.ransom:
            _ransom(step, fact.stronghold, fact.army, fact.victor)
        return
    then = AftermathChosen(
        subject=fact.stronghold, army=fact.army, victor=fact.victor, armies=fact.armies
    )
    ask_aftermath(step, then)


@chapter.settles(AftermathChosen)
def aftermath_chosen(step: Step, then: AftermathChosen, choice: Choice) -> None:
    """Ransom, pillage or order, as the victor chose."""
    _carry_out(
        step,
        then,
        pillages=choice.option.startswith("pillage"),
        ransom=choice.option.endswith("ransom"),
        act=choice.text,
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
                act=order.act,
            )
            return
    raise no_fall(order.stronghold)


def _carry_out(
    step: Step,
    then: AftermathChosen,
    *,
    pillages: bool,
    ransom: bool,
    calm: str = "none",
    act: str = "",
) -> None:
    """Pillage or order, and then the ransom: of what pillage has left (C-RAN-01/a)."""
    if step.find(Army, then.army) is None:
        return
    if pillages and then.spared:
        # What was not taken by force is taken now: people follow, and stores are found.
        fact = PlaceSearched(
            stronghold=then.subject,
            army=then.army,
            victor=then.victor,
            armies=then.armies,
            pillages=True,
            ransom=ransom,
        )
        search(step, fact, 0)
    elif pillages:
        pillage(step, then.subject, then.army, then.armies, "")
    elif not then.spared:
        keep_order(step, then, ransom=ransom, calm=calm, act=act)
        return
    if ransom and not (pillages and then.spared):
        _ransom(step, then.subject, then.army, then.victor)


def _ransom(step: Step, stronghold: str, army: str, victor: str) -> None:
    if step.find(Army, army) is not None:
        step.happened(HeldToRansom(stronghold=stronghold, army=army, victor=victor), stronghold)


# -- order ----------------------------------------------------------------------------------------


def keep_order(
    step: Step, chosen: AftermathChosen, *, ransom: bool, calm: str = "none", act: str = ""
) -> None:
    """The soldiers are held back, if they let themselves be (C-AFT-03)."""
    army = step.find(Army, chosen.army)
    if army is None:
        return
    then = CalmingChosen(
        subject=chosen.subject,
        army=chosen.army,
        armies=chosen.armies,
        victor=chosen.victor,
        ransom=ransom,
    )
    if has_trait(step.world, army.leader, "honorable") and step.param(figures.HONORABLE_SKIPS):
        _kept(step, army, then.subject)
        _squeeze(step, then)
        return
    if calm == "none" and not act:
        _check(step, then, 0)
        return
    stronghold = step.get(Stronghold, chosen.subject)
    says = f" He says: “{act}”" if act else ""
    ask(
        step,
        "D-AFT-02",
        f"By which ability does {army.name}'s commander calm his soldiers in {stronghold.name}?"
        f"{says}",
        who=REFEREE,
        options=(
            Option(name="none", text="by none"),
            *(
                Option(name=name, text=f"by {name.capitalize()}, {_score(step, army, name):+d}")
                for name in _ABILITIES
            ),
        ),
        default=calm,
        then=then,
        about=(stronghold.id,),
        label=stronghold.id,
    )


def _score(step: Step, army: Army, ability: str) -> int:
    leader = leader_of(step.world, army.leader)
    return getattr(leader.scores, ability) if leader is not None and ability != "none" else 0


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
    if army is not None:
        _check(step, then, _score(step, army, choice.option))


def _check(step: Step, then: CalmingChosen, score: int) -> None:
    army = step.find(Army, then.army)
    if army is None:
        return
    if score and step.param(figures.CALMING_LASTING):
        why = "their commander's words"
        step.happened(MoraleMoves(army=army.id, by=score, why=why), army.id)
        army, score = step.get(Army, army.id), 0
    found = throw_check(step, army, bonus=score)
    tested = OrderTested(
        subject=then.subject,
        army=then.army,
        armies=then.armies,
        victor=then.victor,
        ransom=then.ransom,
        bonus=score,
        found=found,
    )
    why = _fall_of(step, then.subject)
    if not check_held_back(step, army, why, found, tested, rows=True):
        _tested(step, army, tested, found)


def _fall_of(step: Step, stronghold: str) -> str:
    return f"the fall of {step.get(Stronghold, stronghold).name}"


@chapter.settles(OrderTested)
def order_tested(step: Step, then: OrderTested, choice: Choice) -> None:
    """The soldiers let themselves be held back, or not, as the referee has it (C-GEN-08)."""
    army = step.find(Army, then.army)
    if army is not None:
        found = reviewed_check(step, army, then.found, choice.option, bonus=then.bonus)
        _tested(step, army, then, found)


def _tested(step: Step, army: Army, then: OrderTested, found: Checked) -> None:
    """Order is kept; or the table applies, and whoever is left pillages anyway (C-AFT-03/a)."""
    why = _fall_of(step, then.subject)
    tell_check(step, army, why, found)
    if found.held:
        _kept(step, army, then.subject)
    else:
        if step.param(figures.FAILED_TABLE):
            step.happened(CheckFailed(army=army.id, row=found.row, why=why), army.id)
        honorable = has_trait(step.world, army.leader, "honorable")
        if step.param(figures.FAILED_PILLAGES) and not honorable:
            pillage(step, then.subject, then.army, then.armies, " against orders")
    _squeeze(step, then)


def _squeeze(step: Step, then: CalmingChosen | OrderTested) -> None:
    if then.ransom:
        _ransom(step, then.subject, then.army, then.victor)


def _kept(step: Step, army: Army, stronghold_id: str) -> None:
    place = step.get(Stronghold, stronghold_id).name
    report(step, army, OrderKept(place=place, army=army.name), stronghold_id)
