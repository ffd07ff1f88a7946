"""What people are told about money (M-TAX-01, M-RAN-01, M-MON-01)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class TaxOrdered(Notice, frozen=True, tag="tax_ordered"):
    """Collectors have set out (M-ORD-01)."""

    title: ClassVar[str] = "{place} collects its taxes"
    wording: ClassVar[str] = "{place} collects its taxes; they will be in at {due:when}."
    place: str
    due: int


class TaxesIn(Notice, frozen=True, tag="taxes_in"):
    """Taxes are in (M-TAX-01)."""

    title: ClassVar[str] = "{place}: {sum} doubloons of taxes are in"
    wording: ClassVar[str] = (
        "The taxes of {place} are in: {sum} doubloons, which lie there.{revolt}"
    )
    place: str
    sum: int
    revolt: str = ""


class TaxStopped(Notice, frozen=True, tag="tax_stopped"):
    """A collection came to nothing (C-TAX-02/a)."""

    title: ClassVar[str] = "The collection of {place} has come to nothing"
    wording: ClassVar[str] = "The collection of {place} has come to nothing: {why}."
    place: str
    why: str


class RansomTaken(Notice, frozen=True, tag="ransom_taken"):
    """A captured place has paid for its life (M-RAN-01)."""

    title: ClassVar[str] = "{place} pays {sum} doubloons"
    wording: ClassVar[str] = "{place} has paid a ransom of {sum} doubloons to {victor}."
    place: str
    sum: int
    victor: str


class BonusPaid(Notice, frozen=True, tag="bonus_paid"):
    """The men were paid a bonus (C-BON-01)."""

    title: ClassVar[str] = "{army} is paid {sum} doubloons"
    wording: ClassVar[str] = (
        "The men of {army} were paid {sum} doubloons, {each} a man. They carry {purses} doubloons"
        " now, which take room."
    )
    army: str
    sum: int
    each: int
    purses: int


class Purchase(Notice, frozen=True, tag="purchase"):
    """Something was bought, or is not to be had (M-MON-01)."""

    title: ClassVar[str] = "{buyer}: {goods}"
    wording: ClassVar[str] = "{buyer}, {goods}: {what}"
    buyer: str
    goods: str
    what: str
