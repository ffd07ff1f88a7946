"""Maps as text: Text Mapper's grammar with a few words of our own (docs/scenario-map.md)."""

from __future__ import annotations

from collections.abc import Callable

from world.map.atlas import Atlas
from world.map.draft import Draft
from world.map.statements import (
    crossing_line,
    hex_line,
    line_work,
    map_line,
    river_line,
    spread_line,
    station_line,
    terrain_line,
)
from world.map.terrain import MapParameters
from world.map.tokens import Line, Token, tokens_of
from world.scenario.problems import KEPT, Problems

#: Longest line read, in characters.
LINE_LIMIT = 200_000

Statement = Callable[[Draft, tuple[Token, ...], Line], None]

STATEMENTS: dict[str, Statement] = {
    "map": map_line,
    "terrain": terrain_line,
    "river": river_line,
    "bridge": crossing_line,
    "ford": crossing_line,
    "unbridged": crossing_line,
    "region": spread_line,
    "weather": spread_line,
    "station": station_line,
}

#: Lines of plain Text Mapper files that ask for something a map here never does.
NOT_READ = {
    "include": "a map in one file, without this line: no other file or address is read",
    "license": "no license line; put it into a comment",
}


def parse(text: str, file: str = "map", parameters: MapParameters | None = None) -> Atlas:
    """Read a map.

    Raises ``BadScenario`` with every mistake in the file, each with its line and what was expected.
    """
    problems = Problems()
    atlas = read(text, problems, file, parameters)
    if atlas is None:
        problems.fail()
    return atlas


def read(
    text: str, problems: Problems, file: str = "map", parameters: MapParameters | None = None
) -> Atlas | None:
    """Read a map, adding its mistakes to ``problems``; None when there was any.

    For readers of a whole scenario, which go on to their other files before they report.
    """
    draft = Draft(parameters or MapParameters(), earlier=len(problems))
    text = text.removeprefix("\ufeff")
    for number, raw in enumerate(text.split("\n"), start=1):
        line = Line(file, number, problems)
        if len(raw) > LINE_LIMIT:
            line.mistake(f"a line of {len(raw)} characters", f"at most {LINE_LIMIT}; break it up")
            continue
        before = len(problems)
        tokens = tokens_of(raw.rstrip("\r"), line)
        if tokens:
            _statement(draft, tokens, line)
        if len(problems) > before:
            draft.doubtful.add(number)
            if len(problems) - draft.earlier >= KEPT:
                # Not a map at all, by the look of it; nobody reads a thousand reports.
                return None
    return draft.finish(Line(file, 0, problems))


def _statement(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    first = tokens[0]
    if first.kind == "word" and first.text[:1].isdigit():
        if "-" in first.text:
            line_work(draft, tokens, line)
        else:
            hex_line(draft, tokens, line)
        return
    statement = STATEMENTS.get(first.text) if first.kind == "word" else None
    if statement is None:
        if first.text in NOT_READ:
            line.unexpected(first, NOT_READ[first.text])
            return
        known = ", ".join(STATEMENTS)
        line.unexpected(first, f"a hex such as 0101, hexes such as 0101-0102, or one of: {known}")
        return
    statement(draft, tokens, line)
