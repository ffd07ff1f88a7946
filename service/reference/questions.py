"""The decisions a chapter may put to somebody, read from where it asks them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from service.reference.source import Body, argument, functions_in, words_of
from world.decision import Option, Question
from world.kernel.nouns import REFEREE
from world.param import Param

if TYPE_CHECKING:
    from collections.abc import Iterable

_RULE = re.compile(r"[A-Z]-[A-Z]+-[0-9]+")


class Asked(msgspec.Struct, frozen=True):
    """A decision: its rule, the question, who is asked, the options, and what happens unasked.

    Attributes:
        default: the options that may be the default, by the case; a figure's name where a figure
            says so.
        settled: what the answer settles, in a sentence.
        mode: how it is asked, where the question itself says so; see ``world.decision.Mode``.
    """

    rule: str
    question: str
    referee: bool
    options: tuple[tuple[str, str], ...]
    default: tuple[str, ...]
    settled: str
    mode: str = ""


def asked_in(modules: Iterable[str]) -> Iterator[Asked]:
    """The decisions asked in some modules, in the order of their source."""
    for module in modules:
        functions = list(functions_in(module))
        for body in functions:
            for call in body.calls():
                rule = _rule(argument(call, "rule", 1), body)
                if _RULE.fullmatch(rule) and argument(call, "then") is not None:
                    yield _asked(rule, call, body, functions)


def _rule(node: ast.expr | None, body: Body) -> str:
    """The rule an argument names, written out or as a constant of the module; empty for none."""
    named = node.value if isinstance(node, ast.Constant) else node and body.target(node)
    return named if isinstance(named, str) else ""


def _asked(rule: str, call: ast.Call, body: Body, functions: list[Body]) -> Asked:
    question = argument(call, "question", 2)
    questions = [] if question is None else list(_texts(question, body, functions))
    who = argument(call, "who")
    then = argument(call, "then")
    kind = None if then is None else body.type_of(then)
    options = argument(call, "options")
    default = argument(call, "default")
    return Asked(
        rule=rule,
        question=questions[0] if questions else "",
        referee=who is not None and _is_referee(who, body),
        options=tuple(_options(options, body, functions)),
        default=tuple(dict.fromkeys(_texts(default, body, functions))) if default else (),
        settled=(kind.__doc__ or "").strip().split("\n\n")[0] if kind is not None else "",
        mode=_mode(call, body),
    )


def _mode(call: ast.Call, body: Body) -> str:
    """How it is asked, where the source says so; a bare question waits."""
    mode = argument(call, "mode")
    if isinstance(mode, ast.Constant):
        return str(mode.value)
    return "waits" if mode is None and body.target(call.func) is Question else ""


def _is_referee(who: ast.expr, body: Body) -> bool:
    return bool(body.target(who) == REFEREE)


def _options(node: ast.expr | None, body: Body, functions: list[Body]) -> Iterator[tuple[str, str]]:
    known = None if node is None else body.target(node)
    if isinstance(known, tuple):
        yield from ((each.name, each.text) for each in known if isinstance(each, Option))
        return
    if isinstance(node, ast.Name) and node.id in _parameters(body):
        for caller, given in _given(node.id, body, functions):
            yield from _options(given, caller, functions)
        return
    for call in body.calls():
        if body.target(call.func) is Option:
            name, text = argument(call, "name"), argument(call, "text")
            said = "" if text is None else words_of(text, body) or ""
            if isinstance(name, ast.Constant):
                yield str(name.value), said
            elif isinstance(name, ast.Name):
                constant = body.target(name)
                names = [constant] if isinstance(constant, str) else _each(name.id, body)
                yield from ((each, said) for each in names)


def _each(name: str, body: Body) -> Iterator[str]:
    """The texts a name runs through in a comprehension over a table of the module."""
    for node in ast.walk(body.tree):
        if not isinstance(node, ast.comprehension):
            continue
        target, table = node.target, node.iter
        if isinstance(target, ast.Tuple) and isinstance(table, ast.Call):
            # for name, value in TABLE.items()
            target = target.elts[0]
            table = table.func.value if isinstance(table.func, ast.Attribute) else table
        known = body.target(table)
        if isinstance(target, ast.Name) and target.id == name and isinstance(known, dict | tuple):
            yield from map(str, known)


def _texts(node: ast.expr, body: Body, functions: list[Body], depth: int = 0) -> Iterator[str]:
    """The texts an expression may give, as far as the module says."""
    if depth > 6:
        return
    words = words_of(node, body)
    if words is not None and not isinstance(node, ast.Name):
        yield words
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body, body, functions, depth + 1)
        yield from _texts(node.orelse, body, functions, depth + 1)
    elif isinstance(node, ast.Call):
        yield from _told_by(node, body, functions, depth)
    elif isinstance(node, ast.Name):
        values = list(body.assigned(node.id))
        for value in values:
            yield from _texts(value, body, functions, depth + 1)
        constant = body.target(node)
        if not values and isinstance(constant, str):
            yield constant
        elif not values:
            for caller, given in _given(node.id, body, functions):
                yield from _texts(given, caller, functions, depth + 1)


def _told_by(call: ast.Call, body: Body, functions: list[Body], depth: int) -> Iterator[str]:
    """The texts a call may give: figures it is given, or what a function of the module returns."""
    for each in call.args:
        figure = body.target(each)
        if isinstance(figure, Param):
            yield f"`{figure.name}`"
    called = body.target(call.func)
    for other in functions:
        if other.function is called:
            for value in _returned(other):
                yield from _texts(value, other, functions, depth + 1)


def _returned(body: Body) -> Iterator[ast.expr]:
    """What a function of the module may give back."""
    for node in ast.walk(body.tree):
        if isinstance(node, ast.Return) and node.value is not None:
            yield node.value


def _given(name: str, body: Body, functions: list[Body]) -> Iterator[tuple[Body, ast.expr]]:
    """What callers in the same module hand over for a parameter."""
    parameters = _parameters(body)
    if name not in parameters:
        return
    for caller in functions:
        for call in caller.calls():
            if caller.target(call.func) is body.function:
                given = argument(call, name, parameters.index(name))
                if given is not None:
                    yield caller, given


def _parameters(body: Body) -> list[str]:
    arguments: Any = body.tree.args
    return [each.arg for each in (*arguments.args, *arguments.kwonlyargs)]
