"""The end of a run by a signal, for whoever has to explain it."""

from __future__ import annotations

import signal

from world.errors import GalloperError


class Stopped(GalloperError):  # noqa: N818
    """The run was ended by a signal, after every ``finally`` had run; ``signum`` says which."""

    def __init__(self, signum: int) -> None:
        super().__init__(f"Stopped by {signal.Signals(signum).name}; everything committed is kept.")
        self.signum = signum
