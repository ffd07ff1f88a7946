"""What a battle brings to everybody in it: losses, morale, captures, guns, and who must go."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.newsworthy import Newsworthy
from world.pack import Chapter
from world.rules.campaign.battle import figures
from world.rules.campaign.battle.events import GunsJudged
from world.rules.campaign.battle.forces import close
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.battle.outcome import Fate, fates_of
from world.rules.campaign.battle.reckoning import Unit
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.battle import Battle
from world.rules.campaign.nouns.engagements import (
    ArmyBeaten,
    BattleFought,
    CommanderTaken,
    LossesTaken,
    PlaceStormed,
    StrongholdAttacked,
    WheelsTaken,
)
from world.rules.campaign.nouns.facts import ArmyGone, MoraleMoves, StrengthChanged
from world.rules.campaign.nouns.garrison import after_battle
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.guns import unguarded
from world.rules.campaign.nouns.leavings import lying_at
from world.rules.campaign.nouns.losses import losses_of, thinned, with_wheels, without_guns
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.siege import siege_of
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.step import Step

chapter = Chapter("battles over", "What battles bring to those who fought them")
chapter.declare(BattleOver)


class Fought(msgspec.Struct, frozen=True):
    """A battle as it was fought, with what it cost."""

    battle: Battle
    fates: tuple[Fate, ...]
    lost: dict[str, int]

    def side(self, number: int) -> tuple[Fate, ...]:
        """The fates of a side."""
        return tuple(fate for fate in self.fates if fate.unit.side == number)

    @property
    def stormed(self) -> bool:
        """Whether it was an assault, and won."""
        return self.battle.sort == "assault" and any(fate.won for fate in self.side(0))

    @property
    def winners(self) -> tuple[str, ...]:
        """Armies of the side that won; nobody after a draw."""
        return tuple(fate.army.id for fate in self.fates if fate.won)

    @property
    def losers(self) -> tuple[str, ...]:
        """Armies of the side that lost."""
        return tuple(fate.army.id for fate in self.fates if fate.won is False)


def conclude(step: Step, battle: Battle, units: Sequence[Unit], totals: dict[str, int]) -> None:
    """Apply the result of a battle and tell everybody who was there (C-BAT-04, M-BAT-02)."""
    fates = fates_of(step.world, battle, units, totals)
    close(step, battle, "the battle is fought")
    meeting = step.find(Meeting, battle.meeting) if battle.meeting else None
    plans = {party.army: party.plan for party in (meeting.parties if meeting else battle.parties)}
    if meeting is not None:
        step.put(msgspec.structs.replace(meeting, state="standoff"))
    lost = {fate.army.id: _loses(step, battle, fate) for fate in fates}
    fought = Fought(battle, fates, lost)
    for fate in fates:
        objective = plans[fate.army.id].objective if fate.army.id in plans else ""
        _tell(step, fought, fate, objective)
    _siege_attacked(step, battle, meeting)
    for fate in fates:
        if fate.morale:
            why = f"the battle at {scene(step.world).called(battle.place)}"
            step.happened(MoraleMoves(army=fate.army.id, by=fate.morale, why=why), fate.army.id)
    for fate in fates:
        _capture(step, fought, fate)
    for fate in fates:
        _strength(step, fate)
    for fate in fates:
        if fate.won is False and fate.army.id != battle.stronghold:
            _guns(step, fought, fate)
    sorties = {party.army for party in (meeting.parties if meeting else ()) if party.sortie}
    _beaten(step, fought, sorties)
    _announce(step, fought)


def _loses(step: Step, battle: Battle, fate: Fate) -> int:
    """Each detachment loses its share; returns how many men that are in all (C-BAT-04)."""
    losses = losses_of(step.world.params, fate.army, fate.percentage)
    after = thinned(step.world, fate.army, losses)
    if fate.army.id == battle.stronghold:
        step.put(after_battle(step.get(Stronghold, battle.stronghold), after))
    else:
        step.put(after)
        taken = LossesTaken(
            army=fate.army.id,
            num=fate.percentage.numerator,
            den=fate.percentage.denominator,
            losses=tuple((d.name, d.soldiers, losses.get(d.name, 0)) for d in fate.army.present),
        )
        step.happened(taken, f"{battle.id}/{fate.army.id}")
    return sum(losses.values())


# -- telling --------------------------------------------------------------------------------------

_OUTCOMES = {True: "Victory", False: "Defeat", None: "A drawn battle"}


def _tell(step: Step, fought: Fought, fate: Fate, objective: str) -> None:
    battle = fought.battle
    enemies = fought.side(1 - fate.unit.side)
    modifiers = ", ".join(f"{m.words} {m.value:+d}" for m in fate.unit.modifiers)
    more = []
    if objective:
        side = fate.unit.side
        defends = battle.sides[1 - side].attacks and not battle.sides[side].attacks
        kept = "kept" if fate.won is None and defends else "did not attain"  # C-BAT-03
        more.append(f" It {'attained' if fate.won else kept} its objective: {objective}")
    notice = BattleOver(
        army=fate.army.name,
        enemies=", ".join(enemy.army.name for enemy in enemies),
        place=scene(step.world).called(battle.place),
        outcome=_OUTCOMES[fate.won],
        margin=_margin(fate),
        modifiers=modifiers or "nothing",
        lost=fought.lost[fate.army.id],
        men=fate.army.soldiers,
        enemy_lost=_roughly(step, sum(fought.lost[enemy.army.id] for enemy in enemies)),
        more="".join(more),
    )
    if fate.army.id == battle.stronghold:
        report_place(step, step.get(Stronghold, battle.stronghold), notice, battle.id)
    else:
        after = step.get(Army, fate.army.id)
        report(step, after, notice, battle.id, gone=not after.detachments)


def _margin(fate: Fate) -> str:
    if fate.won is None:
        return "neither side won"
    if fate.won and fate.beaten:
        return f"though it was itself beaten by {fate.difference}"
    if not fate.difference:
        return "though it did no better than the enemy itself"
    return f"by {fate.difference}"


def _roughly(step: Step, men: int) -> str:
    """The enemy's losses as they are told (C-BAT-04/a)."""
    to = max(1, step.param(figures.REPORT_ROUNDING))
    about = (men + to // 2) // to * to
    return f"about {about}" if about else "hardly any"


def _announce(step: Step, fought: Fought) -> None:
    battle = fought.battle
    names = [", ".join(fate.army.name for fate in fought.side(side)) for side in (0, 1)]
    place = scene(step.world).called(battle.place)
    if fought.winners:
        won = next(fate.unit.side for fate in fought.fates if fate.won)
        words = f"{names[won]} beat {names[1 - won]} at {place}; {{}} men fell."
    else:
        words = f"{names[0]} and {names[1]} fought at {place}, and neither won; {{}} men fell."
    attacking = [side for side in (0, 1) if battle.sides[side].attacks]
    fact = BattleFought(
        place=battle.place,
        meeting=battle.meeting,
        stronghold=battle.stronghold,
        winners=fought.winners,
        losers=fought.losers,
        attackers=tuple(f.army.id for side in attacking for f in fought.side(side)),
        attacked=tuple(
            f.army.id for side in (0, 1) if side not in attacking for f in fought.side(side)
        ),
    )
    step.happened(fact, battle.id)
    news = Newsworthy(
        event="battle",
        place=battle.place,
        wording=words,
        figures=(sum(fought.lost.values()),),
        knows=tuple(sorted({f.army.leader for f in fought.fates if f.army.leader})),
        about=battle.id,
    )
    step.happened(news, battle.id)


# -- what it brings -------------------------------------------------------------------------------


def _siege_attacked(step: Step, battle: Battle, meeting: Meeting | None) -> None:
    """A battle with the besiegers, by relief or sortie, gives the besieged heart (C-SIEGE-03)."""
    siege = siege_of(step.world, battle.place)
    if meeting is None or siege is None:
        return
    fought = {*battle.sides[0].armies, *battle.sides[1].armies}
    if fought & set(siege.armies):
        step.happened(StrongholdAttacked(stronghold=siege.stronghold), battle.id)


def _capture(step: Step, fought: Fought, fate: Fate) -> None:
    """A beaten commander may be taken (C-BAT-05); not in a place that falls (C-AFT-05/a)."""
    if fate.capture is None or not fate.army.leader:
        return
    if fought.stormed and fate.unit.side == 1 and step.param(figures.ESCAPE_REPLACES):
        return
    if not step.chance(f"capture of {fate.army.leader}", fate.capture, 6):
        return
    captor = fate.captor.army
    fact = CommanderTaken(
        person=fate.army.leader,
        holds=captor.id,
        place=fought.battle.place,
    )
    step.happened(fact, fate.army.id)


def _strength(step: Step, fate: Fate) -> None:
    """An army has fewer men, or is no more."""
    army = step.find(Army, fate.army.id)
    if army is None:
        return
    if army.detachments:
        step.happened(StrengthChanged(army=army.id, why="a battle"), army.id)
        return
    step.remove(army, "it was destroyed in battle")
    gone = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(gone, army.id)


def _standing(step: Step, fought: Fought, *, besides: str = "") -> tuple[str, ...]:
    """The winning armies that are there still, the largest first."""
    found = [army for each in fought.winners if (army := step.find(Army, each)) is not None]
    found.sort(key=lambda army: (-army.soldiers, army.id))
    return tuple(army.id for army in found if army.id != besides)


def _beaten(step: Step, fought: Fought, sorties: set[str]) -> None:
    """Who was beaten goes back and is tested; who was beaten behind walls has lost the place."""
    battle = fought.battle
    if fought.stormed:
        _stormed(step, fought)
    site = stronghold_at(step.world, battle.place)
    for fate in fought.fates:
        army = step.find(Army, fate.army.id)
        if army is None or fate.army.id == battle.stronghold:
            continue
        defends = battle.sort == "assault" and fate.unit.side == 1
        draw = (
            fate.won is None
            and battle.sort == "field"
            and step.param(figures.DRAW_RETREAT) == "attacker"
            and battle.sides[fate.unit.side].attacks
            and not battle.sides[1 - fate.unit.side].attacks
        )
        if not (fate.beaten or draw) or (defends and fought.stormed):
            continue  # what becomes of defenders is for whoever takes the place (C-AFT-08)
        lines = battle.sort == "assault" and step.param(figures.ATTACKER_RETREAT) == "lines"
        lines = lines or defends
        fact = ArmyBeaten(
            army=army.id,
            place=battle.place,
            victors=_standing(step, fought, besides=army.id),
            retreats=(fate.retreats or draw) and not lines,
            tested=fate.beaten,
            walls=site.id if site is not None and army.id in sorties else "",
        )
        step.happened(fact, army.id)


def _stormed(step: Step, fought: Fought) -> None:
    """An assault that was won takes the place (C-ASLT-07)."""
    _taken(step, fought.battle, [step.get(Army, each) for each in _standing(step, fought)])


def _taken(step: Step, battle: Battle, armies: list[Army]) -> None:
    if not armies:
        return
    first = armies[0]
    siege = siege_of(step.world, battle.place)
    fact = PlaceStormed(
        stronghold=battle.stronghold,
        victor=first.leader or first.owner,
        army=first.id,
        armies=tuple(army.id for army in armies),
        weeks=siege.weeks if siege is not None else 0,
    )
    step.happened(fact, battle.id)


def take_empty(step: Step, battle: Battle) -> None:
    """A place with nobody in it is taken without a fight (C-ASLT-01/b)."""
    close(step, battle, "there was nobody to defend it")
    _taken(step, battle, [a for each in battle.sides[0].armies if (a := step.find(Army, each))])


# -- unguarded guns -------------------------------------------------------------------------------

_EXCESS = {"captured_on_defeat": "captured", "lost_on_defeat": "lost", "saved": "saved"}


def _guns(step: Step, fought: Fought, fate: Fate) -> None:
    """Guns that a beaten army's foot cannot guard fall to the victor (C-ART-05/a, D-ART-02)."""
    army = step.find(Army, fate.army.id)
    victors = _standing(step, fought)
    if army is None:
        return
    guns = unguarded(step.world, army)
    if not guns.count:
        return
    ask(
        step,
        "D-ART-02",
        f"{army.name} was beaten and has {guns.count} guns that nobody guards. What becomes of"
        " them?",
        who=REFEREE,
        options=(
            Option(name="captured", text="the victor takes them"),
            Option(name="lost", text="they are lost to everybody"),
            Option(name="saved", text="they are saved"),
        ),
        default=_EXCESS[step.param(figures.EXCESS)],
        then=GunsJudged(
            subject=army.id,
            place=army.place,
            victor=victors[0] if victors else "",
            six=guns.six,
            eighteen=guns.eighteen,
        ),
        about=(army.id,),
        label=army.id,
    )


@chapter.settles(GunsJudged)
def guns_judged(step: Step, then: GunsJudged, choice: Choice) -> None:
    """The guns change hands, are lost or saved; an amended answer first gives them back."""
    army = step.find(Army, then.subject)
    if army is None:
        return
    if choice.amends in ("captured", "lost"):
        then = _given_back(step, then, captured=choice.amends == "captured")
        whole = with_wheels(army.detachments, 0, then.six, then.eighteen)
        army = msgspec.structs.replace(army, detachments=whole)
        step.put(army)
    if choice.option == "saved":
        return
    step.put(without_guns(army, then.six, then.eighteen))
    if choice.option == "captured":
        fact = WheelsTaken(
            place=then.place, victor=then.victor, six=then.six, eighteen=then.eighteen
        )
        step.happened(fact, army.id)
    step.happened(StrengthChanged(army=army.id, why="guns lost"), f"guns/{army.id}")


def _given_back(step: Step, then: GunsJudged, *, captured: bool) -> GunsJudged:
    """The guns that can still be given back: what the victor has, or what lies on the field."""
    if not captured:
        return then
    victor = step.find(Army, then.victor) if then.victor else None
    if victor is None:
        lies = lying_at(step.world, then.place)
        six, eighteen = min(then.six, lies.six), min(then.eighteen, lies.eighteen)
        left = msgspec.structs.replace(lies, six=lies.six - six, eighteen=lies.eighteen - eighteen)
        step.put(left)
        return msgspec.structs.replace(then, six=six, eighteen=eighteen)
    after = without_guns(victor, then.six, then.eighteen)
    step.put(after)
    return msgspec.structs.replace(
        then, six=victor.six - after.six, eighteen=victor.eighteen - after.eighteen
    )
