"""When a person wants to be told of what, in one campaign.

A pure description: :mod:`service.notify.hours` says at which instant something leaves by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from world.errors import BadInput
from world.zone import zone as zone_named

if TYPE_CHECKING:
    from collections.abc import Iterable

How = Literal["at_once", "digest", "off"]
Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
#: What a channel is used for: everything, or only what cannot wait.
Use = Literal["all", "urgent"]

WEEKDAYS: tuple[Weekday, ...] = (
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
)
#: Stands for every kind of notice that is not named.
OTHERS = "*"
_MINUTES = 1440


class Preferences(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a person is told of what; as it stands here: of everything, at once.

    Attributes:
        zone: the IANA zone of all that follows.
        kinds: how notices are told, by kind (``letter_arrived``), by chapter (``letters.*``) or
            all others (``*``); the narrowest that fits holds.
        quiet_from, quiet_to: quiet hours as ``22:00`` and ``07:00``, both empty for none; what
            comes in them is told at their end.
        quiet_days: weekdays that are quiet throughout.
        digest_at, digest_day: the hour of the digest, and its weekday; without one it is daily.
        urgent: whether what cannot wait (a decision about to expire) breaks quiet hours and does
            not wait for a digest.
        channels: what a channel is used for, by its id; one that is not named, for all.  What is
            said of one that was closed holds again when it is used again.
    """

    zone: str = "UTC"
    kinds: dict[str, How] = msgspec.field(default_factory=dict)
    quiet_from: str = ""
    quiet_to: str = ""
    quiet_days: tuple[Weekday, ...] = ()
    digest_at: str = "08:00"
    digest_day: Weekday | Literal[""] = ""
    urgent: bool = True
    channels: dict[str, Use] = msgspec.field(default_factory=dict)

    def how(self, kind: str, chapter: str) -> How:
        """How a notice of that kind, which that chapter of the rules tells, is told."""
        for name in (kind, f"{chapter}.*", OTHERS):
            if name in self.kinds:
                return self.kinds[name]
        return "at_once"

    def uses(self, channels: Iterable[str]) -> dict[str, Use]:
        """What each of the person's *channels* is used for: those that are not closed, by id.

        Where all that were named for everything are closed, those that are left are used for
        everything: nobody who had a place for the rest is told of it nowhere.
        """
        wanted = {id: self.channels.get(id, "all") for id in channels}
        if "all" not in wanted.values() and "all" in self.channels.values():
            return dict.fromkeys(wanted, "all")
        return wanted

    @property
    def quiet(self) -> tuple[int, int] | None:
        """Quiet hours in minutes after local midnight, from and to; None for none."""
        if not self.quiet_from:
            return None
        return minutes(self.quiet_from), minutes(self.quiet_to)


def minutes(text: str) -> int:
    """The minute of the day that ``07:30`` names.

    Raises:
        BadInput: it names none.
    """
    hour, colon, minute = text.partition(":")
    plain = text.isascii() and hour.isdecimal() and minute.isdecimal() and len(text) <= 5
    if not (colon and plain and int(hour) < 24 and len(minute) == 2 and int(minute) < 60):
        raise BadInput(f"{text[:20]!r} is no hour of the day; nothing was kept. Write it as 07:30.")
    return int(hour) * 60 + int(minute)


def require_sensible(wanted: Preferences, kinds: Iterable[str], channels: Iterable[str]) -> None:
    """Refuse preferences that say nothing that can be kept to.

    *kinds* are the names that ``kinds`` may have, *channels* the person's channels.

    Raises:
        BadInput, Refused: saying which part is wrong; E-ZONE for the zone.
    """
    zone_named(wanted.zone)
    for name in sorted(wanted.kinds.keys() - {*kinds, OTHERS}):
        raise BadInput(
            f"No notice of this campaign is of the kind {name[:80]!r}; nothing was kept. See the"
            " kinds listed beside your preferences."
        )
    for name in sorted(wanted.channels.keys() - set(channels)):
        raise BadInput(f"You have no channel {name[:40]!r} in this campaign; nothing was kept.")
    minutes(wanted.digest_at)
    if bool(wanted.quiet_from) != bool(wanted.quiet_to):
        raise BadInput("Quiet hours have a beginning and an end, or neither; nothing was kept.")
    if wanted.quiet is not None and wanted.quiet[0] == wanted.quiet[1]:
        raise BadInput(
            "Quiet hours that end when they begin are none, or all day; nothing was kept. Leave"
            " both empty, or switch notices off."
        )
    if len(set(wanted.quiet_days)) == len(WEEKDAYS):
        raise BadInput(
            "With all seven days quiet nothing would ever be told; nothing was kept. Switch notices"
            " off instead, or leave a day."
        )
