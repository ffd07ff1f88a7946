"""What one person's page is drawn from, and what their orders are checked against.

Everything in it is known to the person: own troops present exactly, everybody else's as last seen
or reported, the map and the names on it, which are public.
"""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from world import gazetteer
from world.errors import Fault, Refused
from world.pack import View
from world.rules.campaign.nouns.army import Detachment, Formation
from world.rules.campaign.nouns.fleet_page import OwnFleet, SeenFleet
from world.rules.campaign.nouns.forecast import ForecastDay
from world.rules.campaign.nouns.labels import ASIDE, LABELS
from world.rules.campaign.nouns.listed_orders import ListedOrder
from world.rules.campaign.nouns.marching import Pace
from world.rules.campaign.nouns.person_page import KnownPerson, OwnPerson
from world.rules.campaign.nouns.played import SceneView
from world.rules.campaign.nouns.treaty import TreatyView
from world.scenario.problems import nearest
from world.units import GameMs, Person, Place


class MarchView(msgspec.Struct, frozen=True):
    """A march of one's own army: the way ahead, its paces, and when it should be over (ms)."""

    to: Place
    way: tuple[Place, ...]
    pace: Pace
    night: Pace
    halted: bool
    arrives: GameMs | None


class WorkView(msgspec.Struct, frozen=True):
    """A day's work of one's own army: what, where (all in reach if empty), from when (ms)."""

    what: str
    hexes: tuple[Place, ...]
    begins: GameMs
    under_way: bool


class RestView(msgspec.Struct, frozen=True):
    """A rest of one's own army: so many weeks from an instant (ms) on, and how many are over."""

    weeks: int
    begins: GameMs
    done: int


class MageView(msgspec.Struct, frozen=True):
    """Somebody with one's own army who knows magic: his books, the spells in his head.

    ``learns`` is what he is learning, '' if nothing, and ``due`` when he will know it (ms).
    """

    name: str
    books: tuple[str, ...]
    spells: tuple[str, ...]
    learns: str = ""
    due: GameMs | None = None


class RaidView(msgspec.Struct, frozen=True):
    """A detachment that is to harry: whom, to what end, from when (ms); whether it is ``out``."""

    detachment: str
    target: str
    aim: str
    begins: GameMs
    out: bool


class Lying(msgspec.Struct, frozen=True):
    """What lies abandoned where one's own army stands."""

    wagons: int = 0
    six_pounders: int = 0
    eighteen_pounders: int = 0
    supplies: int = 0


class OwnArmy(msgspec.Struct, frozen=True):
    """An army of the person's.

    ``exact`` says that the person is with it, and everything is as it is; otherwise place and
    strength are as last heard, of ``as_of`` (game ms), and the rest is not known.
    """

    id: str
    name: str
    leader: Person
    exact: bool
    as_of: GameMs | None
    place: Place
    detachments: tuple[Detachment, ...]
    soldiers: int
    noncombatants: int = 0
    wagons: int = 0
    cannon: int = 0
    supplies: int = 0
    daily_need: int = 0
    capacity: int = 0
    hungry_days: int = 0
    chest: int = 0
    purses: int = 0
    morale: int = 0
    resting: int = 0
    column_metres: int = 0
    inside: str = ""
    besieging: str = ""
    meeting: bool = False
    out_of_control: bool = False
    standing_plan: str = ""
    engines_ready: int = 0
    engines_packed: int = 0
    engine_work: str = ""
    march: MarchView | None = None
    works: tuple[WorkView, ...] = ()
    rest: RestView | None = None
    forage_reach: tuple[str, ...] = ()
    torch_reach: tuple[str, ...] = ()
    harry_reach: tuple[str, ...] = ()
    raids: tuple[RaidView, ...] = ()
    mages: tuple[MageView, ...] = ()
    lying: Lying = Lying()
    formation: Formation = Formation()
    listed: tuple[ListedOrder, ...] = ()
    list_running: str = ""


