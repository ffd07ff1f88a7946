"""The reference's pages: one for each rule pack that comes with the program."""

from __future__ import annotations

from service.packs import pack_named
from service.reference.markdown import reference

_PACKS = ("campaign", "kingdoms")


def pages() -> dict[str, str]:
    """The pages by their path under ``docs/``."""
    return {f"rules/{name}.md": reference(pack_named(name)) for name in _PACKS}
