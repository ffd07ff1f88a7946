"""The result of a naval battle, and the hits that commanders share out (C-NAV-R, C-NAV-05)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Choice, Decision, Option
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.param import Params
from world.rules.campaign.naval import figures
from world.rules.campaign.naval.conclusion import conclude
from world.rules.campaign.naval.events import HitsSpread
from world.rules.campaign.naval.forces import changed, close, flags_of
from world.rules.campaign.naval.notices import HitsToSpread, SeaBattleOver
from world.rules.campaign.naval.orders import AssignHitsOrder, no_hits, require_spread
from world.rules.campaign.naval.outcome import Fate, fates_of
from world.rules.campaign.naval.reckoning import Squadron
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.encounter import Hit, Outcome, SeaBattle, outcome_of
from world.rules.campaign.nouns.fleet import Fleet, embarked
from world.rules.campaign.nouns.fleet import changed as refitted
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.helm import fleet_commanded
from world.rules.campaign.nouns.losses import losses_of, thinned
from world.rules.campaign.nouns.report import report_fleet
from world.rules.campaign.nouns.rounding import people
from world.rules.campaign.nouns.seafaring import figure
from world.rules.campaign.nouns.ship import Ship
from world.rules.campaign.nouns.ship import changed as manned
from world.step import Step

chapter = Chapter("hits", "The result of a naval battle, and how hits are spread")
chapter.declare(SeaBattleOver, HitsToSpread)


def deal(
    step: Step, battle: SeaBattle, units: tuple[Squadron, ...], totals: dict[str, int]
) -> None:
    """Crews suffer at once; hits wait until those concerned have shared them out (C-NAV-05)."""
    fates = fates_of(step.world, battle, units, totals)
    lost = {fate.fleet.id: _crews_suffer(step, fate) for fate in fates}
    outcomes = tuple(
        Outcome(
            fleet=fate.fleet.id,
            won=fate.won,
            difference=fate.difference,
            hits=min(fate.hits, fate.fleet.hull),
            morale=fate.morale,
            beaten=fate.beaten,
            retreats=fate.retreats,
            capture=fate.capture,
            captor=fate.captor.fleet.id,
            settled=not min(fate.hits, fate.fleet.hull),
        )
        for fate in fates
    )
    step.put(changed(battle, state="spreading", due="", rolled=(), outcomes=outcomes))
    for fate in fates:
        _tell(step, battle, fate, fates, lost)
    for fate in fates:
        _ask_spread(step, battle.id, fate.fleet.id)
    conclude_if_spread(step, battle.id)


def _crews_suffer(step: Step, fate: Fate) -> int:
    """Each ship loses its share of hands; troops aboard only by an override (C-NAV-04)."""
    world = step.world
    fleet = step.get(Fleet, fate.fleet.id)
    share = fate.percentage / 100
    ships = tuple(
        ship
        if ship.away
        else manned(ship, crew=ship.crew - min(ship.crew, people(world.params, ship.crew * share)))
        for ship in fleet.ships
    )
    after = refitted(fleet, ships=ships)
    step.put(after)
    if step.param(figures.TROOPS_SUFFER):
        for army in embarked(world, after):
            _troops_suffer(step, army, fate.percentage)
    return fleet.crew - after.crew


def _troops_suffer(step: Step, army: Army, percentage: Fraction) -> None:
    left = thinned(step.world, army, losses_of(step.world.params, army, percentage))
    if left.detachments:
        step.put(left)


def _tell(
    step: Step,
    battle: SeaBattle,
    fate: Fate,
    fates: tuple[Fate, ...],
    lost: dict[str, int],
) -> None:
    """Own losses exactly, the enemy's roughly (M-NAV-01)."""
    fleet = step.get(Fleet, fate.fleet.id)
    rough = max(1, figure(step.world, "battle.report_rounding", default=100))
    enemies = [f for f in fates if f.unit.side != fate.unit.side]
    hands = sum(lost[f.fleet.id] for f in enemies)
    modifiers = ", ".join(f"{m.words} {m.value:+d}" for m in fate.unit.modifiers) or "nothing"
    notice = SeaBattleOver(
        fleet=fleet.name,
        place=scene(step.world).called(battle.place),
        outcome=_outcome(fate),
        total=fate.total,
        against=fate.against,
        modifiers=modifiers,
        crew=lost[fleet.id],
        hits=min(fate.hits, fate.fleet.hull),
        enemy=(
            f"The enemy has lost about {(hands + rough // 2) // rough * rough} hands and taken"
            f" {sum(min(f.hits, f.fleet.hull) for f in enemies)} hits."
        ),
        objective=_objective(step, battle, fate),
    )
    report_fleet(step, fleet, notice, battle.id)


