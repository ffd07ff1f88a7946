"""Who hears of rebels, and with whom they are at war (C-REV-02, C-REV-03)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.dispatch import Dispatch
from world.knowledge.picture import Source, sighting_id
from world.newsworthy import Newsworthy
from world.notice import Notice
from world.pack import Chapter
from world.param import Param
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import Faction, name_of
from world.rules.campaign.nouns.ground import controller, scene
from world.rules.campaign.nouns.rising import Rising
from world.rules.campaign.nouns.sight import Account, StanceSeen, army_seen, stance_subject
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import captain_of, governor_of, whereabouts
from world.step import Step

chapter = Chapter("word of revolts", "Who hears of rebels, and whose enemies they are")

HOSTILE_TO = chapter.param(
    "revolt.hostile_to",
    "provoker",
    "mode",
    "C-REV-02",
    "with whom rebels are at war",
    choices=("provoker", "everybody"),
)
NOTIFY: Param[tuple[str, ...]] = chapter.param(
    "revolt.notify",
    ("scouts", "holder", "news"),
    "list",
    "C-REV-03",
    "who hears of a revolt, besides those before whose eyes the rebels stand",
)


class Revolt(Notice, frozen=True, tag="revolt"):
    """People have risen (M-REV-01)."""

    title: ClassVar[str] = "Revolt at {place}"
    wording: ClassVar[str] = (
        "Some {men} men under {leader} have risen against {against} at {place}, for {cause}."
    )
    place: str
    men: int
    leader: str
    against: str
    cause: str


chapter.declare(Revolt)


def enemies(step: Step, rising: Rising) -> list[str]:
    """The factions with which rebels are at war (C-REV-02)."""
    if step.param(HOSTILE_TO) == "provoker":
        return [rising.against]
    sides = {side.id for side in step.of(Faction)} | {c.faction for c in step.of(Commander)}
    return sorted(sides - {rising.faction})


def spread(step: Step, rising: Rising) -> None:
    """The holder of the country by courier from its stronghold, the rest by news (C-REV-03)."""
    world = step.world
    army = step.get(Army, rising.army)
    place = scene(world).called(army.place)
    notice = Revolt(
        place=place,
        men=rising.men,
        leader=world.pack.answers.title(world, rising.leader),
        against=name_of(world, rising.against),
        cause=rising.cause,
    )
    told: tuple[str, ...] = ()
    stronghold = controller(world, army.place)
    if stronghold is not None and stronghold.holder and "holder" in step.param(NOTIFY):
        told = _tell_holder(step, stronghold, rising, notice)
    if "news" in step.param(NOTIFY):
        news = Newsworthy(
            event="revolt",
            place=army.place,
            wording=f"{{}} men have risen against {notice.against} at {place}.",
            figures=(rising.men,),
            knows=told,
            about=army.id,
            enclosed=_enclosed(step, rising),
        )
        step.happened(news, army.id)


def _tell_holder(
    step: Step, stronghold: Stronghold, rising: Rising, notice: Revolt
) -> tuple[str, ...]:
    holder = stronghold.holder
    if whereabouts(step.world, holder) == stronghold.place:
        step.tell(holder, notice, rising.id)
        _know(step, rising, holder)
        return (holder,)
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=holder,
            text=f"Some {notice.men} men under {notice.leader} have risen against"
            f" {notice.against} at {notice.place}, for {notice.cause}.",
            written=step.now,
            enclosed=_enclosed(step, rising),
            receipt=False,
            label=f"revolt/{rising.id}",
        )
    )
    return ()


def stances(step: Step, rising: Rising, observer: str) -> tuple[StanceSeen, ...]:
    """What an observer knows of whose enemies they are."""
    found = []
    for enemy in enemies(step, rising):
        subject = stance_subject(enemy, rising.faction)
        found.append(
            StanceSeen(
                id=sighting_id(observer, subject),
                observer=observer,
                subject=subject,
                where="",
                at=step.now,
                heard=step.now,
                source=Source("known"),
                stance="hostile",
            )
        )
    return tuple(found)


def _enclosed(step: Step, rising: Rising) -> msgspec.Raw:
    army = step.get(Army, rising.army)
    seen = army_seen(step.world, army, captain_of(army.id), step.now, Source("eyes"))
    account = Account(armies=(seen,), stances=stances(step, rising, ""))
    return msgspec.Raw(msgspec.json.encode(account, order="deterministic"))


def _know(step: Step, rising: Rising, person: str) -> None:
    army = step.get(Army, rising.army)
    step.put(army_seen(step.world, army, person, step.now, Source("report", "the governor")))
    for stance in stances(step, rising, person):
        step.put(stance)
