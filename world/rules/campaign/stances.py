"""War and alliance between factions (C-TALK-04)."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from world.dispatch import Dispatch
from world.errors import Refused
from world.knowledge.picture import Source, sighting_id
from world.newsworthy import Newsworthy
from world.notice import Notice
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.faction import (
    Declared,
    Faction,
    Saying,
    declared_between,
    name_of,
)
from world.rules.campaign.nouns.facts import HostileAct, StanceChanged
from world.rules.campaign.nouns.sight import Account, StanceSeen, stance_subject
from world.rules.campaign.nouns.view import campaign_view
from world.rules.campaign.nouns.where import faction_of, whereabouts
from world.step import Step

chapter = Chapter("stances", "War, alliance, or neither")

_WORDS = {"hostile": "at war", "allied": "allied", "neutral": "neither at war nor allied"}


class StanceNotice(Notice, frozen=True, tag="stance_notice"):
    """War or alliance begins or ends (M-TALK-02)."""

    title: ClassVar[str] = "{one} and {other} are {stance}"
    wording: ClassVar[str] = "{one} and {other} are now {stance}."
    one: str
    other: str
    stance: str


chapter.declare(StanceNotice)


class StanceOrder(Order, frozen=True, tag="stance"):
    """Declare war, alliance or neither towards another faction.

    Attributes:
        faction: the other side, by its id.
        stance: what is declared; war needs one to say it, alliance both.
    """

    summary: ClassVar[str] = "declare war, alliance or neither towards another faction"
    rules: ClassVar[tuple[str, ...]] = ("C-TALK-04",)
    faction: str
    stance: Literal["war", "alliance", "neither"]

    def check(self, view: View) -> None:
        """Refuse who is not the head of his faction, and factions nobody has heard of."""
        known = campaign_view(view)
        if not known.head:
            raise _not_head()
        others = {each.id for each in known.factions} | set(known.correspondents)
        if self.faction not in others or self.faction == known.faction:
            raise _no_such_faction(self.faction, sorted(e.id for e in known.factions))


def _not_head() -> Refused:
    return Refused(
        "E-NOT-HEAD",
        "Only the head of a faction declares war and alliance; nothing was declared. Write to him.",
    )


def _no_such_faction(name: str, known: list[str]) -> Refused:
    return Refused(
        "E-NO-PATH",
        f"There is no other faction {name[:40]!r}; nothing was declared. Name one of"
        f" {', '.join(known)}.",
    )


@chapter.obeys(StanceOrder)
def declare_stance(step: Step, order: StanceOrder, hand: Hand) -> None:
    """One side says how it stands; war needs one to say it, alliance both (O-STANCE)."""
    own = faction_of(step.world, hand.author)
    side = step.find(Faction, own)
    if not own or (side is not None and side.head and side.head != hand.author):
        raise _not_head()
    lone = step.find(Commander, order.faction)
    known = step.find(Faction, order.faction) is not None or (
        lone is not None and lone.faction == lone.id
    )
    if not known or order.faction == own:
        raise _no_such_faction(order.faction, [each.id for each in step.of(Faction)])
    say(step, own, order.faction, order.stance, by=hand.author)


@chapter.on(HostileAct)
def hostile_act(step: Step, fact: HostileAct) -> None:
    """Some acts are war by themselves (C-TALK-04)."""
    if fact.faction and fact.against and fact.faction != fact.against:
        say(step, fact.faction, fact.against, "war", by=fact.by)


def say(step: Step, own: str, other: str, saying: Saying, *, by: str) -> None:
    """Put down what a faction says of another, and tell whom it concerns if it changes anything."""
    old = declared_between(step.world, own, other)
    field = "one_says" if old.one == own else "other_says"
    new: Declared = msgspec.structs.replace(old, **{field: saying})
    step.put(new)
    if new.stance == old.stance:
        return
    fact = StanceChanged(one=new.one, other=new.other, was=old.stance, now=new.stance)
    _spread(step, new, own, by)
    step.happened(fact, new.id)


def _spread(step: Step, declared: Declared, own: str, by: str) -> None:
    """Who is with the declarer knows at once, his side and the other by courier, all by news."""
    world = step.world
    words = _WORDS[declared.stance]
    notice = StanceNotice(
        one=name_of(world, declared.one), other=name_of(world, declared.other), stance=words
    )
    here = whereabouts(world, by)
    text = f"{notice.one} and {notice.other} are now {words}."
    knows = []
    for commander in step.of(Commander):
        if commander.faction not in (declared.one, declared.other) or commander.npc:
            continue
        seen = _seen(step, declared, commander.id)
        together = whereabouts(world, commander.id) == here and commander.faction == own
        if commander.id == by or together or here is None:
            step.put(seen)
            step.tell(commander.id, notice, declared.id)
            knows.append(commander.id)
            continue
        step.write(
            Dispatch(
                sender=by,
                to=commander.id,
                text=text,
                written=step.now,
                enclosed=_enclosed(seen),
                receipt=False,
                label=f"stance/{declared.id}/{commander.id}",
            )
        )
    if declared.stance == "hostile" and here is not None:
        news = Newsworthy(
            event="war",
            place=here,
            wording=f"{notice.one} and {notice.other} are at war.",
            knows=tuple(knows),
            about=declared.id,
            enclosed=_enclosed(_seen(step, declared, "")),
        )
        step.happened(news, declared.id)


def _enclosed(seen: StanceSeen) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(Account(stances=(seen,)), order="deterministic"))


def _seen(step: Step, declared: Declared, observer: str) -> StanceSeen:
    subject = stance_subject(declared.one, declared.other)
    return StanceSeen(
        id=sighting_id(observer, subject),
        observer=observer,
        subject=subject,
        where="",
        at=step.now,
        heard=step.now,
        source=Source("known"),
        stance=declared.stance,
    )
