"""Decisions: questions put to a person, which never stop the timeline.

A decision has options, a default and a time limit in answering time, and ``then``: an event whose
handler runs with the choice when the answer comes or the limit passes, in the world of that moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from world.entity import Entity
from world.errors import Refused
from world.timeline import Event

if TYPE_CHECKING:
    from collections.abc import Sequence

Mode = Literal["waits", "at_once", "beforehand"]


class Option(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One way to answer; ``odds`` in words where they can be computed."""

    name: str
    text: str
    odds: str = ""


class Decision(Entity, frozen=True, tag="decision"):
    """A question that is open, or was answered.

    Attributes:
        rule: the rule's decision id (``D-SIEGE-03``).
        who: the person asked (``gm`` for the referee).
        mode: ``waits`` (nothing is applied before the answer or the limit); ``at_once`` (the
            default is applied now, an answer within the limit amends it from its own instant on);
            ``beforehand`` (asked ahead, settled at the due game instant, by whatever was answered
            until then).
        about: ids of the entities it is about.
        limit: answering time (ms) at which the default is taken; for ``beforehand`` None.
        revision: raised when the question changes; an answer names the one it saw.
        free_text: whether an answer may carry a sentence of its own.
        choice, text: what was chosen; while it is open, what was answered beforehand so far.
    """

    rule: str
    question: str
    who: str
    options: tuple[Option, ...]
    default: str
    about: tuple[str, ...] = ()
    mode: Mode = "waits"
    then: msgspec.Raw = msgspec.Raw(b"null")
    asked: int = 0
    limit: int | None = None
    due: int | None = None
    timer: str = ""
    revision: int = 1
    free_text: bool = False
    state: Literal["open", "answered", "defaulted", "withdrawn"] = "open"
    choice: str | None = None
    text: str = ""
    settled: int | None = None

    def option(self, name: str) -> Option:
        """The option of that name.

        Raises:
            Refused: there is none; the message lists those there are.
        """
        for option in self.options:
            if option.name == name:
                return option
        names = ", ".join(option.name for option in self.options)
        raise Refused("E-OPTION", f"There is no option {name!r}; choose one of: {names}.")

    def require_answer(self, name: str, text: str) -> None:
        """Refuse what is no answer to this question; no part of one is ever dropped.

        Raises:
            Refused: E-OPTION as :meth:`option`; E-ANSWER-TEXT for words where none are taken.
        """
        self.option(name)
        if text and not self.free_text:
            raise Refused(
                "E-ANSWER-TEXT",
                "This question takes no words of your own, only one of its options; nothing was"
                " decided. Answer it again without them.",
            )


class Choice(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What was chosen: handed to the handler of ``then``.

    ``by`` is the person, or None where the default was taken; ``amends`` says that the default of
    an ``at_once`` decision has been applied already and is now replaced.
    """

    decision: str
    option: str
    text: str = ""
    by: str | None = None
    amends: str | None = None


class Question(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a handler asks; the kernel makes the :class:`Decision` of it.

    ``limit_ms`` is the time to answer, in answering time; ``due`` the game instant at which a
    question asked ``beforehand`` is settled.
    """

    rule: str
    question: str
    who: str
    options: tuple[Option, ...]
    default: str
    then: Event
    about: tuple[str, ...] = ()
    mode: Mode = "waits"
    limit_ms: int = 86_400_000
    due: int | None = None
    free_text: bool = False


def require_default(options: Sequence[Option], default: str) -> bool:
    """Whether the default is one of the options."""
    return any(option.name == default for option in options)
