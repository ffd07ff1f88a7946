"""When notices leave, by what the rules say of their kinds and what their person wishes."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import msgspec
import structlog

from service.notify.hours import Leaving, leaves, open_from
from service.notify.preferences import Preferences
from service.store.outbox import Arranged
from world.aging import collapse_key
from world.clock import Clock
from world.errors import Refused
from world.zone import zone

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from service.notify.preferences import Use
    from service.store.gaps import Gap
    from service.store.held import Held
    from service.store.outbox import Untold
    from world.pack import Pack

log = structlog.get_logger(__name__)

_DEFAULT = Preferences()
#: Stands for "once the outage is caught up with".
_AFTER_OUTAGE = -1


class PackArranging:
    """How one pack's notices leave; see :class:`service.store.outbox.Arranging`."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack
        self.keyed = tuple(sorted(kind for kind, one in pack.notices.items() if one.collapse))

    def key(self, told: Untold) -> str:
        """By what a notice is superseded."""
        return collapse_key(self.pack.notice_decoder.decode(told.body))

    def arrange(
        self,
        told: Sequence[Untold],
        channels: Sequence[str],
        preference: bytes | None,
        now: int,
        gaps: Sequence[Gap],
    ) -> Iterator[Arranged]:
        """When each notice leaves on which channel.

        What happened during an outage waits until that is caught up with, and leaves in one
        message, unless its person has it in a digest anyway.
        """
        wanted = wishes(preference)
        yield from self._arranged(told, wanted.uses(channels), wanted, now, gaps)

    def _arranged(
        self,
        told: Sequence[Untold],
        uses: Mapping[str, Use],
        wanted: Preferences,
        now: int,
        gaps: Sequence[Gap],
    ) -> Iterator[Arranged]:
        spans = [_span(gap) for gap in gaps]
        leaving = functools.cache(functools.partial(self._leaving, wanted, now))
        for one in told:
            missed = any(begin < one.at <= end for begin, end in spans)
            how = leaving(one.kind)
            if how is None:
                continue
            key = self._key_of(one)
            for channel, use in uses.items():
                if use == "urgent" and not self._is_urgent(one.kind):
                    continue
                if how.digest:
                    yield Arranged(one.n, channel, how.due, "regular", key)
                elif missed:
                    yield Arranged(one.n, channel, _AFTER_OUTAGE, "outage", key)
                else:
                    yield Arranged(one.n, channel, how.due, "", key)

    def again(
        self, channels: Sequence[str], waiting: Sequence[Held], preference: bytes | None, now: int
    ) -> list[Arranged]:
        """When what waits already leaves, now that its person has other wishes.

        *channels* are all of the person's that are not closed.
        """
        wanted = wishes(preference)
        uses = wanted.uses(channels)
        return [
            one
            for held in waiting
            for one in self._arranged(
                [held.told],
                {held.channel_id: uses.get(held.channel_id, "all")},
                wanted,
                now,
                (),
            )
        ]

    def _leaving(self, wanted: Preferences, now: int, kind: str) -> Leaving | None:
        chapter = self.pack.told_by.get(kind, "")
        return leaves(wanted, kind, chapter, now, urgent=self._is_urgent(kind))

    def _is_urgent(self, kind: str) -> bool:
        declared = self.pack.notices.get(kind)
        return declared is not None and declared.urgent

    def _key_of(self, told: Untold) -> str | None:
        declared = self.pack.notices.get(told.kind)
        return self.key(told) if declared is not None and declared.collapse else None


@functools.lru_cache(maxsize=16)
def arranging_of(pack: Pack) -> PackArranging:
    """How a pack's notices leave."""
    return PackArranging(pack)


def after_outage(waiting: Sequence[Held], preference: bytes | None, now: int) -> Iterator[Arranged]:
    """What waited for the end of an outage leaves in one message, when it is not quiet."""
    due = open_from(wishes(preference), now)
    for held in waiting:
        yield Arranged(held.told.n, held.channel_id, due, "outage")


def wishes(preference: bytes | None) -> Preferences:
    """A person's preferences; none that can be read are those of who has none."""
    if preference is None:
        return _DEFAULT
    try:
        wanted = msgspec.json.decode(preference, type=Preferences)
        zone(wanted.zone)  # one that there was once may be gone
    except (msgspec.DecodeError, Refused) as error:
        log.warning("preferences_unread", error=type(error).__name__)
        return _DEFAULT
    return wanted


def _span(gap: Gap) -> tuple[int, int]:
    """The game instants (ms) after and up to which something happened in an outage."""
    face = msgspec.json.decode(gap.clock, type=Clock).face()
    return face.game(gap.start), face.game(gap.finish)
