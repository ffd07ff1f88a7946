"""Why channels are closed: kept in English, said to their owners in their language.

A reason is one of these, and what more is known in brackets: "mails to it came back (5.1.1: there
is no such mailbox)".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from service.language.catalogue import english

if TYPE_CHECKING:
    from service.language.catalogue import Tongue

WANTS_NOTHING: Final = english("the receiver wants nothing more")
NO_ADDRESS: Final = english("nothing can be sent to such an address")
IN_VAIN: Final = english("nothing could be delivered for days")
CAME_BACK: Final = english("mails to it came back")
FORBIDDEN: Final = english("the operator of this server has nothing more sent to it")
UNSUBSCRIBED: Final = english("whoever reads it wanted no more mails")


def because(reason: str, more: str = "") -> str:
    """A reason with what more is known of it."""
    return f"{reason} ({more})" if more else reason


def said(why: str, tongue: Tongue) -> str:
    """A reason as it was kept, in a reader's language as far as that is translated."""
    reason, bracket, more = why.removesuffix(")").partition(" (")
    if not bracket:
        return tongue.phrase(why)
    code, colon, words = more.rpartition(": ")
    return f"{tongue.phrase(reason)} ({code}{colon}{tongue.phrase(words)})"
