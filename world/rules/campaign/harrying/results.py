"""What a day's harrying brings: success, loot, losses, and the way back (C-HARRY-03 to -07)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from world.decision import Choice, Option
from world.pack import Chapter
from world.rules.campaign.harrying import figures
from world.rules.campaign.harrying.events import HarriersBack, RaidEnds, RaidReviewed
from world.rules.campaign.harrying.notices import Harried, RaidDropped, RaidOver
from world.rules.campaign.harrying.throws import (
    believed_name,
    bonus_of,
    succeeds,
    thrown,
    who,
    with_away,
)
from world.rules.campaign.nouns import day
from world.rules.campaign.nouns.army import Army, Detachment
from world.rules.campaign.nouns.chests import add_money
from world.rules.campaign.nouns.engagements import BattleJoined, WheelsTaken
from world.rules.campaign.nouns.facts import ArmyGone, ArmySetOut, LooksOtherwise, StrengthChanged
from world.rules.campaign.nouns.losses import losses_of, thinned
from world.rules.campaign.nouns.provisions import chest_of, free_room
from world.rules.campaign.nouns.raid import Raid, raids_of, raids_on
from world.rules.campaign.nouns.report import report
from world.rules.campaign.nouns.review import REROLL, held_back
from world.rules.campaign.nouns.rounding import people
from world.step import Step
from world.timeline import Event

chapter = Chapter("harrying results", "What harrying brings, and what it costs")
chapter.declare(RaidOver, Harried)


@chapter.handles(RaidEnds)
def raid_ends(step: Step, event: RaidEnds) -> None:
    """Dusk: the harriers have done what they could, and go back to their army."""
    raid = step.find(Raid, event.subject)
    army = step.find(Army, raid.army) if raid is not None else None
    if raid is None or army is None or raid.event != step.id:
        return
    mine = next((d for d in army.detachments if d.name == raid.detachment), None)
    target = step.find(Army, raid.target)
    if mine is None:
        step.remove(raid, "the detachment is no more")
        return
    if not raid.broken and (target is None or target.id == army.id):
        raid = msgspec.structs.replace(raid, broken="it is no more to be found")
    elif not raid.broken and target is not None and target.inside:
        raid = msgspec.structs.replace(raid, broken="it has gone behind walls")
    _go_back(step, raid, army)
    if raid.broken or target is None:
        # Whoever has taken the place of the one they rode against is not theirs to know.
        name = believed_name(step, army, raid)
        dropped = RaidDropped(
            army=army.name, detachment=raid.detachment, target=name, why=raid.broken
        )
        report(step, army, dropped, raid.detachment)
        return
    _harry(step, raid, mine, target)


def _go_back(step: Step, raid: Raid, army: Army) -> None:
    """They are with the colours again at once, or at the next dawn (C-HARRY-01/a)."""
    if step.param(figures.REJOINS) == "dusk":
        _back(step, raid, army)
        return
    event = step.at(day.next_dawn(step.world, step.now), HarriersBack(subject=raid.id), "back")
    step.put(msgspec.structs.replace(raid, done=True, event=event))


def _back(step: Step, raid: Raid, army: Army) -> None:
    step.remove(raid, "the harriers are back")
    step.put(
        msgspec.structs.replace(
            army,
            detachments=with_away(army, {raid.detachment}, away=False),
            harrying=tuple(each for each in army.harrying if each != raid.detachment),
        )
    )
    step.happened(LooksOtherwise(army=army.id), f"back/{raid.id}")


@chapter.handles(HarriersBack)
def harriers_back(step: Step, event: HarriersBack) -> None:
    """They were away overnight."""
    raid = step.find(Raid, event.subject)
    army = step.find(Army, raid.army) if raid is not None else None
    if raid is not None and army is not None and raid.event == step.id:
        _back(step, raid, army)


def nobody_comes_back(step: Step, event: Event) -> None:
    """Harriers of an army that is no more go home."""


chapter.when_gone(RaidEnds)(nobody_comes_back)
chapter.when_gone(HarriersBack)(nobody_comes_back)


# -- how it went ----------------------------------------------------------------------------------


def _harry(step: Step, raid: Raid, mine: Detachment, target: Army) -> None:
    """A throw decides whether they succeed; the referee may look at it first (C-GEN-08)."""
    face = raid.face or thrown(step, raid)
    good = succeeds(step, face, bonus_of(step, mine))
    army = step.get(Army, raid.army)
    held = held_back(
        step,
        f"{mine.name} of {army.name} harried {target.name} and threw {face}:"
        f" {'it succeeded' if good else 'it was beaten off'}.",
        RaidReviewed(subject=army.id, raid=raid, face=face),
        instead=(
            Option(name="success", text="it succeeds"),
            Option(name="failure", text="it is beaten off"),
        ),
        about=(army.id,),
        label=f"raid/{raid.id}",
    )
    if not held:
        _brings(step, raid, mine, target, face)


@chapter.settles(RaidReviewed)
def raid_reviewed(step: Step, then: RaidReviewed, choice: Choice) -> None:
    """Success or failure is as the referee has it, if both are there still."""
    raid = then.raid
    army, target = step.find(Army, raid.army), step.find(Army, raid.target)
    mine = next((d for d in army.detachments if d.name == raid.detachment), None) if army else None
    if mine is None or target is None:
        return
    face, bonus = then.face, bonus_of(step, mine)
    if choice.option == REROLL:
        face = thrown(step, raid)
    elif choice.option in ("success", "failure"):
        # What its commander is told of the throw agrees with what came of it.
        good = choice.option == "success"
        faces = [each for each in range(1, 7) if succeeds(step, each, bonus) is good]
        face = min(faces, key=lambda each: abs(each - face), default=face)
    _brings(step, raid, mine, target, face)


def _brings(step: Step, raid: Raid, mine: Detachment, target: Army, face: int) -> None:
    """Both commanders are told what is theirs to know."""
    bonus = bonus_of(step, mine)
    good = succeeds(step, face, bonus)
    army = step.get(Army, raid.army)
    by = who(step, army, mine)
    if good:
        result, loss, after = _succeed(step, raid, mine, target, bonus)
    else:
        result, loss, after = _beaten_off(step, army, mine), "they were beaten off", target
    over = RaidOver(
        army=army.name,
        detachment=mine.name,
        target=target.name,
        outcome="it succeeded" if good else "it was beaten off",
        roll=face,
        bonus=f" and {bonus} more" if bonus else "",
        result=result,
    )
    left = step.find(Army, army.id)
    report(step, left or army, over, mine.name, gone=left is None)
    harried = Harried(army=target.name, by=by, loss=loss)
    report(step, after, harried, raid.id, gone=not after.detachments)
    if not after.detachments:
        _destroyed(step, target, after)
    elif after is not target:
        step.happened(StrengthChanged(army=target.id, why="harrying"), raid.id)


def _succeed(
    step: Step, raid: Raid, mine: Detachment, target: Army, bonus: int
) -> tuple[str, str, Army]:
    """What success brings by its aim: what the harriers hear, the harried, and what is left."""
    if raid.aim == "kill":
        return _kill(step, mine, target)
    if raid.aim == "torch":
        dice = step.roll(
            f"stores burnt by {mine.name} of {raid.army}", step.param(figures.TORCH_DICE)
        )
        burnt = min(target.supplies, (dice.total + bonus) * mine.soldiers)
        after = msgspec.structs.replace(target, supplies=target.supplies - burnt)
        step.put(after)
        return f"They burnt {burnt} supplies.", f"they burnt {burnt} supplies", after
    dice = step.roll(f"what {mine.name} of {raid.army} carries off", step.param(figures.STEAL_DICE))
    most = (dice.total + bonus) * mine.soldiers
    if raid.aim == "loot":
        return _loot(step, raid, target, most)
    army = step.get(Army, raid.army)
    taken = min(most, target.supplies, free_room(step.world, army))
    step.put(msgspec.structs.replace(army, supplies=army.supplies + taken))
    after = msgspec.structs.replace(target, supplies=target.supplies - taken)
    step.put(after)
    return f"They bring {taken} supplies.", f"they carried off {taken} supplies", after


def _kill(step: Step, mine: Detachment, target: Army) -> tuple[str, str, Army]:
    """A fifth of their own number, spread over the enemy as losses in battle are (C-HARRY-04)."""
    params = step.world.params
    killed = people(params, mine.soldiers * step.param(figures.KILLS))
    has = target.soldiers
    share = min(Fraction(100), Fraction(100 * killed, has)) if has else Fraction(0)
    losses = losses_of(params, target, share)
    men = sum(losses.values())
    after = thinned(step.world, target, losses)
    step.put(after)
    return f"They killed {men} men.", f"{men} men were killed", after


def _loot(step: Step, raid: Raid, target: Army, most: int) -> tuple[str, str, Army]:
    """Money from the chest and the soldiers' purses, in the order of the rules (C-HARRY-06/a)."""
    chest, purses = chest_of(step.world, target), target.purses
    if step.param(figures.LOOT_SOURCE) == "chest_then_purse":
        from_chest = min(most, chest)
        from_purses = min(most - from_chest, purses)
    else:
        from_purses = min(most, purses)
        from_chest = min(most - from_purses, chest)
    after = msgspec.structs.replace(target, purses=purses - from_purses)
    step.put(after)
    add_money(step, after, -from_chest)
    taken = from_chest + from_purses
    add_money(step, step.get(Army, raid.army), taken)
    words = f"carried off {taken} doubloons"
    return f"They {words}.", f"they {words}", step.get(Army, target.id)