class SeenArmy(msgspec.Struct, frozen=True):
    """Somebody else's army as it was last seen or reported; ``at`` is None while it is in sight."""

    id: str
    name: str
    faction: str
    leader: Person
    place: Place
    at: GameMs | None
    source: str
    infantry: int
    cavalry: int
    artillerists: int
    wagons: int
    guns: int
    activity: str
    heading: str
    uniforms: tuple[str, ...] = ()


class CompanyView(msgspec.Struct, frozen=True):
    """A company of mercenaries that was on offer when the campaign began, as everybody knows.

    ``place`` is where it lay then; the three rates are doubloons a day for each soldier, and
    ``daily`` is what it cost a day in all.
    """

    id: str
    name: str
    commander: str
    place: str
    infantry: int
    cavalry: int
    artillery: int
    daily: int


class Undertaking(msgspec.Struct, frozen=True):
    """Something that takes its time: what, in words, and when it is done (ms); None if halted."""

    what: str
    words: str
    due: GameMs | None


class KnownStronghold(msgspec.Struct, frozen=True):
    """A stronghold as the person believes it to be; ``own`` adds what only its holder knows."""

    id: str
    name: str
    sort: str
    place: Place
    population: int
    faction: str
    holder: str
    besieged_by: str
    at: GameMs
    source: str
    own: bool = False
    soldiers: int | None = None
    threshold: int | None = None
    defence: int | None = None
    gates_open: bool = False
    stores: int | None = None
    chest: int | None = None
    loot: int | None = None
    undertakings: tuple[Undertaking, ...] = ()
    listed: tuple[ListedOrder, ...] = ()


class OpenDecision(msgspec.Struct, frozen=True):
    """A question put to the person; ``limit`` in answering time (ms)."""

    id: str
    rule: str
    question: str
    options: tuple[tuple[str, str], ...]
    default: str
    limit: int | None
    revision: int
    free_text: bool


class CaptiveView(msgspec.Struct, frozen=True):
    """A prisoner whom the person holds and is with."""

    id: str
    name: str
    may_write: bool


class FactionView(msgspec.Struct, frozen=True):
    """A faction and how it stands to the person's own, as he knows; ``rules`` of his own."""

    id: str
    name: str
    stance: Literal["own", "allied", "neutral", "hostile"]
    rules: str = ""


#: What ships find at a place: nothing, open water, a coast to anchor off, a port, a city with one.
Shore = Literal["", "water", "coast", "port", "port city"]


def _forms(_: str, name: str) -> tuple[str, str]:
    return name.casefold(), name.rpartition(" (")[0].casefold()