def _objective(step: Step, battle: SeaBattle, fate: Fate) -> str:
    """Whether a fleet has what it fought for; a defender keeps it in a draw (C-NAV-02, C-NAV-R0).

    '' where its commander named nothing.
    """
    flag = flags_of(step, battle).get(fate.fleet.id)
    if flag is None or not flag.plan.objective:
        return ""
    side = fate.unit.side
    defends = battle.sides[1 - side].attacks and not battle.sides[side].attacks
    kept = "It kept" if fate.won is None and defends else "It did not attain"
    return f" {'It attained' if fate.won else kept} its objective: {flag.plan.objective}"


def _outcome(fate: Fate) -> str:
    if fate.won is None:
        return "has fought a drawn battle"
    if fate.won:
        return "is on the winning side, though beaten itself," if fate.beaten else "has won"
    return f"has lost by {fate.difference}"


# -- sharing out ----------------------------------------------------------------------------------


def usual_spread(params: Params, ships: tuple[Ship, ...], hits: int) -> tuple[Hit, ...]:
    """One hit at a time on the ship with most hull left, the first of the roster among equals.

    By an override on the one with least, so that few ships take them all (C-NAV-05/a).
    """
    left = {ship.name: ship.hull for ship in ships if ship.hull > 0}
    took = dict.fromkeys(left, 0)
    pick = max if params[figures.DEFAULT_SPREAD] == "most_hull" else min
    for _ in range(min(hits, sum(left.values()))):
        afloat = [name for name, hull in left.items() if hull > 0]
        name = pick(afloat, key=lambda each: left[each])
        left[name] -= 1
        took[name] += 1
    return tuple(Hit(name, count) for name, count in took.items() if count)


def sparing_spread(ships: tuple[Ship, ...], hits: int) -> tuple[Hit, ...]:
    """All hits on as few ships as can take them: the largest hulls first."""
    took: list[Hit] = []
    for ship in sorted((s for s in ships if s.hull > 0), key=lambda s: (-s.hull, s.name)):
        count = min(hits, ship.hull)
        if count:
            took.append(Hit(ship.name, count))
        hits -= count
    return tuple(took)


def in_words(spread: tuple[Hit, ...]) -> str:
    """Hits by ship, in words."""
    return ", ".join(f"{hit.ship} {hit.hits}" for hit in spread) or "none"


def _fates(ships: tuple[Ship, ...], spread: tuple[Hit, ...], params: Params) -> str:
    """What a spread leads to, in odds: how many ships are without a hull then."""
    hulls = {ship.name: ship.hull for ship in ships}
    gone = sum(hit.hits >= hulls.get(hit.ship, 0) for hit in spread)
    if not gone:
        return "no ship is left without a hull"
    lost, strikes = params[figures.LOST_IN6], params[figures.STRIKE_IN6]
    return (
        f"{gone} left without a hull; each goes down with all hands {lost} times in 6, and strikes"
        f" {strikes} times in 6"
    )


