"""The rules reference as Markdown, for players and referees."""

from __future__ import annotations

import inspect
import re
import typing
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from service.reference.contents import RULE, Contents, attributes, contents_of, plain
from service.reference.refusals import Refusal, refusals_of
from world.order import Order, OrderField, fields_of
from world.ordertext import usage
from world.template import forms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from service.reference.questions import Asked
    from world.notice import Notice
    from world.pack import Pack
    from world.param import Param

_WAITS = "decision.waits"
#: Characters of an example that reads well within a sentence.
_EXAMPLE_WIDTH = 40
_KINDS: dict[Any, str] = {str: "text", int: "whole number", bool: "yes or no", Fraction: "fraction"}
#: Refusals of so many orders or more are told once, for all of them.
_SHARED_BY = 4
#: What a part means wherever no order says otherwise.
_PARTS = {"army": "the army that is to do it, by its id; without it the one you lead"}
_FIELD = re.compile(r"\{(\w+)(?::([^}]*))?\}")

_MARK = (
    "<!-- Written by `galloper docs` from the rules themselves: it says what the program does. -->"
)
_OPENING = (
    (
        "Chapter by chapter: what the rules say there, the orders they understand, the decisions"
        " they put to people, what people are told, and the figures."
    ),
    (
        "- **Rules** have ids such as {rule}. They stand beside what the program does for them;"
        " a figure names the rule that owns it. [The list at the end](#rules-by-id) says where each"
        " is.\n"
        "- **Orders** are written as a word and its parts: `{order}`. Parts in"
        " brackets may be left out. A value with blanks stands in quotes; several values are joined"
        " by commas.\n"
        "- **Refusals** have a code and say what was left as it was. “…” stands for what depends on"
        " the case.\n"
        "- **Decisions** have options and a default. Where one *waits*, what it belongs to waits"
        " with it, everything else goes on, and without an answer in time the default is taken."
        " Otherwise the default is taken *at once*, and an answer in time amends what has not"
        " happened yet.\n"
        "- **Figures** can be set by a scenario: `params: {{{figure}}}`. Fractions"
        " are written 19/20, lists [one, another]."
    ),
)


def reference(pack: Pack) -> str:
    """The reference of a pack's rules.

    What every pack has (the clock, decisions, what goes wrong) stands at the end.
    """
    kernel, *own = contents_of(pack)
    chapters = [each for each in (*own, kernel) if _shown(each)]
    orders = {
        order: refusals_of(order, obeyer)
        for each in chapters
        for order, obeyer in each.chapter.orders.items()
    }
    told = Counter(refusal for refusals in orders.values() for refusal in refusals)
    shared = frozenset(refusal for refusal, count in told.items() if count >= _SHARED_BY)
    parts = [f"# The rules in force: {pack.name}\n", f"{_MARK}\n"]
    if pack.about:
        parts.append(f"{_sentence(pack.about)}\n")
    examples = _examples(chapters)
    parts += [f"{paragraph.format_map(examples)}\n" for paragraph in _OPENING]
    parts.append("## Chapters\n")
    parts += [f"- [{_heading(each)}](#{_anchor(each)}): {each.chapter.about}" for each in chapters]
    parts += _overview(chapters)
    parts += _shared(shared)
    for each in chapters:
        parts += _chapter(each, pack, orders, shared)
    parts += _by_id(chapters)
    return re.sub(r"\n{3,}", "\n\n", "\n".join([*parts, ""]))


Orders = dict[type[Order], tuple[Refusal, ...]]


def _examples(chapters: list[Contents]) -> dict[str, str]:
    """A rule, an order and a figure of these very rules, for the opening."""
    figures = [param for each in chapters for param in each.chapter.params if param.default]
    orders = [order for each in chapters for order in each.chapter.orders]
    # The one with the most parts shows best how they are written, as long as it fits on a line.
    usages = sorted(
        (len(usage(order)) > _EXAMPLE_WIDTH, -len(fields_of(order)), usage(order))
        for order in orders
    )
    whole = [param for param in figures if type(param.default) is int]
    figure = next(iter(whole or figures), None)
    return {
        "rule": figure.rule if figure is not None else "C-ONE-01",
        "order": usages[0][2] if usages else "word part=…",
        "figure": f"{figure.name}: {figure.default}" if figure is not None else "name: value",
    }


