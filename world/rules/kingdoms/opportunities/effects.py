"""What an opportunity brings besides levels: the referee says what, and how long (K-DEC-08)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from world.decision import Choice, Decision, Option, Question
from world.errors import Refused
from world.kernel.deciding import withdraw
from world.kernel.nouns import REFEREE
from world.rules.kingdoms.nouns.audience import tell_public
from world.rules.kingdoms.nouns.dates import turn_named, turn_words
from world.rules.kingdoms.nouns.figures import turns
from world.rules.kingdoms.nouns.game import GAME_ID, game
from world.rules.kingdoms.nouns.kingdom import Kingdom, Omen, name_of
from world.rules.kingdoms.nouns.ratings import signed
from world.rules.kingdoms.opportunities.notices import EffectGranted
from world.step import Step
from world.timeline import Event

if TYPE_CHECKING:
    from world.rules.kingdoms.nouns.offer import Offer
    from world.rules.kingdoms.nouns.turn import Outcome

_RULE = "K-DEC-08"
_PIPS = re.compile(r"([+-][0-9]{1,2})\s+until\s+(.+)")
_WORDS = re.compile(r"(.{1,300}?)\s+until\s+(.+)", re.DOTALL)


class EffectEntered(Event, frozen=True, tag="effect_entered"):
    """What a card brings a kingdom besides levels is settled (K-DEC-08)."""

    kingdom: str
    card: str


def ask_of_effect(step: Step, outcome: Outcome, offer: Offer) -> None:
    """Ask what comes of the part of a card that is no level, if it has one (K-DEC-08)."""
    words = {"success": offer.card.other_gain, "disaster": offer.card.other_loss}
    other = words.get(outcome.result, "")
    if not other:
        return
    kingdom = outcome.order.kingdom
    step.ask(
        Question(
            rule="K-DEC-08",
            question=(
                f"{name_of(step.world, kingdom)} has “{other}” of “{offer.card.title}”. What does"
                " that do, and until when?"
            ),
            who=REFEREE,
            options=(
                Option(name="none", text="no effect"),
                Option(name="pips", text="pips on all its rolls, such as: +1 until Y2.Wi"),
                Option(name="words", text="something in words, such as: free passage until Y2.Wi"),
            ),
            default="none",
            then=EffectEntered(subject=kingdom, kingdom=kingdom, card=offer.card.title),
            about=(GAME_ID,),
            limit_ms=step.param(turns.TIMEOUT_H) * 3_600_000,
            free_text=True,
        ),
        f"{kingdom}/{offer.id}",
    )


def withdraw_questions(step: Step, kingdom: str) -> None:
    """What a kingdom had of a roll that was annulled is asked no more (K-DEC-10)."""
    for asked in step.of(Decision):
        if asked.rule == _RULE and asked.state == "open":
            then = msgspec.json.decode(asked.then, type=EffectEntered)
            if then.kingdom == kingdom:
                withdraw(step, asked, "its roll was annulled")


def effect_entered(step: Step, then: EffectEntered, choice: Choice) -> None:
    """The kingdom has the effect until its end (K-DEC-08).

    Pips count in the turns that open from now on, so that nobody's order is overtaken by them.

    Raises:
        Refused: E-EFFECT, E-DATE for an answer that is not understood; the question stays open.
    """
    if choice.option == "none":
        return
    form = _PIPS if choice.option == "pips" else _WORDS
    found = form.fullmatch(" ".join(choice.text.split()))
    if found is None:
        example = "+1 until Y2.Wi" if choice.option == "pips" else "free passage until Y2.Wi"
        raise Refused(
            "E-EFFECT",
            f"The effect was not understood; nothing was settled. Write it with its end, such as:"
            f" {example}.",
        )
    now = game(step.world)
    params = step.world.params
    first = now.number + (now.state in {"open", "closing"})
    last = turn_named(params, found[2].rstrip("."))
    if last < first:
        raise Refused(
            "E-DATE",
            f"{turn_words(params, last).capitalize()} is past; nothing was settled. Name a turn"
            f" from {turn_words(params, first)} on.",
        )
    pips = int(found[1]) if choice.option == "pips" else 0
    what = f"{signed(pips)} on all rolls (“{then.card}”)" if pips else found[1]
    kingdom = step.get(Kingdom, then.kingdom)
    omen = Omen(pips, first, last, what)
    step.put(msgspec.structs.replace(kingdom, omens=(*kingdom.omens, omen)))
    notice = EffectGranted(
        name=kingdom.name, card=then.card, effect=what, until=turn_words(params, last)
    )
    tell_public(step, notice, then.kingdom)
