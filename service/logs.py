"""Where the log goes, and that nothing in it is anybody's secret."""

from __future__ import annotations

import logging
import os
import sys
from typing import TYPE_CHECKING, Any

import structlog

from service.trouble import account_of

if TYPE_CHECKING:
    from collections.abc import MutableMapping


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
            without_words,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(file=sys.stderr),
    )
    logging.basicConfig(handlers=[OfLibraries()], level=max(number, logging.WARNING), force=True)


def without_words(
    _logger: Any, _method: str, line: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Put the account of an error in place of its traceback (a processor of structlog's)."""
    found = line.pop("exc_info", None)
    if found is True:
        found = sys.exc_info()[1]
    elif isinstance(found, tuple):
        found = found[1]
    if isinstance(found, BaseException):
        line.update(account_of(found))
    return line


class OfLibraries(logging.Handler):
    """Takes what libraries log: their own words, without what they put into them."""

    def emit(self, record: logging.LogRecord) -> None:
        """Say it in our own log."""
        log = structlog.get_logger(record.name)
        log.log(
            record.levelno,
            "library",
            logger=record.name,
            message=str(record.msg),
            exc_info=record.exc_info,
        )
