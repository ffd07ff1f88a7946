"""A march: the way, its paces, and how far it has come."""

from __future__ import annotations

from typing import Literal

import msgspec

from world.rules.campaign.nouns.ratio import ZERO, Ratio

Pace = Literal["none", "normal", "forced"]


class Offset(msgspec.Struct, frozen=True, gc=False):
    """Where an army stands between two hexes: ``metres`` from the middle of its own hex.

    ``towards`` is the neighbour on whose way it stands; ``wait`` what is left of the time at the
    river on that way, in daylights, or None if it has not come to one (C-FORD-01).
    """

    towards: str
    metres: Ratio
    wait: Ratio | None = None


class MarchDay(msgspec.Struct, frozen=True, gc=False):
    """One date on which an army marched (C-MARCH-02).

    ``metres`` were covered by daylight; ``effort`` is the same in metres of plain road, by which
    weekly ceilings are measured.
    """

    date: int
    by_day: bool = False
    by_night: bool = False
    forced: bool = False
    night_forced: bool = False
    metres: Ratio = ZERO
    effort: Ratio = ZERO


class Disorder(msgspec.Struct, frozen=True, gc=False):
    """An army that takes no orders (C-ROUT-05).

    Attributes:
        kind: it flees, is too shaken to do anything, or has laid down its arms.
        left: hexes it still flees; ``field`` the hex it flees from.
        pending: the event that ends this hex of its flight, or its paralysis; ``waits`` says that
            the flight was due while an enemy held it up.
    """

    kind: Literal["flight", "paralysis", "disarmed"]
    left: int = 0
    field: str = ""
    pending: str = ""
    waits: bool = False


class March(msgspec.Struct, frozen=True, gc=False):
    """A march that was ordered and is not over.

    A step leads from the middle of a hex to the middle of the next; the army belongs to the hex it
    left until the step is done.  Where it stood on another way it first goes back over it.

    Attributes:
        path: hex labels from where it set out to its goal; the army stands in ``path[at]``.
        goal: the last of them as it was ordered, though the army may have lost its way.
        day, night: pace by day and by night.
        column: name under which armies march as one (C-COL-02); ``set_out`` the date and first
            step, by which they do so unnamed; '' until it has set out.
        back: metres to go back first, on the way towards ``back_from``.
        covered: metres done of this step, those back included.
        wait: how many daylights (or nights) it has still to stand at the river of this step; None
            before it has come to one.
        since: game instant (ms) since which it has been in motion; -1 while it stands.
        speed: metres a ms in motion; ``waits`` daylights (or nights) a ms at a river.
        effort: metres of plain road that a metre now counts for in weekly ceilings.
        pending: the event that ends this stretch; ``stretches`` counts them.
        long: whether its column was last found to be over the limit (C-MARCH-08).
        halted: whether a meeting holds it up.
        astray: the fork where it took a wrong road in the dark, until dawn; '' if it did not.
        dusk: the hex in which the dark found it marching, until dawn; '' by day and while it rests.
        told: when it goes on (ms), as its commander was last told; he is told no more before that.
    """

    path: tuple[str, ...]
    goal: str
    at: int = 0
    day: Pace = "normal"
    night: Pace = "none"
    column: str = ""
    set_out: str = ""
    back: Ratio = ZERO
    back_from: str = ""
    covered: Ratio = ZERO
    wait: Ratio | None = None
    since: int = -1
    speed: Ratio = ZERO
    waits: Ratio = ZERO
    effort: Ratio = ZERO
    pending: str = ""
    stretches: int = 0
    long: bool = False
    halted: bool = False
    astray: str = ""
    dusk: str = ""
    told: int = -1

    @property
    def here(self) -> str:
        """The hex it stands in."""
        return self.path[self.at]

    @property
    def ahead(self) -> str | None:
        """The next hex; None at the end of the way."""
        return self.path[self.at + 1] if self.at + 1 < len(self.path) else None
