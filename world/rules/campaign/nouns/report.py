"""How word of an army or a place reaches whoever commands it: at once, or by courier.

A commander with his army learns of its affairs at once, an absent owner by courier; the same holds
for the holder of a stronghold (section 35 of the rules).
"""

from __future__ import annotations

import msgspec

from world.dispatch import Dispatch
from world.knowledge.picture import Source
from world.notice import Notice
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.sight import Account, army_seen, fleet_seen, place_seen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import (
    captain_of,
    commander_inside,
    governor_of,
    whereabouts,
)
from world.step import Step
from world.template import filled, in_english


def in_words(step: Step, notice: Notice) -> str:
    """What a notice says, as a letter says it."""
    calendar = step.world.calendar
    return filled(
        notice.wording,
        msgspec.structs.asdict(notice),
        lambda value, manner: (
            calendar.format(value, "short") if manner == "when" else in_english(value, manner)
        ),
    )


def report(step: Step, army: Army, notice: Notice, label: str = "", *, gone: bool = False) -> None:
    """Tell whoever commands an army; its absent owner by courier from its captain.

    With ``gone`` it is the last that is heard of the army.  A captain whose army is out of control
    sends nobody (C-ROUT-05).
    """
    label = f"{army.id}/{label}"
    if army.leader:
        step.tell(army.leader, notice, label)
    elif not army.owner or (army.disorder is not None and not gone):
        return
    elif whereabouts(step.world, army.owner) == army.place:
        step.tell(army.owner, notice, label)
    else:
        step.write(
            Dispatch(
                sender=captain_of(army.id),
                to=army.owner,
                text=in_words(step, notice),
                written=step.now,
                start=army.place,
                enclosed=account_of(step, army, gone=gone),
                receipt=False,
                label=f"{type(notice).__name__}/{label}",
            )
        )


def account_of(step: Step, *armies: Army, gone: bool = False) -> msgspec.Raw:
    """Where armies are and how strong, as a captain encloses it in a letter about his own."""
    captain = captain_of(armies[0].id)
    seen = tuple(
        msgspec.structs.replace(
            army_seen(step.world, army, captain, step.now, Source("eyes")), gone=gone
        )
        for army in armies
    )
    return msgspec.Raw(msgspec.json.encode(Account(armies=seen), order="deterministic"))


def report_fleet(
    step: Step, fleet: Fleet, notice: Notice, label: str = "", *, gone: bool = False
) -> None:
    """Tell whoever commands a fleet; its absent owner by courier from its captain.

    With ``gone`` it is the last that is heard of the fleet.
    """
    label = f"{fleet.id}/{label}"
    if fleet.leader:
        step.tell(fleet.leader, notice, label)
    elif not fleet.owner:
        return
    elif whereabouts(step.world, fleet.owner) == fleet.place:
        step.tell(fleet.owner, notice, label)
    else:
        step.write(
            Dispatch(
                sender=captain_of(fleet.id),
                to=fleet.owner,
                text=in_words(step, notice),
                written=step.now,
                start=fleet.place,
                enclosed=account_of_fleets(step, fleet, gone=gone),
                receipt=False,
                label=f"{type(notice).__name__}/{label}",
            )
        )


def tell_if_aboard(step: Step, fleet: Fleet, notice: Notice, label: str = "") -> None:
    """Tell the commander who leads a fleet; a captain keeps such things to himself."""
    if fleet.leader:
        step.tell(fleet.leader, notice, f"{fleet.id}/{label}")


def account_of_fleets(step: Step, *fleets: Fleet, gone: bool = False) -> msgspec.Raw:
    """Where fleets are and what ships they have, as a captain encloses it about his own."""
    captain = captain_of(fleets[0].id)
    seen = tuple(
        msgspec.structs.replace(
            fleet_seen(step.world, fleet, captain, step.now, Source("eyes")), gone=gone
        )
        for fleet in fleets
    )
    return msgspec.Raw(msgspec.json.encode(Account(fleets=seen), order="deterministic"))


def account_of_place(step: Step, stronghold: str) -> msgspec.Raw:
    """Whose a stronghold is and who lies before it, as news and letters tell it."""
    site = step.get(Stronghold, stronghold)
    seen = place_seen(step.world, site, governor_of(site.id), step.now, Source("eyes"))
    return msgspec.Raw(msgspec.json.encode(Account(places=(seen,)), order="deterministic"))


def tell_if_led(step: Step, army: Army, notice: Notice, label: str = "") -> None:
    """Tell the commander who is with an army; a captain keeps such things to himself."""
    if army.leader:
        step.tell(army.leader, notice, f"{army.id}/{label}")


def report_place(step: Step, stronghold: Stronghold, notice: Notice, label: str = "") -> None:
    """Tell the commander inside a stronghold at once, and its absent holder by courier."""
    label = f"{stronghold.id}/{label}"
    inside = commander_inside(step.world, stronghold)
    if inside is not None and (inside.id, notice) not in [(who, n) for who, _, n in step.told]:
        # Whoever has just led his army in was told as its commander.
        step.tell(inside.id, notice, label)
    holder = stronghold.holder
    if not holder or (inside is not None and inside.id == holder):
        return
    if whereabouts(step.world, holder) == stronghold.place:
        step.tell(holder, notice, label)
        return
    step.write(
        Dispatch(
            sender=governor_of(stronghold.id),
            to=holder,
            text=in_words(step, notice),
            written=step.now,
            enclosed=account_of_place(step, stronghold.id),
            receipt=False,
            label=f"{type(notice).__name__}/{label}",
        )
    )
