"""Which release of the program this is."""

from __future__ import annotations


def release_name() -> str:
    """The version of the installed package; "unknown" where it runs from a bare checkout."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - slow to load

    try:
        return version("galloper")
    except PackageNotFoundError:
        return "unknown"
