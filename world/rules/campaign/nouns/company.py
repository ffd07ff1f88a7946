"""Companies of mercenaries: armies that serve whoever pays them by the day (C-MERC)."""

from __future__ import annotations

from functools import partial

import msgspec

from world.entity import Entity
from world.errors import Refused
from world.kernel.nouns import REFEREE
from world.knowledge.picture import seen_by
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.sight import ArmySeen
from world.rules.campaign.nouns.view import CompanyView
from world.rules.campaign.nouns.where import faction_of, whereabouts
from world.state import World

chapter = Chapter("companies", "Companies of mercenaries")

INFANTRY = chapter.param(
    "merc.infantry_per_day", 1, "doubloon/day", "C-MERC-01", "that a hired foot soldier costs"
)
CAVALRY = chapter.param(
    "merc.cavalry_per_day", 3, "doubloons/day", "C-MERC-01", "that a hired horseman costs"
)
ARTILLERIST = chapter.param(
    "merc.artillerist_per_day", 1, "doubloon/day", "C-MERC-01", "that a hired gunner costs"
)
COMPANIES = chapter.param(
    "merc.companies",
    "scenario",
    "source",
    "C-MERC-02",
    "whether the companies of the scenario are for hire, or none at all",
    choices=("scenario", "none"),
)


class Rates(msgspec.Struct, frozen=True, gc=False):
    """Doubloons a day for each soldier of a company, by kind."""

    infantry: int
    cavalry: int
    artillery: int

    @property
    def words(self) -> str:
        """As they are told."""
        return (
            f"{self.infantry} a day for each foot soldier, {self.cavalry} for each horseman and"
            f" {self.artillery} for each gunner"
        )


class Company(Entity, frozen=True, tag="company"):
    """A company of mercenaries, found by its army's id (C-MERC-02).

    Attributes:
        army: the army it is; ``commander`` who leads it, ``home`` the side it is on by itself.
        rates: what it costs now; ``asks`` what it asks of whoever hires it next.
        employer: the commander it serves; '' for nobody.  ``former`` is the last one that it left.
        master_at: the hex in which it last knew its employer to be; '' for none.
    """

    army: str
    commander: str
    home: str
    rates: Rates
    asks: Rates
    employer: str = ""
    former: str = ""
    master_at: str = ""


class Employment(Entity, frozen=True, tag="employment"):
    """That a company serves a commander, or has served him as far as he knows.

    It stays until he has been told that it serves him no longer: what his page shows goes by it,
    and so does what leaves his chest.

    Attributes:
        over: the game instant (ms) at which it left him; -1 while it serves him.
        known: whether he has been told that it serves him.
        owed: doubloons of pay that it was not given; ``unpaid`` the dusks in a row without pay.
        paid: doubloons of the last pay, at the game instant (ms) ``paid_at``; -1 for never.
        sent: doubloons sent after it when it served him no more, which come back to him.
    """

    person: str
    army: str
    name: str
    over: int = -1
    known: bool = False
    owed: int = 0
    unpaid: int = 0
    paid: int = 0
    paid_at: int = -1
    sent: int = 0


chapter.declare(Company, Employment)


def company_id(army: str) -> str:
    """The id of the company that an army is."""
    return f"company:{army}"


def company_of(world: World, army: str) -> Company | None:
    """The company of mercenaries that an army is, if it is one."""
    return world.find(Company, company_id(army))


def employment_id(person: str, army: str) -> str:
    """The id of what a commander knows of a company's service."""
    return f"employed:{person}:{army}"


def daily_pay(army: Army, rates: Rates) -> int:
    """Doubloons that a company's soldiers cost a day; followers cost nothing (C-MERC-01)."""
    men = (army.count("infantry"), army.count("cavalry"), army.count("artillery"))
    return _pay(men, rates)