def _overview(chapters: list[Contents]) -> Iterator[str]:
    yield "\n## All orders\n"
    yield "| order | |"
    yield "|---|---|"
    for each in chapters:
        for order in each.chapter.orders:
            word = order.__struct_config__.tag
            yield f"| [`{word}`](#order-{word}) | {_cell(order.summary)} |"
    yield "\n## All decisions\n"
    yield "| decision | who is asked | |"
    yield "|---|---|---|"
    for each in chapters:
        for asked in each.decisions:
            link = f"[{asked.rule}](#decision-{asked.rule.lower()})"
            yield f"| {link} | {_asked(asked)} | {_cell(asked.question)} |"


def _shared(shared: frozenset[Refusal]) -> Iterator[str]:
    yield "\n## Refusals of many orders\n"
    yield "- `E-SYNTAX` It was not understood; the answer says how the order is written."
    for refusal in sorted(shared):
        yield f"- `{refusal.code}` {_line(refusal.text)}".rstrip()


def _shown(contents: Contents) -> bool:
    chapter = contents.chapter
    return bool(chapter.params or chapter.orders or chapter.notices or contents.statements)


def _heading(contents: Contents) -> str:
    name = contents.chapter.name.replace("_", " ")
    return str(name[0].upper() + name[1:])


def _anchor(contents: Contents) -> str:
    return _heading(contents).lower().replace(" ", "-")


def _chapter(
    contents: Contents, pack: Pack, orders: Orders, shared: frozenset[Refusal]
) -> Iterator[str]:
    chapter = contents.chapter
    yield f"\n## {_heading(contents)}\n"
    yield f"{chapter.about}.\n"
    if contents.about:
        yield contents.about + "\n"
    yield from _rules(contents)
    for order in chapter.orders:
        yield from _order(order, orders[order], shared)
    waits = pack.params.get(_WAITS)
    for asked in contents.decisions:
        listed = waits is not None and asked.rule in waits.default
        yield from _decision(asked, asked.mode == "waits" or (not asked.mode and listed))
    yield from _notices(chapter.notices)
    yield from _params(chapter.params)


def _rules(contents: Contents) -> Iterator[str]:
    by_rule: dict[str, dict[str, None]] = {}
    for statement in contents.statements:
        by_rule.setdefault(statement.rule, {})[statement.text] = None
    if not by_rule:
        return
    yield "| rule | what the program does |"
    yield "|---|---|"
    by_text: dict[str, list[str]] = {}
    for rule, texts in sorted(by_rule.items()):
        by_text.setdefault(" ".join(texts), []).append(rule)
    for text, rules in by_text.items():
        yield f"| {', '.join(rules)} | {_cell(text)} |"
    yield ""


# -- orders --------------------------------------------------------------------------------------


def _order(
    order: type[Order], refusals: tuple[Refusal, ...], shared: frozenset[Refusal]
) -> Iterator[str]:
    word = order.__struct_config__.tag
    yield f"### Order: {word}\n"
    yield f"{_sentence(order.summary)} {_who(order)}\n"
    yield f"```\n{usage(order)}\n```\n"
    fields = fields_of(order)
    if fields:
        about = attributes(inspect.cleandoc(order.__doc__ or ""))
        yield "| part | is | without it | |"
        yield "|---|---|---|---|"
        for field in fields:
            yield _blank(field, plain(about.get(field.name, _PARTS.get(field.name, ""))))
        yield ""
    if order.rules:
        yield f"Rules: {', '.join(order.rules)}.\n"
    if refusals:
        yield "Refused with\n"
        for refusal in refusals:
            if refusal not in shared:
                yield f"- `{refusal.code}` {_line(refusal.text)}".rstrip()
        codes = dict.fromkeys(f"`{refusal.code}`" for refusal in refusals if refusal in shared)
        if codes:
            yield f"- {', '.join(codes)} as [many orders](#refusals-of-many-orders)"
        yield ""


