"""Which module each command is written in; importing it registers what is written there.

Loading them all takes longer than most commands do, so only the one that is asked for is loaded.
"""

from __future__ import annotations

from importlib import import_module

#: By a command's first word, the modules of this package in which it is written.
WRITTEN_IN = {
    "account": ("people",),
    "campaign": ("archive", "campaigns", "channels", "clocks", "dice", "people", "visitors"),
    "db": ("database",),
    "decide": ("speaking",),
    "demo": ("demo",),
    "docs": ("reference",),
    "letter": ("speaking",),
    "mail": ("mail",),
    "order": ("speaking",),
    "page": ("papers",),
    "preferences": ("preferences",),
    "scenario": ("scenarios",),
    "serve": ("serving",),
    "simulate": ("scenarios",),
    "told": ("papers",),
    "--version": (),
}


def register(word: str = "") -> None:
    """Register the command that begins with a word; every one where none does."""
    everything = dict.fromkeys(module for modules in WRITTEN_IN.values() for module in modules)
    for module in WRITTEN_IN.get(word, everything):
        import_module(f"service.cli.{module}")
