"""How armies march and camp, and whether it matters when they are met (C-ARMY-06, D-ARMY-04)."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from world.decision import Choice, Option
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.order import Hand, Order
from world.pack import Chapter, View
from world.rules.campaign.nouns.army import Army, Formation
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.command import addressee, commanded
from world.rules.campaign.nouns.engagements import MeetingBegan
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.meeting import DOES_IT_MATTER, Meeting
from world.rules.campaign.nouns.view import campaign_view
from world.step import Step
from world.timeline import Event

chapter = Chapter("formations", "March and camp formations")

_LONGEST = 500


class FormationOrder(Order, frozen=True, tag="formation"):
    """Say how an army marches and how it camps; the referee is shown it when that may matter.

    Attributes:
        march: how it marches, in your own words.
        camp: how it camps.
        army: which of your armies; the one you lead if not said.
    """

    summary: ClassVar[str] = "say how an army marches and camps"
    rules: ClassVar[tuple[str, ...]] = ("C-ARMY-06",)
    march: str = ""
    camp: str = ""
    army: str = ""

    def addressee(self, author: str) -> str:
        """The captain of the army named, or the author."""
        return addressee(author, self.army)

    def check(self, view: View) -> None:
        """Refuse another's army, and whole books."""
        campaign_view(view).require_army(self.army)
        _require_short(self)


def _require_short(order: FormationOrder) -> None:
    if max(len(order.march), len(order.camp)) > _LONGEST:
        raise Refused(
            "E-SYNTAX",
            f"A formation is said in at most {_LONGEST} characters; the old one stands. Say it"
            " shorter.",
        )


class FormationJudged(Event, frozen=True, tag="formation_judged"):
    """Whether an army's formation matters where it was met is settled (D-ARMY-04)."""

    army: str


@chapter.obeys(FormationOrder)
def form(step: Step, order: FormationOrder, hand: Hand) -> None:
    """The army marches and camps so from now on; what is left empty stays (O-FORMATION)."""
    army = commanded(step.world, hand, order.army, "formation")
    _require_short(order)
    old = army.formation
    formation = Formation(march=order.march or old.march, camp=order.camp or old.camp)
    step.put(msgspec.structs.replace(army, formation=formation))


@chapter.on(MeetingBegan)
def meeting_began(step: Step, fact: MeetingBegan) -> None:
    """The referee is shown how an army that is met was marching or camping."""
    for army_id in fact.armies:
        army = step.find(Army, army_id)
        if army is None:
            continue
        marching = army.march is not None
        text = army.formation.march if marching else army.formation.camp
        if not text:
            continue
        does = "marches" if marching else "camps"
        place = scene(step.world).called(army.place)
        ask(
            step,
            "D-ARMY-04",
            f"{army.name} is met in {place}. It {does} so: “{text}”" + DOES_IT_MATTER,
            who=REFEREE,
            options=(
                Option(name="no", text="no"),
                Option(name="clears", text="it is in battle order, whatever it was found at"),
                Option(name="causes", text="it is caught out of battle order (C-BAT-M12)"),
                Option(name="tactics", text="it counts with the worth of its plan (D-BAT-03)"),
            ),
            default="no",
            then=FormationJudged(subject=fact.meeting, army=army.id),
            about=(fact.meeting,),
            label=army.id,
        )


@chapter.settles(FormationJudged)
def formation_judged(step: Step, then: FormationJudged, choice: Choice) -> None:
    """It puts an army in battle order, or out of it, in this meeting (C-BAT-M12)."""
    meeting = step.find(Meeting, then.subject)
    if meeting is None or choice.option not in ("clears", "causes"):
        return
    caught = "its formation" if choice.option == "causes" else ""
    parties = tuple(
        msgspec.structs.replace(party, caught=caught, formed=choice.option == "clears")
        if party.army == then.army
        else party
        for party in meeting.parties
    )
    step.put(msgspec.structs.replace(meeting, parties=parties))