def _who(order: type[Order]) -> str:
    if order.addressee is Order.addressee:
        return "Whoever gives it does it himself, at once."
    return "To somebody elsewhere it rides as a letter, and takes hold when it is handed over."


def _blank(field: OrderField, about: str) -> str:
    without = "needed" if field.required else _value(field.default) or "none"
    return f"| `{field.name}` | {_cell(_kind(field.hint))} | {_cell(without)} | {_cell(about)} |"


def _kind(hint: Any) -> str:
    """What may stand in a blank, in words."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return _either(str(each) for each in arguments)
    if origin is tuple:
        return f"one or several, each {_kind(arguments[0])}"
    if origin in (typing.Union, UnionType):
        return _either(_kind(each) for each in arguments if each is not NoneType)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return "JSON"
    return _KINDS.get(hint, "text")


# -- decisions, notices, figures -----------------------------------------------------------------


def _decision(asked: Asked, waits: bool) -> Iterator[str]:  # noqa: FBT001 - one of two kinds
    yield f"### Decision: {asked.rule}\n"
    yield f"{_sentence(_asked(asked)).rstrip('.')} is asked: “{_line(asked.question)}”\n"
    for name, text in asked.options:
        yield f"- `{name}`: {_line(text)}".removesuffix(": ")
    default = _either(d if d.startswith("`") else f"`{d}`" for d in asked.default)
    kind = "It waits; without an answer" if waits else "At once, until amended,"
    yield f"\n{kind} it is {default or 'as the case is'}. {plain(asked.settled)}\n"


def _asked(asked: Asked) -> str:
    return "the referee" if asked.referee else "whom it concerns"


def _notices(notices: Iterable[type[Notice]]) -> Iterator[str]:
    listed = list(notices)
    if not listed:
        return
    yield "### What people are told\n"
    yield "| notice | when | in these words |"
    yield "|---|---|---|"
    for notice in listed:
        when = plain(" ".join((notice.__doc__ or "").partition("\n\n")[0].split()))
        yield f"| {_template(notice.title)} | {_cell(when)} | {_template(notice.wording)} |"
    yield ""


def _template(text: str) -> str:
    def field(found: re.Match[str]) -> str:
        said = f"*{found[1].replace('_', ' ')}*"
        words = forms(found[2] or "")
        return f"{said} {words[-1]}" if words else said

    return _cell(_FIELD.sub(field, text))


def _params(params: Iterable[Param[Any]]) -> Iterator[str]:
    listed = list(params)
    if not listed:
        return
    yield "### Figures\n"
    yield "| figure | default | unit | rule | |"
    yield "|---|---|---|---|---|"
    for param in listed:
        about = param.about
        if param.choices:
            about = f"{about}; {_either(map(str, param.choices))}".removeprefix("; ")
        default = _value(param.default) or "none"
        cells = (f"`{param.name}`", default, param.unit, param.rule, about)
        yield "| " + " | ".join(map(_cell, cells)) + " |"
    yield ""


def _by_id(chapters: list[Contents]) -> Iterator[str]:
    places: dict[str, dict[str, None]] = {}
    for each in chapters:
        link = f"[{_heading(each)}](#{_anchor(each)})"
        rules = [statement.rule for statement in each.statements]
        rules += [param.rule for param in each.chapter.params]
        rules += [rule for order in each.chapter.orders for rule in order.rules]
        for rule in rules:
            if re.fullmatch(RULE, rule):
                places.setdefault(rule, {})[link] = None
    yield "\n## Rules by id\n"
    yield "| rule | chapters |"
    yield "|---|---|"
    for rule, links in sorted(places.items()):
        yield f"| {rule} | {', '.join(links)} |"


def _value(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _either(names: Iterable[str]) -> str:
    *most, last = list(names) or [""]
    return f"{', '.join(most)} or {last}" if most else last


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _line(text: str) -> str:
    return " ".join(text.split())


def _cell(text: str) -> str:
    return _line(text).replace("|", "\\|")
