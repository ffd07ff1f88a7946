"""Hiring and dismissing companies (C-MERC-02, O-HIRE, O-DISMISS)."""

from __future__ import annotations

import re

import msgspec

from world.decision import Choice, Option
from world.dispatch import Delivered
from world.errors import Refused
from world.fact import Begun
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.mercenaries.events import TermsJudged
from world.rules.campaign.mercenaries.notices import CompanyGone, CompanyHired
from world.rules.campaign.mercenaries.orders import (
    DismissOrder,
    HireOrder,
    not_hired,
    not_offered,
)
from world.rules.campaign.mercenaries.serving import (
    bound,
    forget,
    inform,
    is_bound,
    march_to,
    release,
    serve,
    terms,
)
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.chests import require_funds
from world.rules.campaign.nouns.command import require_free
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.company import (
    COMPANIES,
    Company,
    Employment,
    Rates,
    company_id,
    company_of,
    daily_pay,
    employment_id,
    rates_asked,
)
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.where import CAPTAIN, whereabouts
from world.step import Step

chapter = Chapter("hiring", "Companies of mercenaries, hired and dismissed")
chapter.declare(CompanyHired, CompanyGone)

_RATE = re.compile(r"(infantry|cavalry|artillery)\s*=\s*(\d{1,12})\b")


@chapter.on(Begun)
def begun(step: Step, _: Begun) -> None:
    """The companies of the scenario are on offer."""
    if step.param(COMPANIES) != "scenario":
        return
    for army_id in scene(step.world).setup.companies:
        army, rates = step.get(Army, army_id), rates_asked(step.world, army_id)
        step.put(
            Company(
                id=company_id(army_id),
                army=army_id,
                commander=army.leader,
                home=army.faction,
                rates=rates,
                asks=rates,
            )
        )


# -- hiring ---------------------------------------------------------------------------------------


@chapter.obeys(HireOrder)
def hire(step: Step, order: HireOrder, hand: Hand) -> None:
    """The company is his who hires it, and comes to where he is."""
    world = step.world
    require_free(world, hand.author)
    employer = step.find(Commander, hand.author)
    army, company = step.find(Army, order.company), company_of(world, order.company)
    if employer is None or army is None or company is None or company.employer:
        raise not_offered(order.company, ())
    if employer.id == army.leader or hostile(world, army.faction, employer.faction):
        raise not_offered(order.company, ())
    if is_bound(step, army):
        raise bound(army)
    require_funds(employer.name, employer.purse, daily_pay(army, company.rates))
    serve(step, army.id, employer)
    inform(step, army.id, employer.id, terms(step, army.id, _comes(step, army, employer)))
    _ask_terms(step, army, employer)


def _comes(step: Step, army: Army, employer: Commander) -> str:
    """It joins him if he is there, and else marches to where he is."""
    place = whereabouts(step.world, employer.id)
    if place is None or place == army.place:
        return ""
    called = scene(step.world).called(place)
    if march_to(step, army.id, place):
        return f" It marches to {called}."
    return f" It cannot march to {called}, and waits for orders."


def _ask_terms(step: Step, army: Army, employer: Commander) -> None:
    company = step.get(Company, company_id(army.id))
    ask(
        step,
        "D-MERC-01",
        f"{employer.name} hires {army.name}, for {company.rates.words}. Is it to be had, and at"
        " what rates?",
        who=REFEREE,
        options=(
            Option(name="as_offered", text=f"{daily_pay(army, company.rates)} doubloons a day"),
            Option(
                name="other_rates",
                text="at the rates you write: infantry=2 cavalry=5 artillery=2",
            ),
            Option(name="refuse", text="it is not to be had"),
        ),
        default="as_offered",
        then=TermsJudged(subject=army.id, employer=employer.id),
        about=(army.id,),
        free_text=True,
        label=army.id,
    )


@chapter.settles(TermsJudged)
def terms_judged(step: Step, then: TermsJudged, choice: Choice) -> None:
    """The referee sets other rates, or takes the company away again (D-MERC-01).

    Raises:
        Refused: E-SYNTAX, where no rates can be read; E-MEETING, where it cannot leave.
    """
    company = company_of(step.world, then.subject)
    army = step.find(Army, then.subject)
    if company is None or army is None or company.employer != then.employer:
        return
    if choice.option == "refuse":
        if is_bound(step, army):
            raise bound(army)
        release(step, army.id, "it is not to be had")
        return
    rates = company.asks if choice.option == "as_offered" else _written(choice.text, company.asks)
    if rates != company.rates:
        step.put(msgspec.structs.replace(company, rates=rates))
        # It is the referee's word and no news from afar: whoever it concerns hears it at once.
        told = terms(step, army.id)
        for person in dict.fromkeys((then.employer, army.leader)):
            if person:
                step.tell(person, told, f"{army.id}/rates/{person}")


def _written(text: str, rates: Rates) -> Rates:
    found = {kind: int(number) for kind, number in _RATE.findall(text)}
    if not found or _RATE.sub("", text).strip(" ,;."):
        raise Refused(
            "E-SYNTAX",
            f"“{text[:60]}” cannot be read as rates; nothing was settled. Write for instance:"
            " infantry=2 cavalry=5.",
        )
    return msgspec.structs.replace(rates, **found)


# -- dismissing -----------------------------------------------------------------------------------


@chapter.obeys(DismissOrder)
def dismiss(step: Step, order: DismissOrder, hand: Hand) -> None:
    """The company stays where it is and serves nobody (O-DISMISS)."""
    require_free(step.world, hand.author)
    company = company_of(step.world, order.company)
    army = step.find(Army, order.company)
    if company is None or army is None or not company.employer:
        raise not_hired(order.company)
    if hand.author not in (company.employer, REFEREE):
        raise not_hired(order.company)
    if is_bound(step, army):
        raise bound(army)
    release(step, army.id, "it is dismissed")


@chapter.on(Delivered)
def delivered(step: Step, fact: Delivered) -> None:
    """Who reads that a company has left him takes it for his own no longer."""
    if not fact.sender.startswith(CAPTAIN) or fact.intercepted:
        return
    known = step.find(Employment, employment_id(fact.reader, fact.sender.removeprefix(CAPTAIN)))
    if known is not None and 0 <= known.over <= fact.written:
        forget(step, known)
