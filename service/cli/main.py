"""Entry of ``galloper``: reads the command, and turns what went wrong into words and a status.

Status 0: done.  1: the program failed.  2: what was asked cannot be done, and nothing changed.
130 and 143: stopped by a signal.
"""

from __future__ import annotations

import logging
import os
import sys
from importlib.metadata import PackageNotFoundError, version

import cyclopts
import structlog
from rich.console import Console

from service.bridge import Stopped
from world.errors import GalloperError

USAGE = 2

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def _version() -> str:
    try:
        return version("galloper")
    except PackageNotFoundError:
        return "unknown"


app = cyclopts.App(
    name="galloper",
    help="The referee's staff for play-by-post wargames: it keeps campaigns running by themselves.",
    version=_version,
    console=console,
    error_console=errors,
)


def set_up_logging(level: str = "") -> None:
    """Log to standard error: readable on a terminal, JSON lines elsewhere; never secrets."""
    name = (level or os.environ.get("GALLOPER_LOG", "info")).upper()
    number = logging.getLevelNamesMapping().get(name, logging.INFO)
    pretty = sys.stderr.isatty()
    renderer: structlog.typing.Processor = (
        structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )


def explain(error: BaseException) -> None:
    """Say on standard error what went wrong, without markup of its own."""
    errors.print(f"galloper: {error}", style="red", markup=False, soft_wrap=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    set_up_logging()
    from service.cli import commands  # noqa: F401 - registers the commands

    try:
        status = app(
            arguments,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except cyclopts.CycloptsError as error:
        explain(error)
        errors.print("Try: galloper --help", markup=False)
        sys.exit(USAGE)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:  # noqa: BLE001 - what is not ours to explain is raised again
        sys.exit(_status_of(error))
    sys.exit(status if isinstance(status, int) else 0)


def _status_of(error: Exception) -> int:
    """Explain what a person can act on; anything else is our fault and keeps its traceback."""
    leaves = _leaves(error) if isinstance(error, BaseExceptionGroup) else [error]
    if not all(isinstance(leaf, GalloperError) for leaf in leaves):
        raise error
    for leaf in leaves:
        explain(leaf)
    stopped = next((leaf for leaf in leaves if isinstance(leaf, Stopped)), None)
    return USAGE if stopped is None else 128 + stopped.signum


def _leaves(group: BaseExceptionGroup[BaseException]) -> list[BaseException]:
    leaves: list[BaseException] = []
    for error in group.exceptions:
        leaves.extend(_leaves(error) if isinstance(error, BaseExceptionGroup) else [error])
    return leaves