class CampaignView(msgspec.Struct, frozen=True, kw_only=True):
    """The page of one person.

    It says nothing of the present instant, since the world's is that of the last event, whoever
    knew of it.  ``places`` holds every hex of the map by its label, with how it is spoken of;
    ``correspondents`` everybody who can be written to; ``present`` those in the same place;
    ``shore`` what ships find where he is; ``ship_classes`` their names by their keys;
    ``companies`` the mercenaries that were on offer from the beginning; ``captives`` the prisoners
    he has with him, and ``captor`` whose prisoner he is himself, '' if free; ``challenges`` those
    who have called him out; ``himself`` what he is, and ``commanders`` what everybody can read of
    those he knows of; ``treaties`` those he has been shown; ``scenes`` those he is in;
    ``forecast`` the weather to come, for the referee.
    """

    aside: ClassVar = ASIDE
    labels: ClassVar = LABELS

    person: str
    faction: str
    head: bool
    place: Place | None
    purse: int | None
    tower: bool
    weather: str
    armies: tuple[OwnArmy, ...] = ()
    seen: tuple[SeenArmy, ...] = ()
    strongholds: tuple[KnownStronghold, ...] = ()
    factions: tuple[FactionView, ...] = ()
    decisions: tuple[OpenDecision, ...] = ()
    captives: tuple[CaptiveView, ...] = ()
    captor: str = ""
    challenges: dict[str, str] = {}
    correspondents: dict[str, str] = {}
    present: dict[str, str] = {}
    places: dict[str, str] = {}
    list_max: int = 20
    list_conditions: tuple[str, ...] = ()
    fleets: tuple[OwnFleet, ...] = ()
    seen_fleets: tuple[SeenFleet, ...] = ()
    shore: Shore = ""
    ship_classes: dict[str, str] = {}
    companies: tuple[CompanyView, ...] = ()
    himself: OwnPerson | None = None
    commanders: tuple[KnownPerson, ...] = ()
    treaties: tuple[TreatyView, ...] = ()
    scenes: tuple[SceneView, ...] = ()
    forecast: tuple[ForecastDay, ...] = ()

    def fleet_places(self) -> dict[str, str]:
        """Where each fleet is that the person knows of, his own included, as far as he knows."""
        found = {fleet.id: fleet.place for fleet in self.seen_fleets}
        found.update((fleet.id, fleet.place) for fleet in self.fleets)
        return found

    def require_fleet(self, fleet: str) -> OwnFleet:
        """The person's fleet of that id; the one they lead where none is named.

        Raises:
            Refused: E-NOT-YOURS.
        """
        own = {each.id: each for each in self.fleets}
        if fleet in own:
            return own[fleet]
        if not fleet:
            led = [each for each in self.fleets if each.leader == self.person]
            if led:
                return led[0]
        what = f"{fleet[:40]!r} is no fleet of yours" if fleet else "You lead no fleet"
        names = ", ".join(own) or "none"
        raise Refused("E-NOT-YOURS", f"{what}; nothing was ordered. Yours are: {names}.")

    def require_army(self, army: str) -> OwnArmy:
        """The person's army of that id; the one they lead where none is named.

        Raises:
            Refused: E-NOT-YOURS, E-CAPTIVE.
        """
        if self.captor:
            raise Refused(
                "E-CAPTIVE",
                f"You are a prisoner of {self.captor} and command nobody; nothing was ordered.",
            )
        own = {each.id: each for each in self.armies}
        if army in own:
            return own[army]
        if not army:
            led = [each for each in self.armies if each.leader == self.person]
            if led:
                return led[0]
        what = f"{army[:40]!r} is no army of yours" if army else "You lead no army yourself"
        names = ", ".join(own) or "none"
        if own and not army:
            names += f". Say which is meant: army={next(iter(own))}"
        raise Refused("E-NOT-YOURS", f"{what}; nothing was ordered. Yours are: {names}.")

    def require_place(self, text: str) -> str:
        """The label of a place as the person wrote it.

        Raises:
            Refused: E-NO-PATH.
        """
        if text in self.places:
            return text
        said = text.strip().casefold()
        named = list(gazetteer.written(self.places, _forms, said))
        named += [site.place for site in self.strongholds if said == site.id.casefold()]
        found = sorted(set(named))
        if len(found) == 1 and said:
            return found[0]
        if found and said:
            raise Refused(
                "E-NO-PATH",
                f"{text[:40]!r} may be any of {', '.join(found)}; nothing was ordered. Give the"
                " hex.",
            )
        names = [name.rpartition(" (")[0] for name in self.places.values() if " (" in name]
        hint = nearest(said.title(), names)
        raise Refused(
            "E-NO-PATH",
            f"There is no place {text[:40]!r} on the map; nothing was ordered. "
            + (f"Perhaps {hint}" if hint else "Give a hex such as 0102 or the name of a town."),
        )

    def require_stronghold(self, stronghold: str) -> KnownStronghold:
        """The stronghold of that id or name.

        Raises:
            Refused: E-NOT-PRESENT.
        """
        said = stronghold.strip().casefold()
        for site in self.strongholds:
            if said in (site.id.casefold(), site.name.casefold()):
                return site
        hint = nearest(said, [site.id for site in self.strongholds])
        raise Refused(
            "E-NOT-PRESENT",
            f"There is no stronghold {stronghold[:40]!r}; nothing was ordered."
            + (f" Perhaps {hint}" if hint else ""),
        )


def campaign_view(view: View) -> CampaignView:
    """The view as these rules know it.

    Raises:
        Fault: it is another pack's.
    """
    if not isinstance(view, CampaignView):
        raise Fault(f"an order of the campaign rules was checked against a {type(view).__name__}")
    return view
