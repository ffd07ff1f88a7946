"""What the commands share: options, opening the store, printing for people and for programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from cyclopts import Parameter

from service import bridge
from service.app import Store, open_store
from service.bridge import from_asyncio
from service.cli.main import console
from service.config import from_environment
from service.intake.speak import Receipt
from service.packs import load_pack
from world.errors import GalloperError

T = TypeVar("T")

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


def with_store(work: Callable[[Store], Awaitable[T]], data: Path | None) -> T:
    """Run *work* (a coroutine function of trio) with an open store."""
    config = from_environment(data)

    async def main() -> T:
        async with open_store(config) as store:
            return await work(store)

    return bridge.run(main)


async def ask_store(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Await an asyncio coroutine function with keywords."""

    async def call() -> Any:
        return await fn(*args, **kwargs)

    return await from_asyncio(call, timeout=60.0)


def load_packs(packs: tuple[str, ...]) -> None:
    """Register packs of somebody's own."""
    for reference in packs:
        load_pack(reference)


def print_json(value: Any) -> None:
    """One JSON value on one line."""
    text = msgspec.json.encode(value, order="deterministic").decode()
    print(text)


def print_receipt(receipt: Receipt, *, json: bool) -> None:
    """What was understood and kept."""
    if json:
        print_json(receipt)
        return
    again = " (the same key brought it before; nothing new was kept)" if receipt.again else ""
    say(f"Kept for {receipt.campaign}, {receipt.person} no. {receipt.n}: {receipt.echo}{again}")


def read_files(path: Path) -> dict[str, str]:
    """The files of a scenario: a directory, its scenario.yaml, or the name of one we bring along.

    Raises:
        GalloperError: there is nothing there, or it is no UTF-8.
    """
    folder = path.parent if path.name == "scenario.yaml" else path
    if not folder.is_dir():
        bundled = _bundled(str(path))
        if bundled is not None:
            return bundled
        raise GalloperError(
            f"There is no scenario at {str(path)!r}; nothing was done. Give a directory with a"
            f" scenario.yaml, or one of: {', '.join(bundled_names())}."
        )
    found = [f for f in sorted(folder.iterdir()) if f.suffix in {".yaml", ".txt"} and f.is_file()]
    return {file.name: _read(file) for file in found}


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise GalloperError(
            f"{file}: byte {error.start} is not UTF-8; nothing was done. Save it as UTF-8."
        ) from None


def bundled_names() -> list[str]:
    """Names of the scenarios that come with the program."""
    from importlib.resources import files

    root = files("scenarios")
    return sorted(
        entry.name
        for entry in root.iterdir()
        if entry.is_dir() and entry.joinpath("scenario.yaml").is_file()
    )


def _bundled(name: str) -> dict[str, str] | None:
    from importlib.resources import files

    if name.replace("-", "_") not in bundled_names():
        return None
    root = files("scenarios").joinpath(name.replace("-", "_"))
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in sorted(root.iterdir(), key=lambda e: e.name)
        if entry.name.endswith((".yaml", ".txt"))
    }


def say(text: str, style: str = "") -> None:
    """A line for people; what people wrote is never read as markup."""
    console.print(text, style=style or None, markup=False, soft_wrap=True)
