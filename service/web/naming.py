"""What a referee's pages call whatever an event is about: by its name, not by its id."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.web.wording import said, upfirst
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.ledger import Coming, Happened
    from world.state import World

_WORDS = 60
#: Ids that are longer than any that a scenario gives and have no break are made of a cause.
_HASHED = 24


def names_in(world: World) -> Callable[[str], str]:
    """What ids are called: a thing or person by its name, a letter by who wrote to whom."""
    answers = world.pack.answers
    persons = {one: answers.title(world, one) for one in (*answers.persons(world), REFEREE)}

    def called(id: str) -> str:
        if id in persons:
            return upfirst(persons[id])
        one = world.entities.get(id)
        if name := getattr(one, "name", ""):
            return str(name)
        sender, to = getattr(one, "sender", ""), getattr(one, "to", "")
        if sender and to:
            return f"A letter of {answers.title(world, sender)} to {answers.title(world, to)}"
        for field in ("wording", "text", "question"):
            if words := getattr(one, field, ""):
                return words if len(words) <= _WORDS else f"{words[: _WORDS - 1].rstrip()}…"
        return f"{id[:8]}…" if len(id) >= _HASHED and id.isalnum() else id

    return called


def event(one: Coming | Happened) -> str:
    """What an event is, in words; an occurrence of what recurs by the name of that."""
    return said(one.recurring or one.what)