def believed_pay(world: World, person: str, army_id: str, rates: Rates) -> int:
    """Doubloons that a company costs a day by the numbers that its employer knows of.

    Losses far away show in his chest as soon as he has heard of them, and no sooner.
    """
    army = world.find(Army, army_id)
    there = army is not None and army.id == army_id
    if army is not None and there and whereabouts(world, person) == army.place:
        return daily_pay(army, rates)
    seen = seen_by(world, ArmySeen, person, army_id)
    if seen is None:
        return 0
    return _pay((seen.infantry, seen.cavalry, seen.artillerists), rates)


def _pay(men: tuple[int, int, int], rates: Rates) -> int:
    infantry, cavalry, artillery = men
    return infantry * rates.infantry + cavalry * rates.cavalry + artillery * rates.artillery


def paid_tonight(world: World, person: str, now: int) -> int:
    """Doubloons that a commander has paid to companies at this instant (M-SUP-01)."""
    if not person:
        return 0
    his = [each for each in world.of(Employment) if each.person == person]
    return sum(each.paid for each in his if each.paid_at == now)


def is_believed_own(world: World, person: str, army: str) -> bool:
    """Whether a person takes a company for his own: he is with it, or has heard nothing else.

    What happens to a company far away, its hiring included, he has to be told.
    """
    there = world.find(Army, army)
    if there is not None and there.id == army:
        if person == there.leader:
            return True
        if whereabouts(world, person) == there.place:
            return there.owner == person
    if world.find(Employment, employment_id(person, army)) is None:
        return False
    seen = seen_by(world, ArmySeen, person, army)
    return seen is not None and not seen.gone and seen.faction == faction_of(world, person)


def believed_employed(world: World, person: str) -> tuple[Employment, ...]:
    """The companies that serve a person as far as he knows, in the order of their ids."""
    return tuple(
        each
        for each in world.of(Employment)
        if each.person == person and is_believed_own(world, person, each.army)
    )


def require_divisible(world: World, army: Army) -> None:
    """Refuse what would part a company or mix it with others: it serves whole, or not at all.

    Raises:
        Refused: E-DET-INDIVISIBLE.
    """
    if company_of(world, army.id) is not None:
        raise Refused(
            "E-DET-INDIVISIBLE",
            f"{army.name} is a company of mercenaries, which serves whole and under its own"
            " commander; everybody stays as they are.",
        )


def require_own_money(world: World, army: Army, author: str) -> None:
    """Refuse to spend what belongs to a company for anybody but its own commander.

    Raises:
        Refused: E-NOT-YOURS.
    """
    if company_of(world, army.id) is not None and author not in (army.leader, REFEREE):
        raise Refused(
            "E-NOT-YOURS",
            f"The money of {army.name} is its own; nothing was paid out of it. Pay from your own"
            " chest.",
        )


def rates_asked(world: World, army: str) -> Rates:
    """What a company of the scenario asks: its own rates, where it has any, or the usual ones."""
    section = scene(world).setup.companies[army]
    params = world.params
    own = (section.infantry, section.cavalry, section.artillery)
    usual = (params[INFANTRY], params[CAVALRY], params[ARTILLERIST])
    return Rates(*(u if o is None else o for o, u in zip(own, usual, strict=True)))


def offered(world: World) -> tuple[CompanyView, ...]:
    """The companies on offer when the campaign began: what everybody knows of them (C-MERC-02).

    Who has hired one since is not told here.
    """
    if world.params[COMPANIES] != "scenario":
        return ()
    keys = scene(world).setup.companies
    return tuple(
        scene(world).once(("company on offer", key), partial(_offered, world, key)) for key in keys
    )


def _offered(world: World, army: str) -> CompanyView:
    section = scene(world).setup.armies[army]
    rates = rates_asked(world, army)
    men = {"infantry": 0, "cavalry": 0, "artillery": 0}
    for each in section.detachments:
        men[each.kind] += each.soldiers
    return CompanyView(
        id=army,
        name=section.name,
        commander=section.commander,
        place=scene(world).place(section.at),
        infantry=rates.infantry,
        cavalry=rates.cavalry,
        artillery=rates.artillery,
        daily=_pay((men["infantry"], men["cavalry"], men["artillery"]), rates),
    )
