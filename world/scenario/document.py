"""A scenario's YAML text as a tree that remembers its lines.

Scalars stay as they were written until a reader asks for a type: the hex ``0831`` is a label, not
an octal number, and ``no`` is a word unless a truth value is wanted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from world.scenario.problems import Problems

#: No scenario file of ours comes near this; a larger one is a mistake or an attack.
LARGEST = 4_000_000
_DEEPEST = 60


class Node(msgspec.Struct, frozen=True):
    """A piece of the document: a scalar's text, a list, or a mapping with the lines of its keys."""

    file: str
    line: int
    column: int
    value: str | tuple[Node, ...] | dict[str, Node] | None

    @property
    def kind(self) -> str:
        """What it is, in words for a message."""
        if self.value is None:
            return "nothing"
        if isinstance(self.value, str):
            return f"{self.value[:40]!r}"
        return "a list" if isinstance(self.value, tuple) else "a mapping"


def parse(file: str, text: str, problems: Problems) -> Node | None:
    """The tree of a YAML document, or None after noting why it is none."""
    if len(text) > LARGEST:
        problems.add(file, 0, f"{len(text)} characters", f"at most {LARGEST}")
        return None
    try:
        root = yaml.compose(text, Loader=yaml.BaseLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark else 0
        column = mark.column + 1 if mark else None
        problems.add(file, line, str(error.problem or error.context), "YAML", column)
        return None
    except RecursionError:
        problems.add(file, 0, "too many levels", f"at most {_DEEPEST}")
        return None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        problems.add(file, 0, str(error).split("\n", maxsplit=1)[0][:200], "YAML")
        return None
    if root is None:
        problems.add(file, 0, "an empty file", "a scenario")
        return None
    return _node(file, root, problems, 0, set())


def scalar_at_top(text: str, key: str) -> str | None:
    """What a key of the outermost mapping says, with the document read no further than there.

    None where it says nothing, or cannot be found without more ado: :func:`parse` tells why.
    """
    if len(text) > LARGEST:
        return None
    try:
        return _value_of(key, yaml.parse(text, Loader=yaml.BaseLoader))
    except (yaml.YAMLError, ValueError, OverflowError):
        return None


def _value_of(key: str, events: Iterator[yaml.Event]) -> str | None:
    depth, name = 0, None  # collections that are open, and the key whose value comes next
    for event in events:
        if isinstance(event, yaml.CollectionStartEvent):
            outermost = depth == 0 and isinstance(event, yaml.MappingStartEvent)
            if name is None and depth < 2 and not outermost:
                return None  # a list, or a key that is no word
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
            name = name if depth > 1 else None
        elif depth == 1 and isinstance(event, yaml.NodeEvent):
            scalar = event if isinstance(event, yaml.ScalarEvent) else None
            if name == key or (name is None and scalar is None):
                return _said(scalar) if scalar is not None else None
            name = scalar.value if name is None and scalar is not None else None
    return None


def _said(scalar: yaml.ScalarNode | yaml.ScalarEvent) -> str | None:
    """A scalar's text; None where it says that there is nothing."""
    plain_null = scalar.style is None and scalar.value in {"", "~", "null"}
    return None if plain_null else str(scalar.value)


def _node(file: str, node: yaml.Node, problems: Problems, depth: int, seen: set[int]) -> Node:
    line, column = node.start_mark.line + 1, node.start_mark.column + 1
    if depth > _DEEPEST:
        problems.add(file, line, "too many levels", f"at most {_DEEPEST}", column)
        return Node(file, line, column, None)
    if id(node) in seen:
        # A few lines of aliases of aliases would otherwise stand for billions.
        problems.add(file, line, "an alias for what stands here", "it written out", column)
        return Node(file, line, column, None)
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        return Node(file, line, column, _said(node))
    if isinstance(node, yaml.SequenceNode):
        items = tuple(_node(file, item, problems, depth + 1, seen) for item in node.value)
        return Node(file, line, column, items)
    mapping: dict[str, Node] = {}
    for key, value in node.value:
        key_line, key_column = key.start_mark.line + 1, key.start_mark.column + 1
        if not isinstance(key, yaml.ScalarNode):
            problems.add(file, key_line, "a key that is no word", "a word", key_column)
        elif key.value in mapping:
            problems.add(file, key_line, f"{key.value!r} twice", "each key once", key_column)
        else:
            mapping[key.value] = _node(file, value, problems, depth + 1, seen)
    return Node(file, line, column, mapping)
