"""What people are told at the year's end (K-NOT-11 to K-NOT-15, K-NOT-18)."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class YearCompared(Notice, frozen=True, tag="year_compared"):
    """The kingdoms were compared, and nobody has won (K-NOT-11)."""

    title: ClassVar[str] = "Year {year} ends without a winner"
    wording: ClassVar[str] = "{why}"
    year: int
    why: str


class EventBefalls(Notice, frozen=True, tag="event_befalls"):
    """The new year's event (K-NOT-12)."""

    title: ClassVar[str] = "{event} in {name}"
    wording: ClassVar[str] = "{story}\n\n{name}: {effect}."
    event: str
    name: str
    story: str
    effect: str


class RevoltLooms(Notice, frozen=True, tag="revolt_looms"):
    """A kingdom's Culture has come to where it revolts (K-NOT-13)."""

    title: ClassVar[str] = "{name} is on the brink"
    wording: ClassVar[str] = (
        "The Culture of {name} is {level}. If it is still so at the end of year {year}, a coin will"
        " say which of its other ratings falls."
    )
    name: str
    level: str
    year: int


class YourRevoltLooms(Notice, frozen=True, tag="your_revolt_looms"):
    """The Culture of the person's own kingdom has come to where it revolts (K-NOT-13)."""

    title: ClassVar[str] = "Your kingdom is on the brink"
    wording: ClassVar[str] = (
        "The Culture of {name} is {level}. Raise it before the end of year {year}: otherwise a coin"
        " will say which of your other ratings falls, and again every year."
    )
    name: str
    level: str
    year: int


class RevoltBreaksOut(Notice, frozen=True, tag="revolt_breaks_out"):
    """The coin of a revolt has fallen (K-NOT-14)."""

    title: ClassVar[str] = "Revolt in {name}"
    wording: ClassVar[str] = "The coin shows {side}: the {rating} of {name} {outcome}."
    name: str
    side: str
    rating: str
    outcome: str


class OmenEnds(Notice, frozen=True, tag="omen_ends"):
    """An omen, or what an opportunity had brought, has come to its end (K-NOT-15)."""

    title: ClassVar[str] = "Over in {name}: {what}"
    wording: ClassVar[str] = "{what} is over in {name}."
    name: str
    what: str


class VictoryNear(Notice, frozen=True, tag="victory_near"):
    """Somebody stands where the game is won, before the year's end (K-NOT-18)."""

    title: ClassVar[str] = "{names} at the height of power"
    wording: ClassVar[str] = "{names} {stand} at {level} in all three ratings. {outlook}"
    names: str
    stand: str
    level: str
    outlook: str


class YearOver(Notice, frozen=True, tag="year_over"):
    """A year is over: its report, to be posted (K-NOT-11, K-NOT-12, K-NOT-14).

    ``report`` is Markdown; ``bbcode`` the same for boards that take that.
    """

    title: ClassVar[str] = "Year {year} is over"
    wording: ClassVar[str] = "{report}"
    markdown: ClassVar[bool] = True
    year: int
    report: str
    bbcode: str


#: All of them, for the chapter to declare.
NOTICES = (
    YearCompared,
    EventBefalls,
    RevoltLooms,
    YourRevoltLooms,
    RevoltBreaksOut,
    OmenEnds,
    VictoryNear,
    YearOver,
)
