"""What a chapter of a rule pack has: gathered from its declarations and its docstrings."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from service.reference.questions import Asked, asked_in
from service.reference.source import functions_in, is_of_rules

if TYPE_CHECKING:
    from world.pack import Chapter, Pack

#: An id of a rule: a letter for the rules it is of, its chapter, its number.  Where decisions,
#: refusals, messages and orders have letters of their own (D, E, M, O) they are no rules.
RULE = r"(?![DEMO]-)[A-Z]-[A-Z]+-[A-Z]*[0-9]+"
_RULE = re.compile(rf"\b{RULE}\b")
_RANGE = re.compile(r"\b((?![DEMO]-)[A-Z]-[A-Z]+-)([0-9]+)(?: to |…)(?:[A-Z]-[A-Z]+-)?([0-9]+)\b")
_BRACKETS = re.compile(r"\s*\((?:[^()]*?\b[A-Z]-[A-Z]+[^()]*)\)")
_LITERAL = re.compile(r"``([^`]+)``")
_ROLE = re.compile(r":\w+:`~?(?:[\w.]*\.)?([\w]+)`")


class Statement(msgspec.Struct, frozen=True):
    """A sentence of the rules' own source that carries out a rule."""

    rule: str
    text: str


class Contents(msgspec.Struct, frozen=True):
    """A chapter as the reference shows it."""

    chapter: Any
    modules: tuple[str, ...]
    about: str
    statements: tuple[Statement, ...]
    decisions: tuple[Asked, ...]


def contents_of(pack: Pack) -> tuple[Contents, ...]:
    """Every chapter of a pack, in its order."""
    taken: set[str] = set()
    found = []
    for chapter in pack.chapters:
        modules = tuple(name for name in _modules(chapter) if name not in taken)
        taken.update(modules)
        found.append(
            Contents(
                chapter=chapter,
                modules=modules,
                about=_about(modules),
                statements=tuple(_statements(modules)),
                decisions=tuple(asked_in(modules)),
            )
        )
    return tuple(found)


def _modules(chapter: Chapter) -> Iterator[str]:
    """The modules that make up a chapter: where it is declared first, then its parts."""
    own = [
        name
        for name, module in sorted(sys.modules.items())
        if is_of_rules(name) and getattr(module, "chapter", None) is chapter
    ]
    parts: list[Any] = [*chapter.events, *chapter.orders, *chapter.notices, *chapter.records]
    parts += [*chapter.entities, *chapter.settlers]
    parts += [
        handler
        for table in (chapter.events, chapter.orders, chapter.settlers)
        for handler in table.values()
    ]
    parts += [handler for _, handler in chapter.reactions]
    homes = dict.fromkeys([*own, *(part.__module__ for part in parts)])
    packages = {name.rpartition(".")[0] for name in own if name.endswith(".chapter")}
    beside = [
        name
        for name in sorted(sys.modules)
        if name.rpartition(".")[0] in packages and not hasattr(sys.modules[name], "chapter")
    ]
    yield from (name for name in dict.fromkeys([*homes, *beside]) if is_of_rules(name))


def _about(modules: tuple[str, ...]) -> str:
    """What the chapter's own module says of itself, after its first line."""
    doc = inspect.getdoc(sys.modules[modules[0]]) if modules else None
    return plain(doc.partition("\n\n")[2]) if doc else ""


def _statements(modules: tuple[str, ...]) -> Iterator[Statement]:
    """What classes and functions say of rules; the module itself, of those they say nothing of."""
    for module in modules:
        found = [each for text in _docstrings(module) for each in _said(text)]
        known = {each.rule for each in found}
        own = inspect.getdoc(sys.modules[module]) or ""
        yield from (each for each in _said(own) if each.rule not in known)
        yield from found


def _said(text: str) -> Iterator[Statement]:
    for sentence in sentences(text):
        for rule in cited(sentence):
            yield Statement(rule, plain(sentence))


def _docstrings(module: str) -> Iterator[str]:
    bodies = [body.function for body in functions_in(module)]
    classes = [
        value
        for value in vars(sys.modules[module]).values()
        if isinstance(value, type) and value.__module__ == module
    ]
    for each in (*classes, *bodies):
        if each.__doc__:
            yield inspect.cleandoc(each.__doc__)


def cited(text: str) -> tuple[str, ...]:
    """The rules a text cites, spans such as C-WEA-01 to C-WEA-03 written out."""
    found = dict.fromkeys(_RULE.findall(text))
    for prefix, first, last in _RANGE.findall(text):
        found.update(dict.fromkeys(f"{prefix}{n:02}" for n in range(int(first), int(last) + 1)))
    return tuple(sorted(found))


def sentences(text: str) -> Iterator[str]:
    """The sentences of a docstring; an attribute's description is one."""
    for paragraph in text.split("\n\n"):
        if paragraph.startswith(("Raises:", "Args:")):
            continue
        if paragraph.startswith("Attributes:"):
            yield from (f"`{name}`: {about}" for name, about in attributes(paragraph).items())
        else:
            yield from re.split(r"(?<=[.!?])\s+(?=[A-Z`])", " ".join(paragraph.split()))


def attributes(text: str) -> dict[str, str]:
    """What a docstring says of each attribute, by name."""
    _, found, listed = text.partition("Attributes:\n")
    entries = re.split(r"\n {4}(?=\S)", "\n" + listed.partition("\n\n")[0]) if found else []
    names: dict[str, str] = {}
    for entry in entries:
        head, colon, about = entry.partition(": ")
        if colon and re.fullmatch(r"\s*\w+(, \w+)*", head):
            names.update(dict.fromkeys(head.strip().split(", "), " ".join(about.split())))
    return names


def plain(text: str) -> str:
    """A docstring's text as Markdown, without the ids in brackets."""
    text = _BRACKETS.sub("", text)
    text = _ROLE.sub(r"`\1`", text)
    text = _LITERAL.sub(r"`\1`", text)
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))
