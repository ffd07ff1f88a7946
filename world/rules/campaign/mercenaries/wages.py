"""What companies are paid every dusk, and what they do unpaid (C-MERC-01, C-MERC-03)."""

from __future__ import annotations

import msgspec

from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.pack import Chapter
from world.rules.campaign.mercenaries.events import UnpaidJudged, Wages
from world.rules.campaign.mercenaries.notices import CompanyUnpaid, PayReturned
from world.rules.campaign.mercenaries.serving import (
    bound,
    forget,
    inform,
    is_bound,
    release,
    serve,
    terms,
)
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.company import (
    Company,
    Employment,
    believed_pay,
    company_id,
    company_of,
    employment_id,
    is_believed_own,
)
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.where import whereabouts
from world.step import Step

chapter = Chapter("wages", "What mercenaries are paid, and what they do unpaid")
chapter.declare(CompanyUnpaid, PayReturned)

GRACE_DAYS = chapter.param(
    "merc.grace_days", 1, "day", "C-MERC-03", "that a company serves without its pay"
)
UNPAID = chapter.param(
    "merc.unpaid",
    "leave_neutral",
    "mode",
    "C-MERC-03",
    "what a company does that is not paid any longer",
    choices=("leave_neutral", "join_enemy", "wait"),
)


@chapter.handles(Wages)
def wages(step: Step, event: Wages) -> None:
    """Its pay, and what it is owed, comes out of the employer's chest, or does not (C-MERC-01).

    Whether he pays is his to know: he does so from when he has been told that it serves him until
    he has been told that it does not.
    """
    known = step.get(Employment, event.subject)
    company = step.get(Company, company_id(known.army))
    serves = _serving(step, known, company)
    believed = is_believed_own(step.world, known.person, known.army)
    pay = believed_pay(step.world, known.person, known.army, company.rates)
    if known.known and not believed:
        forget(step, known)
    elif not believed:
        step.put(msgspec.structs.replace(known, owed=known.owed + pay))
    elif not _paid(step, known, known.owed + pay, serves=serves):
        _unpaid(step, known, known.owed + pay, serves=serves)


def _serving(step: Step, known: Employment, company: Company) -> bool:
    """Whether a company truly serves him still; if he is with it, it knows where he is."""
    army = step.find(Army, known.army)
    if army is None or army.id != known.army or company.employer != known.person:
        return False
    if whereabouts(step.world, known.person) == army.place != company.master_at:
        step.put(msgspec.structs.replace(company, master_at=army.place))
    return True


@chapter.when_gone(Wages)
def nobody_is_paid(step: Step, event: Wages) -> None:
    """A company that serves nobody costs nothing."""


def _paid(step: Step, known: Employment, due: int, *, serves: bool) -> bool:
    employer = step.find(Commander, known.person)
    if employer is None or employer.purse < due:
        return False
    step.put(msgspec.structs.replace(employer, purse=employer.purse - due))
    step.put(
        msgspec.structs.replace(
            known,
            known=True,
            owed=0,
            unpaid=0,
            paid=due,
            paid_at=step.now,
            sent=known.sent + (0 if serves else due),
        )
    )
    return True


def _unpaid(step: Step, known: Employment, due: int, *, serves: bool) -> None:
    days, grace = known.unpaid + 1, step.param(GRACE_DAYS)
    step.put(msgspec.structs.replace(known, known=True, owed=due, unpaid=days))
    employer = step.world.pack.answers.title(step.world, known.person)
    notice = CompanyUnpaid(company=known.name, employer=employer, owed=due, days=days, grace=grace)
    # It is his chest that is short, and he knows that wherever the company is.
    step.tell(known.person, notice, known.id)
    army = step.find(Army, known.army)
    if army is None or not serves:
        return
    for person in dict.fromkeys((army.leader, REFEREE)):
        if person and person != known.person:
            step.tell(person, notice, f"{known.id}/{person}")
    if days > grace and not is_bound(step, army):
        _ask(step, army, step.get(Company, company_id(army.id)), days, due)


def _ask(step: Step, army: Army, company: Company, days: int, due: int) -> None:
    """What it does now; unless the referee says otherwise, it leaves (D-MERC-02)."""
    enemy = _nearest_enemy(step, army)
    joins = f"it goes over to {enemy.name}" if enemy is not None else "it leaves; no enemy is near"
    defaults = {"leave_neutral": "leave", "join_enemy": "join_enemy", "wait": "wait"}
    ask(
        step,
        "D-MERC-02",
        f"{army.name} has been without its pay for {days} days and is owed {due}"
        " doubloons. What does it do?",
        who=REFEREE,
        options=(
            Option(name="leave", text="it leaves, and serves nobody"),
            Option(name="join_enemy", text=joins),
            Option(name="wait", text="it waits for its money"),
        ),
        default=defaults[step.param(UNPAID)],
        then=UnpaidJudged(subject=army.id, employer=company.employer, owed=due),
        about=(army.id,),
        label=army.id,
    )


@chapter.settles(UnpaidJudged)
def unpaid_judged(step: Step, then: UnpaidJudged, choice: Choice) -> None:
    """It leaves, goes over to the enemy, or waits; a later answer amends that (D-MERC-02).

    Raises:
        Refused: E-MEETING, where it cannot change masters any more.
    """
    army, company = step.find(Army, then.subject), company_of(step.world, then.subject)
    if army is None or company is None:
        return
    if is_bound(step, army):
        if choice.by is not None:
            raise bound(army)
        return
    serves = company.employer == then.employer
    left_him = choice.amends is not None and company.former == then.employer
    if not serves and not left_him:
        return  # somebody else has hired it meanwhile
    if serves and choice.option == "wait":
        known = step.get(Employment, employment_id(then.employer, army.id))
        step.put(msgspec.structs.replace(known, unpaid=0))
        return
    enemy = _nearest_enemy(step, army, then.employer) if choice.option == "join_enemy" else None
    if company.employer:
        why = "it was not paid" if serves else "it has thought better of it"
        release(step, army.id, why)
    if choice.option == "wait":
        _back(step, army, then)
    if enemy is not None:
        serve(step, army.id, enemy)
        company_ = step.get(Company, company.id)
        step.put(msgspec.structs.replace(company_, former=then.employer))
        inform(step, army.id, enemy.id, terms(step, army.id))


def _back(step: Step, army: Army, then: UnpaidJudged) -> None:
    """It had left and serves its old master again, who owes it the same as before."""
    employer = step.find(Commander, then.employer)
    if employer is not None:
        serve(step, army.id, employer, then.owed)
        inform(step, army.id, employer.id, terms(step, army.id))


def _nearest_enemy(step: Step, army: Army, employer: str = "") -> Commander | None:
    """The commander of the army nearest to a company that is at war with its employer."""
    world = step.world
    master = step.find(Commander, employer) if employer else None
    side = master.faction if master is not None else army.faction
    found = []
    for other in step.of(Army):
        leader = step.find(Commander, other.leader) if other.leader else None
        if leader is None or leader.captor or not hostile(world, side, other.faction):
            continue
        found.append((scene(world).distance(army.place, other.place), other.id, leader))
    return min(found, key=lambda each: each[:2])[2] if found else None
