"""Who and where is meant: names as people write them, read by what their writer knows.

A name is taken only when it is exactly one person's or place's; otherwise the writer is asked back
with those it may mean.  Both come from the author's own view, so that neither a refusal nor a
suggestion says more than the author knows.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Protocol

from world import gazetteer
from world.errors import Refused
from world.naming import folded

#: Suggestions made at most when a name is not understood.
_SUGGESTED = 5
#: Characters of a written name that are looked at; nobody's name is longer.
_LONGEST = 120


class AuthorView(Protocol):
    """What a pack's view must offer for orders that send words."""

    @property
    def person(self) -> str:
        """Whose view it is."""
        ...

    @property
    def correspondents(self) -> Mapping[str, str]:
        """Everybody this person knows of and can write to, offices included: id to known name."""
        ...

    @property
    def places(self) -> Mapping[str, str]:
        """The places this person can name: id to name."""
        ...

    @property
    def present(self) -> Mapping[str, str]:
        """Those this person sees in the same place, and may talk to: id to name."""
        ...

    @property
    def place(self) -> str | None:
        """Where this person is; None when nowhere (at sea, riding)."""
        ...

    @property
    def tower(self) -> bool:
        """Whether a semaphore tower is in sight."""
        ...

    @property
    def purse(self) -> int | None:
        """The money this person has at hand; None where nobody counts it."""
        ...


def person_named(view: AuthorView, written: str) -> str:
    """The id of the correspondent a writer means (C-MSG-01).

    Raises:
        Refused: E-UNKNOWN-ADDRESSEE; nobody has that name, or several have.
    """
    return _the_one(
        written,
        view.correspondents,
        "E-UNKNOWN-ADDRESSEE",
        "You know nobody called {written}; nothing was sent.",
    )


def present_named(view: AuthorView, written: str) -> str:
    """The id of somebody in the same place (C-TALK-01).

    Raises:
        Refused: E-NOT-PRESENT; the author sees nobody of that name here, or several.
    """
    return _the_one(
        written,
        view.present,
        "E-NOT-PRESENT",
        "You see nobody called {written} here; nothing was said.",
    )


def place_named(view: AuthorView, written: str) -> str:
    """The id of the place a writer means.

    Raises:
        Refused: E-NO-PATH; there is no such place, or there are several.
    """
    return _the_one(
        written, view.places, "E-NO-PATH", "You know no place called {written}; nothing was sent."
    )


def _the_one(written: str, known: Mapping[str, str], code: str, unknown: str) -> str:
    if written in known:
        return written
    said = folded(written[:_LONGEST])
    named = list(gazetteer.written(known, _forms, said))
    if len(named) == 1 and said:
        return named[0]
    shown = f"“{_printable(written)}”"
    if named and said:
        raise Refused(
            code,
            f"{shown} may mean {_listed(named, known)}; nothing was sent. Write which of them.",
        )
    sentence = unknown.format(written=shown)
    close = suggestions(said, known)
    if close:
        sentence += f" Did you mean {_listed(close, known)}? Write one of these in full."
    else:
        sentence += " Write the name in full, as it stands in your list."
    raise Refused(code, sentence)


def _forms(id: str, name: str) -> tuple[str, ...]:
    # A pack may speak of “Lille (1411)”; people write Lille.
    return folded(id), folded(name), folded(name.removesuffix(f" ({id})"))


def suggestions(said: str, known: Mapping[str, str]) -> list[str]:
    """Ids a folded name may stand for, the likeliest first: a part of the name, or like it."""
    words = set(said.split())
    parts = sorted(
        id for id, name in known.items() if words and words <= set(folded(f"{id} {name}").split())
    )
    texts: dict[str, list[str]] = {}
    for id in sorted(known):
        for text in {folded(id), folded(known[id]), *folded(known[id]).split()}:
            texts.setdefault(text, []).append(id)
    close = difflib.get_close_matches(said, sorted(texts), n=_SUGGESTED, cutoff=0.7)
    like = [id for text in close for id in texts[text]]
    return list(dict.fromkeys([*parts, *like]))[:_SUGGESTED]


def _listed(ids: list[str], known: Mapping[str, str]) -> str:
    names = [known[id] if folded(known[id]) == folded(id) else f"{known[id]} ({id})" for id in ids]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]


def _printable(written: str) -> str:
    shown = "".join(c if c.isprintable() else "�" for c in written[:60])
    return shown + ("…" if len(written) > 60 else "")
