"""What makes a notice old (a later one, the end of its subject, its time); what it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from world.errors import Fault
from world.template import fields_of, filled, in_english

if TYPE_CHECKING:
    from world.notice import Notice

#: The ways in which instants are said: of game time, and of answering time.
_INSTANTS: Final = frozenset({"when", "limit"})


def require_aging(notice: type[Notice]) -> None:
    """Refuse a kind of notice of which could not be told when it is old.

    Raises:
        Fault: naming the notice and what is wrong.
    """
    known = set(notice.__struct_fields__)
    for template in (notice.collapse, notice.about, notice.not_after, notice.thread):
        try:
            named = fields_of(template)
        except ValueError as error:
            raise Fault(f"{notice.__name__}: {error}") from None
        for field, _ in named:
            if field not in known:
                raise Fault(f"{notice.__name__} speaks of {{{field}}}, which it does not carry")
    if bool(notice.thread) != bool(notice.topic):
        raise Fault(f"{notice.__name__} has a thread without a topic, or the other way round")
    if notice.not_after:
        wanted = fields_of(notice.not_after)
        if len(wanted) != 1 or wanted[0][1] not in _INSTANTS:
            raise Fault(f"{notice.__name__}.not_after is one instant, as :when or as :limit")


def collapse_key(notice: Notice) -> str:
    """By what later notices supersede a notice; empty if none does."""
    return _filled(notice.collapse, notice)


def about(notice: Notice) -> str:
    """The id of the entity a notice is about; empty if it is about none."""
    return _filled(notice.about, notice)


def thread_key(notice: Notice) -> str:
    """What the notices of a thread have in common; empty if this one belongs to none."""
    return _filled(notice.thread, notice)


def last_instant(notice: Notice) -> tuple[int, str] | None:
    """The instant (ms) up to which a notice is news, and of which time: ``when`` or ``limit``.

    None if it has no end.
    """
    if not notice.not_after:
        return None
    ((field, manner),) = fields_of(notice.not_after)
    until = getattr(notice, field)
    return None if until is None else (until, manner)


def _filled(template: str, notice: Notice) -> str:
    # Most notices belong to nothing, and all are asked.
    return filled(template, msgspec.structs.asdict(notice), in_english) if template else ""
