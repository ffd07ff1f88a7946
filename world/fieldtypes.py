"""The types of a struct's fields, read from its annotations once.

Annotations are texts that must be compiled, which is most of what composing a pack takes.  So each
is read once, in the class that declares it, whoever asks and however many classes inherit it;
class variables, which most kinds of notice have by the dozen, are not read at all.
"""

from __future__ import annotations

import functools
import inspect
import sys
import types
import typing
from typing import Any

import msgspec


@functools.cache
def field_types(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of a struct's fields by name, in the fields' order, units included.

    Raises:
        NameError: an annotation names something its module does not have.
    """
    found: dict[str, Any] = {}
    for base in reversed(struct.__mro__):
        if issubclass(base, msgspec.Struct):
            found |= _declared(base)
    return {name: found[name] for name in struct.__struct_fields__}


@functools.cache
def _declared(struct: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of those fields that a class declares itself."""
    fields = set(struct.__struct_fields__)
    written = inspect.get_annotations(struct)
    own = types.SimpleNamespace(
        __annotations__={name: hint for name, hint in written.items() if name in fields}
    )
    names = vars(sys.modules[struct.__module__])
    return typing.get_type_hints(own, globalns=names, include_extras=True)


def default_of(struct: type[msgspec.Struct], field: str) -> Any:
    """What a field holds that is left out, or its maker; ``msgspec.NODEFAULT`` if it may not be."""
    pairs = zip(
        reversed(struct.__struct_fields__), reversed(struct.__struct_defaults__), strict=False
    )
    return dict(pairs).get(field, msgspec.NODEFAULT)
