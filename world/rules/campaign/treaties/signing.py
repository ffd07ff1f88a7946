"""Treaties are proposed, carried, signed or refused; nobody is held to them (C-TALK-02)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.dispatch import Delivered, Dispatch
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.charge import nobody_plays
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.holding import may_write
from world.rules.campaign.nouns.treaty import Heard, Treaty, signers_known
from world.rules.campaign.nouns.where import hailed, in_company, whereabouts
from world.rules.campaign.treaties.notices import TreatyConcluded, TreatySigned
from world.rules.campaign.treaties.orders import TreatyOrder, require_treaty, unknown_party
from world.step import Step
from world.timeline import Event

chapter = Chapter("treaties", "Treaties, and who signs them")
chapter.declare(TreatySigned, TreatyConcluded)


class TreatyAnswered(Event, frozen=True, tag="treaty_answered"):
    """Whether a party signs is settled; ``subject`` is the treaty (D-DIP-02)."""

    party: str


@chapter.obeys(TreatyOrder)
def propose(step: Step, order: TreatyOrder, hand: Hand) -> None:
    """The author signs, and everybody else is asked, here or by rider (O-TREATY)."""
    world, author = step.world, hand.author
    require_treaty(order, author)
    if author == REFEREE or whereabouts(world, author) is None:
        raise Refused(
            "E-NOT-PRESENT", "You are nowhere to sign anything; nothing was proposed. Arrive first."
        )
    captive = leader_of(world, author)
    if captive is not None and captive.captor and not may_write(world, captive):
        raise Refused(
            "E-CAPTIVE", "Your captor lets you write nothing; nothing was proposed. Treat with him."
        )
    titles = {world.pack.answers.title(world, each) for each in (author, *order.parties)}
    for party in order.parties:
        if party not in world.pack.answers.persons(world) and not world.buried(party):
            raise unknown_party(party)
    text = " ".join(order.text.split())
    treaty = Treaty(
        id=step.name("treaty"),
        parties=(author, *order.parties),
        text=text,
        draft=f"I propose a treaty between {', '.join(sorted(titles))}: “{text}” Will you sign it?",
        written=step.now,
        shown=(author,),
        signed=(author,),
    )
    step.put(treaty)
    for party in order.parties:
        if _together(step, author, party):
            _show(step, treaty.id, party)
        else:
            _send(step, author, party, treaty.draft, f"draft/{party}", receipt=True)


def _together(step: Step, one: str, other: str) -> bool:
    """Whether two can speak: in one place, or across the lines of a siege."""
    return in_company(step.world, one, other) or other in hailed(step.world, one)


def _send(
    step: Step, sender: str, to: str, text: str, label: str, *, receipt: bool = False
) -> None:
    step.write(
        Dispatch(sender=sender, to=to, text=text, written=step.now, receipt=receipt, label=label)
    )


@chapter.on(Delivered)
def delivered(step: Step, fact: Delivered) -> None:
    """A party reads a treaty that is proposed, or that another has signed."""
    if fact.intercepted or fact.order or fact.reader != fact.to:
        return
    for treaty in step.of(Treaty):
        if fact.reader not in treaty.parties:
            continue
        proposed = fact.sender == treaty.parties[0] and fact.text == treaty.draft
        if proposed and fact.reader not in treaty.shown:
            _show(step, treaty.id, fact.reader)
        elif fact.sender in treaty.signed and fact.text == _signature(treaty):
            _hears(step, treaty.id, fact.reader, fact.sender)


def _signature(treaty: Treaty) -> str:
    return f"I have signed: “{treaty.text}”"


def _show(step: Step, treaty_id: str, party: str) -> None:
    """A party reads it, knows who has proposed and so signed it, and is asked for his name."""
    treaty = step.get(Treaty, treaty_id)
    step.put(
        msgspec.structs.replace(
            treaty,
            shown=(*treaty.shown, party),
            heard=(*treaty.heard, Heard(party, treaty.parties[0])),
        )
    )
    title = step.world.pack.answers.title
    others = ", ".join(title(step.world, each) for each in treaty.parties if each != party)
    npc = nobody_plays(step.world, party)
    signs = f"Does {title(step.world, party)} sign it?" if npc else "Do you sign it?"
    ask(
        step,
        "D-DIP-02",
        f"{title(step.world, treaty.parties[0])} proposes a treaty with {others}:"
        f" “{treaty.text}” {signs}",
        who=_voice(step, party),
        options=(
            Option(name="refuse", text="do not sign"),
            Option(name="sign", text="sign; nothing but your word will hold you to it"),
        ),
        default="refuse",
        then=TreatyAnswered(subject=treaty.id, party=party),
        about=(treaty.id,),
        waits=True,
        label=f"{treaty.id}/{party}",
    )


@chapter.settles(TreatyAnswered)
def answered(step: Step, then: TreatyAnswered, choice: Choice) -> None:
    """He signs, or does not; the others hear it from him."""
    treaty = step.find(Treaty, then.subject)
    if treaty is None or whereabouts(step.world, then.party) is None:
        return
    signs = choice.option == "sign"
    if signs:
        step.put(msgspec.structs.replace(treaty, signed=(*treaty.signed, then.party)))
        _concluded(step, treaty.id, then.party)
    elif choice.by is None:
        return  # who leaves it lying tells nobody
    words = _signature(treaty) if signs else f"I will not sign: “{treaty.text}”"
    title = step.world.pack.answers.title(step.world, then.party)
    for other in treaty.parties:
        if other == then.party:
            continue
        if not _together(step, then.party, other):
            _send(step, then.party, other, words, f"{treaty.id}/{other}")
            continue
        what = "has signed" if signs else "will not sign"
        notice = TreatySigned(name=title, what=what, text=treaty.text)
        step.tell(_voice(step, other), notice, f"{treaty.id}/{other}")
        if signs:
            _hears(step, treaty.id, other, then.party)


def _hears(step: Step, treaty_id: str, party: str, signer: str) -> None:
    treaty = step.get(Treaty, treaty_id)
    if signer in signers_known(treaty, party):
        return
    step.put(msgspec.structs.replace(treaty, heard=(*treaty.heard, Heard(party, signer))))
    _concluded(step, treaty_id, party)


def _concluded(step: Step, treaty_id: str, party: str) -> None:
    """Tell a party who knows that all have signed."""
    treaty = step.get(Treaty, treaty_id)
    if not signers_known(treaty, party) >= set(treaty.parties):
        return
    title = step.world.pack.answers.title
    names = ", ".join(title(step.world, each) for each in treaty.parties)
    notice = TreatyConcluded(parties=names, text=treaty.text)
    step.tell(_voice(step, party), notice, f"{treaty.id}/{party}")


def _voice(step: Step, party: str) -> str:
    """Who is told for a party: himself, or the referee who speaks for him."""
    return REFEREE if nobody_plays(step.world, party) else party
