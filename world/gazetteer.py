"""Names by id, and the ids by whatever people write for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

#: The forms in which something may be written: from its id and its name.
Forms: TypeAlias = Callable[[str, str], Iterable[str]]


class Gazetteer(dict[str, str]):
    """Names by id that do not change any more, as those of the places of a map.

    A map has a thousand places, and every name that somebody writes is held against all of them:
    so the forms in which each may be written are worked out once.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__(names)
        self._written: dict[Forms, dict[str, tuple[str, ...]]] = {}

    def written(self, forms: Forms, text: str) -> tuple[str, ...]:
        """The ids of which *text* is one of the forms, in order."""
        known = self._written.get(forms)
        if known is None:
            known = self._written[forms] = forms_of(self, forms)
        return known.get(text, ())


def forms_of(names: Mapping[str, str], forms: Forms) -> dict[str, tuple[str, ...]]:
    """By each form in which one may be written, the ids of those that may, in order."""
    found: dict[str, list[str]] = {}
    for id, name in sorted(names.items()):
        for form in dict.fromkeys(forms(id, name)):
            found.setdefault(form, []).append(id)
    return {form: tuple(ids) for form, ids in found.items()}


def written(names: Mapping[str, str], forms: Forms, text: str) -> tuple[str, ...]:
    """The ids of which *text* is one of the forms, in order, quickly where names are kept."""
    if isinstance(names, Gazetteer):
        return names.written(forms, text)
    return tuple(sorted(id for id, name in names.items() if text in forms(id, name)))
