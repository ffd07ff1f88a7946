"""Read a scenario's map and sections into a scene, noting every mistake with its line."""

from __future__ import annotations

import re
from typing import Any

from world.map.atlas import atlas_of
from world.map.hexes import Grid
from world.map.text import read as read_map
from world.rules.campaign.nouns import asking, day, ground, sky, treasury, wound
from world.rules.campaign.nouns.ground import Scene, map_parameters
from world.rules.campaign.setup.checks import Checks
from world.rules.campaign.setup.sections import LISTS, MAPPINGS, Setup
from world.scenario.document import Node
from world.scenario.problems import nearest, quoted
from world.scenario.reading import read
from world.scenario.scenario import MAIN_FILE, Scenario

DEFAULT_MAP = "map.txt"
_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
_KNOWN = (*MAPPINGS, *LISTS, "map", "weather")


def scene_of(scenario: Scenario) -> Scene:
    """The scene of a campaign; mistakes are noted in ``scenario.problems``."""
    problems = scenario.problems
    for name, node in scenario.sections.items():
        if name not in _KNOWN:
            hint = nearest(name, _KNOWN) or f"one of {', '.join(sorted(_KNOWN))}"
            problems.add(node.file, node.line, quoted(name), hint)
    for param, expected in day.mistakes(scenario.params):
        found = quoted(str(scenario.params[param]))
        problems.add(MAIN_FILE, 0, f"{param.name}: {found}", expected)
    for param in ground.mistakes(scenario.params):
        found = quoted(scenario.params[param])
        problems.add(MAIN_FILE, 0, f"{param.name}: {found}", "a whole number, or none")
    for param in sky.mistakes(scenario.params):
        found = quoted(scenario.params[param])
        problems.add(MAIN_FILE, 0, f"{param.name}: {found}", "faces of a die such as 1-4/5/6")
    for param in treasury.mistakes(scenario.params):
        found = quoted(scenario.params[param])
        problems.add(MAIN_FILE, 0, f"{param.name}: {found}", "dice such as 1d10 x 100")
    for entry in wound.mistakes(scenario.params):
        expected = "faces and what they bring, such as 3-4 in bed 1d6 weeks"
        problems.add(MAIN_FILE, 0, f"{wound.INJURY_TABLE.name}: {quoted(entry)}", expected)
    for entry in asking.mistakes(scenario.params):
        problems.add(MAIN_FILE, 0, quoted(entry), "a decision and hours, such as D-SIEGE-03=48")
    atlas = _atlas(scenario)
    setup = _setup(scenario)
    scene = Scene(atlas or atlas_of(Grid(), ()), scenario.params, setup)
    if atlas is not None:
        Checks(scenario, scene, setup).run()
    return scene


def _atlas(scenario: Scenario) -> Any:
    name = DEFAULT_MAP
    node = scenario.sections.get("map")
    line = 0
    if node is not None:
        line = node.line
        if not isinstance(node.value, str):
            scenario.problems.add(node.file, node.line, node.kind, "the name of the map's file")
            return None
        name = node.value
    text = scenario.files.get(name)
    if text is None:
        found = ", ".join(sorted(scenario.files))
        scenario.problems.add(MAIN_FILE, line, f"only {found}", f"the map's file {name}")
        return None
    return read_map(text, scenario.problems, name, map_parameters(scenario.params))


def _setup(scenario: Scenario) -> Setup:
    parts: dict[str, Any] = {}
    for name, struct in MAPPINGS.items():
        parts[name] = _mapping(scenario, name, struct)
    for name, struct in LISTS.items():
        parts[name] = _list(scenario, name, struct)
    node = scenario.sections.get("weather")
    if node is not None:
        if node.value in ("fair", "bad", "very bad"):
            parts["weather"] = node.value
        else:
            scenario.problems.add(node.file, node.line, node.kind, "fair, bad or very bad")
    return Setup(**parts)


def _mapping(scenario: Scenario, name: str, struct: type[Any]) -> dict[str, Any]:
    node = scenario.sections.get(name)
    if node is None or node.value is None:
        return {}
    if not isinstance(node.value, dict):
        scenario.problems.add(node.file, node.line, node.kind, f"{name} by their ids")
        return {}
    found: dict[str, Any] = {}
    for key, item in sorted(node.value.items()):
        if name != "semaphores" and not _ID.fullmatch(key):
            expected = "an id of small letters, digits and hyphens"
            scenario.problems.add(item.file, item.line, quoted(key), expected)
            continue
        section = read(item, struct, scenario.problems)
        if section is not None:
            found[key] = section
    return found


def _list(scenario: Scenario, name: str, struct: type[Any]) -> tuple[Any, ...]:
    node = scenario.sections.get(name)
    if node is None or node.value is None:
        return ()
    if not isinstance(node.value, tuple):
        scenario.problems.add(node.file, node.line, node.kind, f"a list of {name}")
        return ()
    items: list[Node] = list(node.value)
    found = [read(item, struct, scenario.problems) for item in items]
    return tuple(section for section in found if section is not None)
