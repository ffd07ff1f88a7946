"""Options that many commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from service.packs import load_pack

Data = Annotated[
    Path | None,
    Parameter(help="Directory of the embedded database. DATABASE_URL, where set, goes before it."),
]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON, for programs.", negative="")]
Packs = Annotated[
    tuple[str, ...], Parameter(name="--pack", help="Load a rule pack of your own: module:NAME.")
]
Key = Annotated[
    str, Parameter(help="Idempotency key: the same key again changes nothing and says so.")
]


def load_packs(packs: tuple[str, ...]) -> None:
    """Register packs of somebody's own."""
    for reference in packs:
        load_pack(reference)
