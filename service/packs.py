"""The rule packs this program can run, by name.

Packs are composed here and nowhere else, because only the service may know both rules and couriers.
A pack of your own is loaded with ``--pack module:NAME``.
"""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING

from world.errors import GalloperError
from world.pack import Pack

if TYPE_CHECKING:
    from collections.abc import Callable

#: The newest release of stored structs this program knows; raised whenever one changes shape.  A
#: daemon leaves campaigns of a newer release alone.
RELEASE = 1

_own: dict[str, Pack] = {}
_references: dict[str, None] = {}


class NoSuchPack(GalloperError):  # noqa: N818
    """A scenario or campaign names a rule pack this program does not have."""


@functools.cache
def _campaign() -> Pack:
    import couriers  # noqa: PLC0415 - a pack is composed when it is first wanted
    from world.rules import campaign  # noqa: PLC0415

    return campaign.pack(*couriers.CHAPTERS)


@functools.cache
def _kingdoms() -> Pack:
    import couriers  # noqa: PLC0415 - a pack is composed when it is first wanted
    from world.rules import kingdoms  # noqa: PLC0415

    return kingdoms.pack(*couriers.LETTERS)


_BUILT_IN: dict[str, Callable[[], Pack]] = {"campaign": _campaign, "kingdoms": _kingdoms}


def pack_named(name: str) -> Pack:
    """The pack of that name.

    Raises:
        NoSuchPack: listing those there are.
    """
    if name in _own:
        return _own[name]
    if name in _BUILT_IN:
        return _BUILT_IN[name]()
    known = ", ".join(pack_names())
    raise NoSuchPack(
        f"There is no rule pack {name!r}; nothing was changed. Known packs: {known}. A pack of your"
        " own is loaded with --pack module:NAME."
    )


def built_in() -> tuple[Pack, ...]:
    """The packs that come along, by name."""
    return tuple(_BUILT_IN[name]() for name in sorted(_BUILT_IN))


def pack_names() -> tuple[str, ...]:
    """Names of all packs that can be run."""
    return tuple(sorted({*_own, *_BUILT_IN}))


def load_pack(reference: str) -> Pack:
    """Import a pack of somebody's own, given as ``module:NAME``, and register it.

    Raises:
        NoSuchPack: the module or the name is not there, or it is no pack.
    """
    module_name, _, attribute = reference.partition(":")
    try:
        found = getattr(importlib.import_module(module_name), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise NoSuchPack(
            f"The pack {reference!r} could not be loaded ({error}); give it as module:NAME."
        ) from error
    if not isinstance(found, Pack):
        raise NoSuchPack(f"{reference!r} is no rule pack but {type(found).__name__}.")
    _own[found.name] = found
    _references[reference] = None
    return found


def loaded_packs() -> tuple[str, ...]:
    """References of the packs loaded with :func:`load_pack`, for child processes."""
    return tuple(_references)
