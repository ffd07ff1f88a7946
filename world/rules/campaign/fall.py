"""A place changes hands (C-AFT-01, C-AFT-08).

What the victor makes of it (pillage, ransom, stores, followers) comes with the chapter on the
aftermath, which hears of it by :class:`PlaceFell`.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dispatch import Dispatch
from world.knowledge.picture import Source
from world.newsworthy import Newsworthy
from world.notice import Notice
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import name_of
from world.rules.campaign.nouns.facts import ArmyGone, FallsBack, PlaceFell, PlaceYields
from world.rules.campaign.nouns.report import account_of_place, report
from world.rules.campaign.nouns.retreat import retreat_to
from world.rules.campaign.nouns.sight import place_seen
from world.rules.campaign.nouns.stronghold import Standing, Stronghold, quartered
from world.rules.campaign.nouns.where import governor_of, whereabouts
from world.step import Step

chapter = Chapter("fall", "What becomes of a place that yields")

GARRISON = chapter.param(
    "aftermath.garrison_default",
    "disband",
    "mode",
    "C-AFT-08",
    "what becomes of armies that yield without terms",
    choices=("disband", "march_out"),
)


class PlaceTaken(Notice, frozen=True, tag="place_taken"):
    """A stronghold has fallen (M-AFT-01)."""

    title: ClassVar[str] = "{place} has fallen to {victor}"
    wording: ClassVar[str] = "{place} has yielded {how} to {victor} of {faction}."
    place: str
    victor: str
    faction: str
    how: str


class Dispersed(Notice, frozen=True, tag="dispersed"):
    """An army that yielded is no more, or marches out."""

    title: ClassVar[str] = "{army} {what}"
    wording: ClassVar[str] = "{place} has yielded: {army} {what}."
    army: str
    place: str
    what: str


chapter.declare(PlaceTaken, Dispersed)


@chapter.on(PlaceYields)
def place_yields(step: Step, fact: PlaceYields) -> None:
    """The holder changes; the garrison disperses, or marches out on terms."""
    world = step.world
    stronghold = step.get(Stronghold, fact.stronghold)
    victor = step.get(Army, fact.army)
    title = world.pack.answers.title(world, fact.victor)
    old_holder, old_faction = stronghold.holder, stronghold.faction
    notice = PlaceTaken(
        place=stronghold.name,
        victor=title,
        faction=name_of(world, victor.faction),
        how="on terms" if fact.terms else "without terms",
    )
    for army in quartered(world, stronghold):
        _turn_out(step, army, stronghold, terms=fact.terms)
    step.put(
        msgspec.structs.replace(
            step.get(Stronghold, stronghold.id),
            holder=fact.victor,
            faction=victor.faction,
            standing=Standing(),
            left=(),
            gates_open=False,
            taken=step.now,
        )
    )
    report(step, victor, notice, stronghold.id)
    _tell_old_holder(step, stronghold, old_holder, notice)
    fell = PlaceFell(
        stronghold=stronghold.id,
        old_holder=old_holder,
        old_faction=old_faction,
        victor=fact.victor,
    )
    step.happened(fell, stronghold.id)
    news = Newsworthy(
        event="fall",
        place=stronghold.place,
        wording=f"{stronghold.name} has fallen to {title} of {notice.faction}.",
        knows=(victor.leader,) if victor.leader else (),
        about=stronghold.id,
        enclosed=account_of_place(step, stronghold.id),
    )
    step.happened(news, stronghold.id)


def _turn_out(step: Step, army: Army, stronghold: Stronghold, *, terms: bool) -> None:
    """What becomes of an army inside (C-AFT-08/a)."""
    to = retreat_to(step.world, army, "")
    marches = (terms or step.param(GARRISON) == "march_out") and to is not None
    what = "marches out with its arms" if marches else "lays down its arms and disperses"
    notice = Dispersed(army=army.name, place=stronghold.name, what=what)
    report(step, army, notice, stronghold.id, gone=not marches)
    if marches and to is not None:
        step.put(msgspec.structs.replace(army, inside=""))
        step.happened(FallsBack(army=army.id, to=to), army.id)
        return
    step.remove(army, f"it laid down its arms in {stronghold.name}")
    gone = ArmyGone(army=army.id, place=army.place, faction=army.faction, leader=army.leader)
    step.happened(gone, army.id)


def _tell_old_holder(step: Step, stronghold: Stronghold, holder: str, notice: PlaceTaken) -> None:
    """Whoever lost it learns of it at once if he is there, else by courier (M-AFT-01)."""
    commander = step.find(Commander, holder) if holder else None
    if commander is None:
        return
    place = whereabouts(step.world, holder)
    if place == stronghold.place:
        after = step.get(Stronghold, stronghold.id)
        step.put(place_seen(step.world, after, holder, step.now, Source("eyes")))
        step.tell(holder, notice, f"lost/{stronghold.id}")
        return
    text = f"{stronghold.name} has yielded {notice.how} to {notice.victor} of {notice.faction}."
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=holder,
            text=text,
            written=step.now,
            start=stronghold.place,
            enclosed=account_of_place(step, stronghold.id),
            receipt=False,
            label=f"fall/{stronghold.id}",
        )
    )
