"""Which release of the program this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version


def release_name() -> str:
    """The version of the installed package; "unreleased" where it runs from a bare checkout."""
    try:
        return version("galloper")
    except PackageNotFoundError:
        return "unreleased"
