"""``galloper docs``: the parts of the documentation that come from the code."""

from __future__ import annotations

from pathlib import Path

from service.cli.main import app, errors
from service.cli.printing import say


@app.command
def docs(directory: Path) -> None:
    """Write the parts of the documentation that come from the code.

    These are the rules reference, and what the simulation does beside history, with its pictures;
    for the latter campaigns are played, which takes some seconds.

    Parameters
    ----------
    directory
        Where the documentation is; files of these names there are written over.
    """
    from service.history.page import pages as history
    from service.reference.pages import pages as rules

    errors.print("Reading the rules, and playing campaigns to be measured…", style="dim")
    for name, text in {**rules(), **history()}.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        say(f"Written: {path}")
