"""What a person knows, as the desk shows it: no more than their view holds, said for readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.web.wording import told, upfirst

if TYPE_CHECKING:
    from collections.abc import Iterator

    from world.pack import View
    from world.state import World

#: What every view has, and the desk shows in a place of its own.
_HANDLED = frozenset({"person", "decisions"})


def known(world: World, view: View) -> dict[str, Any]:
    """The fields of a view as pages show them, with names in the place of ids.

    Names are those that the view itself gives, so that nobody reads one here that they do not know.
    What serves forms and checks only (``aside`` of a view) is left out.
    """
    fields: dict[str, Any] = told(world, view)
    names = dict(_names(fields))
    left_out = _HANDLED | getattr(type(view), "aside", frozenset())
    shown = {name: value for name, value in fields.items() if name not in left_out}
    page: dict[str, Any] = _said(shown, names, getattr(type(view), "labels", {}))
    return page


def _names(value: Any) -> Iterator[tuple[str, str]]:
    """Ids and names in whatever a view holds: of things that have both, and of lists of persons."""
    if isinstance(value, dict):
        if isinstance(one := value.get("id"), str) and isinstance(value.get("name"), str):
            yield one, value["name"]
        for name, part in value.items():
            if name in {"correspondents", "present"} and isinstance(part, dict):
                yield from ((id, upfirst(title)) for id, title in part.items())
            else:
                yield from _names(part)
    elif isinstance(value, list):
        for part in value:
            yield from _names(part)


def _said(value: Any, names: dict[str, str], labels: dict[str, str]) -> Any:
    if isinstance(value, dict):
        if value and value.keys() <= names.keys():  # persons by their ids: those who are present
            return [names[one] for one in value]
        shown = {
            labels.get(name, name): _said(part, names, labels)
            for name, part in value.items()
            if name != "id"
        }
        # Orders in text go by ids; whoever reads looks for the name first.
        return {**shown, "id": value["id"]} if "id" in value else shown
    if isinstance(value, list):
        return [_said(part, names, labels) for part in value]
    return names.get(value, value) if isinstance(value, str) and value else value
