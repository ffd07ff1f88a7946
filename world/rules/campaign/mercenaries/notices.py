"""What is told of mercenaries (M-MERC-01)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class CompanyHired(Notice, frozen=True, tag="company_hired"):
    """A company has entered somebody's service, or its terms are other than they were."""

    title: ClassVar[str] = "{company} serves {employer}"
    wording: ClassVar[str] = (
        "{company} serves {employer} from now on, for {terms}: {daily} doubloons every dusk.{goes}"
    )
    company: str
    employer: str
    terms: str
    daily: int
    goes: str = ""


class CompanyUnpaid(Notice, frozen=True, tag="company_unpaid"):
    """A company was not given its pay."""

    title: ClassVar[str] = "{company} is not paid"
    wording: ClassVar[str] = (
        "{company} was to be given {owed} doubloons by {employer}, which are not in his chest. It"
        " has been without pay for {days:count|day|days}; after {grace} it serves no longer."
    )
    company: str
    employer: str
    owed: int
    days: int
    grace: int


class CompanyGone(Notice, frozen=True, tag="company_gone"):
    """A company has left somebody's service."""

    title: ClassVar[str] = "{company} has left the service of {employer}"
    wording: ClassVar[str] = "{company} serves {employer} no longer: {why}."
    company: str
    employer: str
    why: str


class PayReturned(Notice, frozen=True, tag="pay_returned"):
    """Pay that was sent after a company that serves no longer has come back."""

    title: ClassVar[str] = "{sum} doubloons sent to {company} come back"
    wording: ClassVar[str] = (
        "{company} had left your service before you knew. {sum} doubloons that were sent after it"
        " come back to your chest."
    )
    company: str
    sum: int
