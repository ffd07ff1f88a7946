"""What went wrong, as a log may say it: its kind and where, never its words.

What an error says may quote a letter, an order or a secret: the database repeats the row it could
not keep, a decoder the text it could not read.
"""

from __future__ import annotations

import traceback

#: Errors of a chain or group that are named at most.
_MOST = 8


def named(error: BaseException) -> str:
    """The kind of an error, with the database's code for it: ``DataError 22P02``."""
    code = getattr(error, "sqlstate", None)
    kind = type(error).__name__
    return kind if code is None else f"{kind} {code}"


def _behind(error: BaseException) -> list[BaseException]:
    """An error, what it groups, and what it came from."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting and len(found) < _MOST:
        one = waiting.pop(0)
        if one is None or one in found:
            continue
        found.append(one)
        if isinstance(one, BaseExceptionGroup):
            waiting += one.exceptions
        waiting.append(one.__cause__ or (None if one.__suppress_context__ else one.__context__))
    return found


def account_of(error: BaseException) -> dict[str, str]:
    """What a log says of an error: its kind, that of what it came from, and where each was."""
    errors = _behind(error)
    return {
        "error": ", from ".join(map(named, errors)),
        "where": "\n".join("".join(traceback.format_tb(one.__traceback__)) for one in errors),
    }