def _ask_spread(step: Step, battle_id: str, fleet_id: str) -> None:
    """A player may share the hits of his fleet out as he pleases; others take the usual way."""
    battle = step.find(SeaBattle, battle_id)
    fleet = step.find(Fleet, fleet_id)
    if battle is None or fleet is None:
        return
    outcome = next(o for o in battle.outcomes if o.fleet == fleet_id)
    if outcome.settled:
        return
    params = step.world.params
    usual = usual_spread(params, fleet.present, outcome.hits)
    sparing = sparing_spread(fleet.present, outcome.hits)
    leader = leader_of(step.world, fleet.leader)
    afloat = [ship for ship in fleet.present if ship.hull > 0]
    if leader is None or len(afloat) == 1 or outcome.hits >= fleet.hull:
        _settle_spread(step, battle_id, fleet_id, usual)
        return
    notice = HitsToSpread(
        fleet=fleet.name,
        hits=outcome.hits,
        hulls=", ".join(f"{ship.name} {ship.hull}" for ship in afloat),
        default=in_words(usual),
    )
    report_fleet(step, fleet, notice, battle_id)
    decision = ask(
        step,
        "D-NAV-04",
        f"{fleet.name} takes {outcome.hits} hits. Which ships take them? (assign_hits for any other"
        " spread)",
        who=REFEREE if leader.npc else leader.id,
        options=(
            Option(name="usual", text=in_words(usual), odds=_fates(fleet.present, usual, params)),
            Option(
                name="sparing",
                text=f"on as few ships as can be: {in_words(sparing)}",
                odds=_fates(fleet.present, sparing, params),
            ),
        ),
        default="usual",
        then=HitsSpread(subject=battle_id, fleet=fleet_id),
        about=(battle_id,),
        label=f"{battle_id}/{fleet_id}",
    )
    _set_outcome(step, battle_id, fleet_id, decision=decision)


def _set_outcome(step: Step, battle_id: str, fleet_id: str, **fields: object) -> None:
    battle = step.find(SeaBattle, battle_id)
    if battle is None:
        return
    outcomes = tuple(
        msgspec.structs.replace(each, **fields) if each.fleet == fleet_id else each
        for each in battle.outcomes
    )
    step.put(changed(battle, outcomes=outcomes))


def _settle_spread(step: Step, battle_id: str, fleet_id: str, spread: tuple[Hit, ...]) -> None:
    _set_outcome(step, battle_id, fleet_id, spread=spread, settled=True)


@chapter.settles(HitsSpread)
def hits_spread(step: Step, then: HitsSpread, choice: Choice) -> None:
    """A commander has chosen, or the limit has passed (D-NAV-04)."""
    battle = step.find(SeaBattle, then.subject)
    fleet = step.find(Fleet, then.fleet)
    if battle is None or fleet is None or battle.state != "spreading":
        return
    outcome = next((o for o in battle.outcomes if o.fleet == then.fleet), None)
    if outcome is None or outcome.settled:
        return
    if choice.option == "sparing":
        spread = sparing_spread(fleet.present, outcome.hits)
    else:
        spread = usual_spread(step.world.params, fleet.present, outcome.hits)
    _settle_spread(step, battle.id, then.fleet, spread)
    conclude_if_spread(step, battle.id)


@chapter.obeys(AssignHitsOrder)
def assign(step: Step, order: AssignHitsOrder, hand: Hand) -> None:
    """Any spread that adds up is as good as another (O-ASSIGN-HITS)."""
    fleet = fleet_commanded(step.world, hand, order.fleet, "battle_plan")
    outcome = outcome_of(step.world, fleet)
    if outcome is None:
        raise no_hits(fleet.name)
    hulls = {ship.name: ship.hull for ship in fleet.present}
    spread = require_spread(fleet.name, hulls, outcome.hits, order.hits)
    battle = next(
        b for b in step.at_place(fleet.place, SeaBattle) if b.side_of(fleet.id) is not None
    )
    decision = step.find(Decision, outcome.decision)
    if decision is not None and decision.state == "open":
        withdraw(step, decision, "you shared the hits out by an order")
    hits = tuple(Hit(ship, count) for ship, count in spread.items() if count)
    _settle_spread(step, battle.id, fleet.id, hits)
    conclude_if_spread(step, battle.id)


def conclude_if_spread(step: Step, battle_id: str) -> None:
    """When every hit is shared out, the battle is over and takes its course."""
    battle = step.find(SeaBattle, battle_id)
    if battle is None or any(not outcome.settled for outcome in battle.outcomes):
        return
    close(step, battle, "it is over")
    conclude(step, battle)
