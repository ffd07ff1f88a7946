"""What an army does by its doctrine when something has happened, one plain order at a time."""

from __future__ import annotations

from world.errors import Refused
from world.knowledge.picture import picture_of, seen_by
from world.order import Hand
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.battle import engaged
from world.rules.campaign.nouns.charge import played_by_referee
from world.rules.campaign.nouns.faction import friendly, hostile
from world.rules.campaign.nouns.obeying import have_obeyed
from world.rules.campaign.nouns.provisions import daily_need, days_left
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.rules.campaign.nouns.where import captain_of
from world.step import Step


def act(step: Step, army_id: str) -> None:
    """Do what doctrine says, if the army is free to: go where it belongs, go inside, or forage."""
    army = step.find(Army, army_id)
    if army is None or army.id != army_id or not _is_free(step, army):
        return
    doctrine = army.doctrine
    if not doctrine.paused:
        if doctrine.act == "defend" and _defend(step, army):
            return
        if doctrine.act == "follow" and _follow(step, army):
            return
    if _is_hungry(step, army) and not enemies_in_sight(step, army):
        do(step, army, "forage")


def _is_free(step: Step, army: Army) -> bool:
    idle = army.march is None and not army.works and army.rest is None and not army.engines.job
    return (
        idle
        and army.disorder is None
        and not engaged(step.world, army.place, army.id)
        and not played_by_referee(step.world, army)
    )


def do(step: Step, army: Army, word: str, **parts: str) -> bool:
    """Let an order of doctrine take hold; what cannot be done now is left for another time."""
    author = army.leader or army.owner
    receiver = army.leader or captain_of(army.id)
    hand = Hand(author=author, receiver=receiver, number=0, written=step.now, in_advance=True)
    try:
        with step.within(f"doctrine/{word}"):
            have_obeyed(step, word, hand, army=army.id, **parts)
    except Refused:
        return False
    return True


def enemies_in_sight(step: Step, army: Army) -> list[ArmySeen]:
    """The hostile armies that whoever leads an army has before his eyes."""
    observer = army.leader or captain_of(army.id)
    return [
        seen
        for seen in picture_of(step.world, ArmySeen, observer)
        if seen.in_sight and hostile(step.world, army.faction, seen.faction)
    ]


def _defend(step: Step, army: Army) -> bool:
    """Make for the stronghold it is to keep, and go inside before the enemy."""
    whom = army.doctrine.whom
    home = step.find(Stronghold, whom) if whom else stronghold_at(step.world, army.place)
    if home is None or not friendly(step.world, army.faction, home.faction):
        return False
    if home.place != army.place:
        return do(step, army, "march", to=home.place)
    if army.inside or not (whom or enemies_in_sight(step, army)):
        return False
    return do(step, army, "garrison")


def _follow(step: Step, army: Army) -> bool:
    """Set out with the army it follows, or make for where it was last seen."""
    leader = step.find(Army, army.doctrine.whom)
    if leader is not None and leader.place == army.place:
        march = leader.march
        if march is None or not march.set_out:
            return False
        column = {"column": march.column} if march.column else {}
        return do(step, army, "march", to=march.goal, pace=march.day, night=march.night, **column)
    observer = army.leader or captain_of(army.id)
    seen = seen_by(step.world, ArmySeen, observer, army.doctrine.whom)
    if seen is None or seen.gone or seen.where == army.place:
        return False
    return do(step, army, "march", to=seen.where)


def _is_hungry(step: Step, army: Army) -> bool:
    need = daily_need(step.world, army)
    return need > 0 and days_left(need, army.supplies) < army.doctrine.forage_under
