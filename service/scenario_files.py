"""A scenario's files: from a directory, or of those that come with the program."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from world.errors import GalloperError


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
    root = files("scenarios")
    return sorted(
        entry.name
        for entry in root.iterdir()
        if entry.is_dir() and entry.joinpath("scenario.yaml").is_file()
    )


def _bundled(name: str) -> dict[str, str] | None:

    if name.replace("-", "_") not in bundled_names():
        return None
    root = files("scenarios").joinpath(name.replace("-", "_"))
    return {
        entry.name: entry.read_text(encoding="utf-8")
        for entry in sorted(root.iterdir(), key=lambda e: e.name)
        if entry.name.endswith((".yaml", ".txt"))
    }
