"""The page of one person: everything public, and his own order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from world.decision import Decision
from world.kernel.nouns import REFEREE
from world.rules.kingdoms.nouns.charter import charter_of
from world.rules.kingdoms.nouns.dates import date_of
from world.rules.kingdoms.nouns.deadline import due
from world.rules.kingdoms.nouns.desk import ANY_SEASON, Desk, desk_of
from world.rules.kingdoms.nouns.figures import creation, turns
from world.rules.kingdoms.nouns.game import Game, game
from world.rules.kingdoms.nouns.kingdom import Kingdom, in_play, name_of, ruled_by
from world.rules.kingdoms.nouns.offer import Offer
from world.rules.kingdoms.nouns.ratings import RATINGS, level_name
from world.rules.kingdoms.nouns.rolls import general_pips
from world.rules.kingdoms.nouns.seasons import date
from world.rules.kingdoms.nouns.seat import players
from world.rules.kingdoms.nouns.turn import TURN_ID, Turn
from world.rules.kingdoms.nouns.view import (
    KingdomPage,
    KingdomsView,
    OfferPage,
    OmenPage,
    OpenDecision,
    OrderPage,
)
from world.rules.kingdoms.nouns.words import order_words

if TYPE_CHECKING:
    from world.state import World


def view(world: World, person: str) -> KingdomsView:
    """Everything a person may see (the only way out of the world for a player)."""
    now = game(world)
    turn = world.find(Turn, TURN_ID)
    own = ruled_by(world, person)
    return KingdomsView(
        person=person,
        desk=desk_of(world, person),
        charter=charter_of(world, person),
        fewest=world.params[creation.PLAYERS_MIN],
        date=date(now.year, now.season) if now.number else "",
        state=now.state,
        winner=None if now.winner is None else name_of(world, now.winner),
        deadline=None if turn is None or now.state != "open" else due(world, turn),
        open=_open(desk_of(world, person)),
        kingdoms=tuple(
            _kingdom(world, kingdom, now)
            for kingdom in world.of(Kingdom)
            if _shown(kingdom, person)
        ),
        orders=_orders(world, turn, person),
        missing=_missing(world, turn, now, person),
        offers=_offers(world, now, own),
        decisions=_decisions(world, person),
        correspondents={id: name for id, name in courts(world).items() if id != person},
        places=courts(world),
        place=person if person in courts(world) else None,
    )


def _shown(kingdom: Kingdom, person: str) -> bool:
    """A kingdom is public once it is approved (K-DEC-01); until then its player's and referee's."""
    if kingdom.state in {"in_play", "removed"}:
        return True
    return person in {kingdom.ruler, REFEREE}


def courts(world: World) -> dict[str, str]:
    """Everybody who can be written to, with the name of his kingdom once it is public."""
    found = {REFEREE: "the referee"}
    for person in players(world):
        kingdom = ruled_by(world, person)
        public = kingdom is not None and kingdom.state == "in_play"
        found[person] = kingdom.name if kingdom is not None and public else person
    return dict(sorted(found.items()))


def _open(desk: Desk) -> tuple[str, ...]:
    """What may be ordered now: the special actions of the season that are not used up, too."""
    if desk.state != "open" or not desk.kingdom or len(desk.held) >= desk.actions:
        return ()
    special = [
        kind
        for kind, seasons in desk.seasons.items()
        if desk.season in seasons and desk.used.count(kind) < desk.per_year
    ]
    pursue = ["pursue"] if desk.offered else []
    return (*ANY_SEASON, *special, *pursue, "pass")


def _kingdom(world: World, kingdom: Kingdom, now: Game) -> KingdomPage:
    economy, military, culture = (
        level_name(world.params, rating, kingdom.levels.of(rating)) for rating in RATINGS
    )
    return KingdomPage(
        id=kingdom.id,
        name=kingdom.name,
        ruler=kingdom.ruler,
        place=kingdom.place,
        traits=tuple(map(str, kingdom.traits)),
        levels=kingdom.levels,
        names=(economy, military, culture),
        general=general_pips(world.params, kingdom),
        omen=sum(omen.pips for omen in kingdom.omens if omen.first <= now.number <= omen.last),
        state=kingdom.state,
        passing=kingdom.passing,
        used=kingdom.used,
        omens=tuple(
            OmenPage(omen.what, omen.pips, date(*date_of(world.params, omen.last)))
            for omen in kingdom.omens
        ),
    )


def _orders(world: World, turn: Turn | None, person: str) -> tuple[OrderPage, ...]:
    """The orders a person may see: all, or with hidden orders his own (K-RUL-34)."""
    if turn is None:
        return ()
    public = person == REFEREE or world.params[turns.VISIBILITY] == "public"
    own = {kingdom.id for kingdom in in_play(world) if kingdom.ruler == person}
    return tuple(
        OrderPage(name_of(world, order.kingdom), order_words(world, order))
        for order in turn.orders
        if public or order.kingdom in own
    )


def _missing(world: World, turn: Turn | None, now: Game, person: str) -> tuple[str, ...]:
    """Kingdoms whose order is missing; with hidden orders nobody but the referee is told."""
    if turn is None or now.state != "open":
        return ()
    if person != REFEREE and world.params[turns.VISIBILITY] != "public":
        return ()
    given = {order.kingdom for order in turn.orders}
    return tuple(k.name for k in in_play(world) if k.id not in given and not k.passing)


def _offers(world: World, now: Game, own: Kingdom | None) -> tuple[OfferPage, ...]:
    return tuple(
        OfferPage(
            id=offer.id,
            card=offer.card,
            recipients=tuple(name_of(world, kingdom) for kingdom in offer.recipients),
            lapses=date(*date_of(world.params, offer.last)),
            yours=own is not None and own.id in offer.recipients and own.id not in offer.done,
        )
        for offer in world.of(Offer)
        if offer.first <= now.number <= offer.last
    )


def _decisions(world: World, person: str) -> tuple[OpenDecision, ...]:
    return tuple(
        OpenDecision(
            id=asked.id,
            rule=asked.rule,
            question=asked.question,
            options=tuple((option.name, option.text) for option in asked.options),
            default=asked.default,
            limit=asked.limit,
            revision=asked.revision,
            free_text=asked.free_text,
        )
        for asked in world.of(Decision)
        if asked.who == person and asked.state == "open"
    )
