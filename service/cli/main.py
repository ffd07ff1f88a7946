"""Entry of ``galloper``: reads the command, and turns what went wrong into words and a status.

Status 0: done.  1: the program failed.  2: what was asked cannot be done, and nothing changed.
130 and 143: stopped by a signal.
"""

from __future__ import annotations

import os
import sys

import cyclopts
from rich.console import Console

from service.stopping import Stopped
from service.version import release_name
from world.errors import GalloperError

USAGE = 2

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


app = cyclopts.App(
    name="galloper",
    help="The referee's staff for play-by-post wargames: it keeps campaigns running by themselves.",
    version=release_name,
    help_format="plaintext",
    console=console,
    error_console=errors,
)


def explain(error: BaseException) -> None:
    """Say on standard error what went wrong, without markup of its own."""
    errors.print(f"galloper: {error}", style="red", markup=False, soft_wrap=True)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    from service.cli.commands import register  # they register with what stands above

    words = sys.argv[1:] if arguments is None else arguments
    register(words[0] if words else "")
    try:
        status = app(
            words,
            exit_on_error=False,
            print_error=False,
            result_action="return_value",
        )
    except cyclopts.CycloptsError as error:
        explain(error)
        asked = " ".join(("galloper", *(error.command_chain or ()), "--help"))
        errors.print(f"Try: {asked}", markup=False)
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
    if not can_be_explained(error):
        raise error
    leaves = _leaves(error)
    for leaf in leaves:
        explain(leaf)
    stopped = next((leaf for leaf in leaves if isinstance(leaf, Stopped)), None)
    return USAGE if stopped is None else 128 + stopped.signum


def can_be_explained(error: BaseException) -> bool:
    """Whether a person can act on all of it."""
    return all(isinstance(leaf, GalloperError) for leaf in _leaves(error))


def _leaves(error: BaseException) -> list[BaseException]:
    if not isinstance(error, BaseExceptionGroup):
        return [error]
    return [leaf for one in error.exceptions for leaf in _leaves(one)]