def _beaten_off(step: Step, army: Army, mine: Detachment) -> str:
    """The harriers lose a fifth of their own (C-HARRY-07)."""
    lost = people(step.world.params, mine.soldiers * step.param(figures.FAIL_LOSS))
    lost = min(lost, mine.soldiers)
    away = mine.name in {d.name for d in army.detachments if d.away}
    back = msgspec.structs.replace(army, detachments=with_away(army, {mine.name}, away=False))
    after = thinned(step.world, back, {mine.name: lost})
    if away:
        after = msgspec.structs.replace(after, detachments=with_away(after, {mine.name}, away=True))
    step.put(after)
    if not after.detachments:
        _destroyed(step, army, after)
    elif lost:
        step.happened(StrengthChanged(army=army.id, why="harrying"), f"beaten off/{mine.name}")
    return f"They lost {lost} men."


def _destroyed(step: Step, was: Army, after: Army) -> None:
    """An army of which nobody is left is no more; what it had on wheels lies about."""
    step.remove(after, "its last men fell to harriers, or harrying")
    gone = ArmyGone(army=was.id, place=was.place, faction=was.faction, leader=was.leader)
    step.happened(gone, was.id)
    if was.wheels:
        left = WheelsTaken(
            place=was.place, victor="", wagons=was.wagons, six=was.six, eighteen=was.eighteen
        )
        step.happened(left, was.id)


# -- what breaks it off ---------------------------------------------------------------------------


@chapter.on(BattleJoined)
def battle_joined(step: Step, fact: BattleJoined) -> None:
    """A battle of either army breaks harrying off; the harriers are out there all the same."""
    for army in (*fact.attackers, *fact.defenders):
        for raid in (*raids_of(step.world, army), *raids_on(step.world, army)):
            if raid.out and not raid.done and not raid.broken:
                step.put(msgspec.structs.replace(raid, broken="it came to a battle"))


@chapter.on(ArmySetOut)
def army_set_out(step: Step, fact: ArmySetOut) -> None:
    """Where the colours themselves went harrying, to move off is to give it up."""
    army = step.find(Army, fact.army)
    if army is None:
        return
    with_colours = {d.name for d in army.present}
    for raid in raids_of(step.world, army.id):
        if raid.out and not raid.done and not raid.broken and raid.detachment in with_colours:
            step.put(msgspec.structs.replace(raid, broken="the army moved off"))
