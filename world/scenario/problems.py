"""Mistakes in a scenario, gathered so that an author sees all of them at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator
from typing import NoReturn

import msgspec

from world.errors import BadScenario

#: Mistakes written out in one message; a file of the wrong kind would otherwise fill the screen.
SHOWN = 100

#: Mistakes kept in memory; the rest are only counted.
KEPT = 1_000


class Problem(msgspec.Struct, frozen=True):
    """One mistake: where it stands, what was found there and what was expected instead.

    ``line`` and ``column`` count from 1; line 0 means the file as a whole.
    """

    file: str
    line: int
    found: str
    expected: str
    column: int | None = None

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}"
            if self.column is not None:
                place += f":{self.column}"
        return f"{place}: found {self.found}; expected {self.expected}"


class MistakesFound(BadScenario):
    """A scenario that cannot be used; ``problems`` holds every mistake that was found."""

    def __init__(self, problems: tuple[Problem, ...], count: int) -> None:
        lines = [str(problem) for problem in problems[:SHOWN]]
        if count > len(lines):
            lines.append(f"… and {count - len(lines)} more")
        what = "1 mistake" if count == 1 else f"{count} mistakes"
        lines.append(f"{what}; nothing was loaded. Correct the lines named above and try again.")
        super().__init__("\n".join(lines))
        self.problems = problems
        self.count = count


class Problems:
    """A collector handed through every reader of a scenario; reading goes on after a mistake."""

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self._count = 0
        self._once: list[Problem] = []

    def add(
        self, file: str, line: int, found: str, expected: str, column: int | None = None
    ) -> None:
        """Note one mistake; see ``Problem`` for the meaning of the arguments."""
        self._count += 1
        if len(self._kept) < KEPT:
            self._kept.append(Problem(file, line, found, expected, column))

    def add_once(
        self, file: str, line: int, found: str, expected: str, column: int | None = None
    ) -> None:
        """Note a mistake that counts once, when a campaign begins.

        For what earlier releases let pass: a campaign that runs is opened in spite of it.
        """
        if len(self._once) < KEPT:
            self._once.append(Problem(file, line, found, expected, column))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.listed())

    def listed(self) -> tuple[Problem, ...]:
        """The mistakes kept, in the order of file, line and column."""
        return tuple(sorted(self._kept, key=lambda p: (p.file, p.line, p.column or 0)))

    def fail(self) -> NoReturn:
        """Raise ``MistakesFound`` (a ``BadScenario``) with everything gathered so far."""
        raise MistakesFound(self.listed(), self._count)

    def stop(self) -> None:
        """Raise ``MistakesFound`` if there is at least one mistake; otherwise do nothing."""
        if self._count:
            self.fail()

    def stop_at_first(self) -> None:
        """The same before a campaign begins, when mistakes that count once count as well."""
        for problem in self._once:
            self.add(problem.file, problem.line, problem.found, problem.expected, problem.column)
        self._once.clear()
        self.stop()


def quoted(found: str, limit: int = 40) -> str:
    """What stood in the file, shortened and safe to print on a terminal."""
    text = found if len(found) <= limit else found[: limit - 1] + "…"
    return "'" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text) + "'"


def nearest(word: str, known: Iterable[str], after: str = "") -> str:
    """``flatland?``-like hint: the known word an author probably meant, or nothing."""
    close = difflib.get_close_matches(word[:40], tuple(known), n=1, cutoff=0.75)
    return f"{close[0]}{after} (did you mean that?)" if close else ""
