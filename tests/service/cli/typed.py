"""Commands typed one after another, in this very process: a new one for each takes seconds."""

from __future__ import annotations

import contextlib
import io
import os
from typing import NamedTuple

import structlog

from service.cli import main


class Typed(NamedTuple):
    """What a command left: its status and what it printed."""

    status: int
    out: str
    err: str


def typed(dsn: str, *arguments: str) -> Typed:
    """Run a command as ``galloper`` would, on a database of the test's."""
    out, err = io.StringIO(), io.StringIO()
    before = {name: os.environ.get(name) for name in ("DATABASE_URL", "COLUMNS")}
    os.environ.update(DATABASE_URL=dsn, COLUMNS="100")
    status: int | str | None = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            main(list(arguments))
    except SystemExit as end:
        status = end.code
    finally:
        structlog.reset_defaults()  # it writes to what is closed now
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})
    assert isinstance(status, int)
    return Typed(status, out.getvalue(), err.getvalue())
