"""Non-player holders who are written or spoken to: what they answer (C-NPC-01, D-NPC-01)."""

from __future__ import annotations

from world.decision import Choice, Option
from world.dispatch import Delivered, Dispatch, Spoken
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.charge import holds_for_nobody, is_in_hand, nobody_plays
from world.rules.campaign.nouns.commander import leader_of
from world.rules.campaign.nouns.engagements import PlaceYields
from world.rules.campaign.nouns.faction import friendly
from world.rules.campaign.nouns.obeying import have_obeyed
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    army_led_by,
    faction_of,
    stronghold_of_office,
    whereabouts,
)
from world.step import Step
from world.timeline import Event

chapter = Chapter("treating", "What non-player holders answer to letters and words")

_OPTIONS = (
    Option(name="sits_tight", text="he sits tight and answers nothing"),
    Option(name="refuse", text="he refuses; with words of yours he says so"),
    Option(name="bargain", text="he bargains; write what he asks"),
    Option(name="yield", text="he opens the gates, if the other's men are before them"),
    Option(name="ally", text="he declares alliance, if that is his to declare"),
)
#: What he says where the referee leaves the words to him.
_WORDS = {
    "refuse": "I hold this place and shall go on holding it.",
    "bargain": "Make me an offer that is worth my while.",
    "yield": "My gates are open to you.",
    "ally": "We are of one mind. My faction declares for yours.",
}


class HolderAnswers(Event, frozen=True, tag="holder_answers"):
    """What a non-player holder answers is settled (D-NPC-01); ``to`` is who treats with him."""

    to: str


@chapter.on(Delivered)
def delivered(step: Step, fact: Delivered) -> None:
    """Somebody has written to a holder nobody plays."""
    if not fact.order and not fact.intercepted:
        _ask(step, fact.reader, fact.sender, fact.text, fact.letter)


@chapter.on(Spoken)
def spoken(step: Step, fact: Spoken) -> None:
    """Somebody has spoken to one, on the spot or across the lines."""
    for person in fact.to or fact.present:
        _ask(step, person, fact.speaker, fact.text, person)


def _ask(step: Step, holder: str, to: str, text: str, label: str) -> None:
    world = step.world
    if not holds_for_nobody(world, holder) or is_in_hand(world, holder) or nobody_plays(world, to):
        return
    title = world.pack.answers.title
    commander = leader_of(world, holder)
    temper = commander.temperament if commander is not None else ""
    of_what_temper = f" He is {temper}." if temper else ""
    ask(
        step,
        "D-NPC-01",
        f"{title(world, to)} says to {title(world, holder)}: “{text}”{of_what_temper} What does he"
        " answer?",
        who=REFEREE,
        options=_OPTIONS,
        default="sits_tight",
        then=HolderAnswers(subject=holder, to=to),
        about=(),
        free_text=True,
        label=f"{holder}/{label}",
    )


@chapter.settles(HolderAnswers)
def holder_answers(step: Step, then: HolderAnswers, choice: Choice) -> None:
    """He sits tight, or answers by a rider of his and does what he says."""
    holder, to = then.subject, then.to
    if choice.option == "sits_tight" and not choice.text:
        return
    if choice.option == "yield":
        _yield(step, holder, to)
    elif choice.option == "ally":
        _ally(step, holder, to)
    words = choice.text or _WORDS.get(choice.option, "")
    if words and whereabouts(step.world, holder) is not None:
        step.write(
            Dispatch(
                sender=holder,
                to=to,
                text=words,
                means="talk",
                written=step.now,
                receipt=False,
                label=f"answer/{holder}",
            )
        )


def _yield(step: Step, holder: str, to: str) -> None:
    """The place he is in opens to whoever treats with him, if that one's army stands before it."""
    place = stronghold_of_office(step.world, holder) or _place_of(step, holder)
    army = army_led_by(step.world, to)
    if place is None or army is None or army.place != place.place:
        return
    fact = PlaceYields(
        stronghold=place.id, victor=to, army=army.id, terms=True, weeks=0, treaty=True
    )
    step.happened(fact, place.id)


def _place_of(step: Step, person: str) -> Stronghold | None:
    at = whereabouts(step.world, person)
    sites = step.at_place(at, Stronghold) if at is not None else ()
    return next((site for site in sites if site.holder == person), None)


def _ally(step: Step, holder: str, to: str) -> None:
    """He declares alliance where his faction lets him; the other side has to want it, too."""
    commander = leader_of(step.world, holder)
    faction = faction_of(step.world, to)
    if commander is None or not faction or friendly(step.world, commander.faction, faction):
        return
    hand = Hand(author=holder, receiver=holder, number=0, written=step.now, in_advance=True)
    try:
        have_obeyed(step, "stance", hand, faction=faction, stance="alliance")
    except Refused:
        return
