"""Reading the source of the rules: functions as syntax trees, and what names in them stand for."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import textwrap
import typing
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

import msgspec

#: Where rules are written; what lies outside them is machinery.
_RULES = ("world.rules.", "couriers.", "tests.packs.")

#: What stands for a value that is known only while a campaign is played.
BLANK = "…"


class Body(msgspec.Struct, frozen=True):
    """A function of the rules with its syntax tree."""

    function: Any
    tree: ast.FunctionDef

    @property
    def names(self) -> dict[str, Any]:
        """What global names in it stand for."""
        names: dict[str, Any] = self.function.__globals__
        return names

    def calls(self) -> Iterator[ast.Call]:
        """Every call in it, in the order of the source."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        yield from sorted(found, key=lambda call: (call.lineno, call.col_offset))

    def assigned(self, name: str) -> Iterator[ast.expr]:
        """What is assigned to a local name in it."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Assign):
                targets = node.targets
            elif isinstance(node, ast.AnnAssign):
                targets = [node.target]
            else:
                continue
            named = any(isinstance(target, ast.Name) and target.id == name for target in targets)
            if named and node.value is not None:
                yield node.value

    def annotation(self, name: str) -> type | None:
        """The class a parameter or a local name is said, or seen, to be of."""
        hints = _hints(self.function)
        if name in hints:
            return hints[name] if isinstance(hints[name], type) else None
        for value in self.assigned(name):
            found = self.type_of(value)
            if found is not None:
                return found
        return None

    def type_of(self, node: ast.expr) -> type | None:
        """The class of what an expression gives, where the source says it."""
        if isinstance(node, ast.Name):
            return self.annotation(node.id)
        if isinstance(node, ast.Call):
            called = self.target(node.func)
            if isinstance(called, type):
                return called
            if isinstance(called, FunctionType):
                found = _hints(called).get("return")
                return found if isinstance(found, type) else None
        return None

    def target(self, node: ast.expr) -> Any:
        """What a name, or a name within a module or class, stands for; None if that is unknown."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id)
        if isinstance(node, ast.Attribute):
            owner = self.target(node.value)
            if isinstance(owner, ModuleType | type):
                return getattr(owner, node.attr, None)
            kind = self.type_of(node.value)
            return None if kind is None else getattr(kind, node.attr, None)
        return None


def body_of(function: Callable[..., Any]) -> Body | None:
    """A function's body, if it is one of the rules and its source is at hand."""
    plain = inspect.unwrap(function)
    if not isinstance(plain, FunctionType) or not is_of_rules(plain.__module__):
        return None
    return _read(plain)


@functools.cache
def _read(function: FunctionType) -> Body | None:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except (OSError, SyntaxError):
        return None
    return Body(function, tree) if isinstance(tree, ast.FunctionDef) else None


def is_of_rules(module: str) -> bool:
    """Whether a module holds rules."""
    return module.startswith(_RULES)


def reached(*starts: Callable[..., Any]) -> Iterator[Body]:
    """The functions of the rules that a few of them may call, they themselves first."""
    waiting = list(starts)
    seen: set[FunctionType] = set()
    while waiting:
        body = body_of(waiting.pop(0))
        if body is None or body.function in seen:
            continue
        seen.add(body.function)
        yield body
        owner = _owner(body.function)
        for call in body.calls():
            called = body.target(call.func)
            if called is None and owner is not None and isinstance(call.func, ast.Attribute):
                inner = call.func.value
                if isinstance(inner, ast.Name) and inner.id == "self":
                    called = getattr(owner, call.func.attr, None)
            if isinstance(called, FunctionType):
                waiting.append(called)


def functions_in(module: str) -> Iterator[Body]:
    """The functions a module of rules defines, methods included, in the order of its source."""
    found = []
    for value in vars(sys.modules[module]).values():
        members = vars(value).values() if isinstance(value, type) else (value,)
        for each in members:
            if isinstance(each, FunctionType) and each.__module__ == module:
                body = body_of(each)
                if body is not None:
                    found.append(body)
    yield from sorted(found, key=lambda body: body.function.__code__.co_firstlineno)


def words_of(node: ast.expr, body: Body) -> str | None:
    """A text as it stands in the source, with ``…`` for what is put in; None if it is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(words_of(part, body) or BLANK for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = words_of(node.left, body), words_of(node.right, body)
        return None if left is None and right is None else (left or BLANK) + (right or BLANK)
    if isinstance(node, ast.Name):
        for value in body.assigned(node.id):
            found = words_of(value, body)
            if found is not None:
                return found
    return None


def argument(call: ast.Call, name: str, position: int | None = None) -> ast.expr | None:
    """An argument of a call by its name, or else by its position."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    if position is not None and len(call.args) > position:
        return call.args[position]
    return None


def _owner(function: FunctionType) -> type | None:
    owner: Any = sys.modules[function.__module__]
    for name in function.__qualname__.split(".")[:-1]:
        owner = getattr(owner, name, None)
    return owner if isinstance(owner, type) else None


def _hints(function: FunctionType) -> dict[str, Any]:
    try:
        return typing.get_type_hints(function)
    except (NameError, TypeError):  # imported for type checkers alone
        return {}
