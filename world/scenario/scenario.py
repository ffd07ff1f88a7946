"""A scenario: text files in, a checked description of a campaign out.

``scenario.yaml`` names the pack, the calendar, the clock and the figures that differ from the
rules, and may script players; every other key belongs to the pack, which reads it from
:attr:`Scenario.sections` with :func:`world.scenario.reading.read`.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

import msgspec

from world.calendar import Calendar, GregorianCalendar, read_calendar
from world.clock import Rate, parse_rate
from world.errors import BadScenario, Refused
from world.order import parts_of
from world.ordertext import parse_order
from world.param import Params
from world.said import AnswerDecision, GiveOrder, Input, Saying
from world.scenario.document import Node, parse, scalar_at_top
from world.scenario.problems import Problems, nearest, quoted
from world.scenario.reading import read, read_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from world.pack import Pack

MAIN_FILE = "scenario.yaml"
_DURATION = re.compile(r"\+?(?:(\d{1,5})d)?\s*(?:(\d{1,5})h)?\s*(?:(\d{1,6})m)?")
_MINUTE = 60_000


class ScriptLine(msgspec.Struct, frozen=True):
    """What a scripted player says at a game instant: an order in its text form."""

    at: str
    person: str
    order: str
    line: int = 0


class Head(msgspec.Struct, frozen=True):
    """The keys of a scenario that mean the same in every rule system."""

    title: str
    pack: str
    about: str = ""
    credits: str = ""
    calendar: Node | None = None
    rate: str = "1"
    params: dict[str, Node] = {}
    script: tuple[ScriptLine, ...] = ()
    line: int = 0


class Scripted(msgspec.Struct, frozen=True):
    """A scripted player's words at a game instant (ms)."""

    at: int
    input: Input
    line: int = 0


class Scenario(msgspec.Struct, frozen=True):
    """A scenario whose common part has been read; the pack reads ``sections``.

    ``problems`` is where the pack notes its own mistakes; :meth:`stop` raises them all at once.
    """

    title: str
    about: str
    credits: str
    pack: Any
    calendar: Any
    rate: Rate
    params: Params
    script: tuple[Scripted, ...]
    sections: dict[str, Node]
    files: dict[str, str]
    problems: Any
    digest: str

    def section(self, name: str, struct: type[Any]) -> Any:
        """A pack's section as a struct, or None (with the mistakes noted) where it is unusable."""
        node = self.sections.get(name)
        if node is None:
            self.problems.add(MAIN_FILE, 0, f"no {name!r}", f"a section {name}:")
            return None
        return read(node, struct, self.problems)


def digest_of(files: Mapping[str, str]) -> str:
    """A name for the exact text of a scenario (hex)."""
    return hashlib.sha256(msgspec.json.encode(dict(files), order="deterministic")).hexdigest()


def pack_name(files: Mapping[str, str]) -> str:
    """Which pack a scenario is for.

    Raises:
        BadScenario: there is no ``scenario.yaml``, it is no YAML, or it names no pack.
    """
    # It stands near the top: what is below is not read twice unless something is wrong.
    name = scalar_at_top(files.get(MAIN_FILE, ""), "pack")
    if name is not None:
        return name
    problems = Problems()
    node = _main(files, problems)
    problems.stop()
    value = node.value.get("pack") if node is not None and isinstance(node.value, dict) else None
    if value is None or not isinstance(value.value, str):
        problems.add(MAIN_FILE, 1, "no 'pack'", "pack: the name of a rule system")
        problems.fail()
    return str(value.value)


def _main(files: Mapping[str, str], problems: Problems) -> Node | None:
    text = files.get(MAIN_FILE)
    if text is None:
        found = ", ".join(sorted(files)) or "no files"
        problems.add(MAIN_FILE, 0, found, f"a file {MAIN_FILE}")
        return None
    return parse(MAIN_FILE, text, problems)


def read_scenario(
    files: Mapping[str, str], pack: Pack, overrides: Mapping[str, str] | None = None
) -> Scenario:
    """Read the common part of a scenario for a pack; call ``pack.scene`` for the rest.

    ``overrides`` are figures set for one campaign, as text; they go before the scenario's own.

    Raises:
        BadScenario: listing every mistake, when the common part is too broken to go on.
    """
    problems = Problems()
    node = _main(files, problems)
    if node is None or not isinstance(node.value, dict):
        if node is not None:
            problems.add(MAIN_FILE, node.line, node.kind, "a mapping")
        problems.fail()
    own = set(Head.__struct_fields__) - {"line"}
    common = {key: value for key, value in node.value.items() if key in own}
    sections = {key: value for key, value in node.value.items() if key not in own}
    node = Node(node.file, node.line, node.column, dict(common))
    # A mistake here does not keep the rest from being read: all of them are told at once.
    head = Head(**{"title": "", "pack": pack.name, **read_fields(node, Head, problems)})
    if head.pack != pack.name:
        problems.add(MAIN_FILE, common["pack"].line, quoted(head.pack), f"pack: {pack.name}")
    calendar = _calendar(head, problems)
    rate = Rate(1, 1)
    try:
        rate = parse_rate(head.rate)
    except Refused as refusal:
        problems.add(MAIN_FILE, common["rate"].line, quoted(head.rate), refusal.text)
    for name, text in (overrides or {}).items():
        head.params[name] = Node("(overrides)", 0, 0, text)
    params = _params(head, pack, problems)
    script = _script(head, pack, calendar, problems)
    return Scenario(
        title=head.title,
        about=head.about,
        credits=head.credits,
        pack=pack,
        calendar=calendar,
        rate=rate,
        params=params,
        script=script,
        sections=sections,
        files=dict(files),
        problems=problems,
        digest=digest_of(files),
    )


def _calendar(head: Head, problems: Problems) -> Calendar:
    default = GregorianCalendar(start="2000-01-01 00:00")
    if head.calendar is None:
        return default
    spec = _plain(head.calendar)
    if not isinstance(spec, dict):
        problems.add(MAIN_FILE, head.calendar.line, head.calendar.kind, "a mapping")
        return default
    try:
        return read_calendar({"kind": "gregorian", **spec})
    except BadScenario as error:
        problems.add(MAIN_FILE, head.calendar.line, "this calendar", str(error))
        return default


def _plain(node: Node) -> Any:
    """A tree without its lines; whole numbers as numbers, everything else as text."""
    if isinstance(node.value, tuple):
        return [_plain(item) for item in node.value]
    if isinstance(node.value, dict):
        return {key: _plain(item) for key, item in node.value.items()}
    if isinstance(node.value, str) and node.value.isdecimal() and len(node.value) < 10:
        return int(node.value)
    return node.value


def _params(head: Head, pack: Pack, problems: Problems) -> Params:
    accepted: dict[str, Any] = {}
    for name, node in head.params.items():
        param = pack.params.get(name)
        if param is None:
            hint = nearest(name, pack.params) or "the name of a parameter (C-GEN-02)"
            problems.add(node.file, node.line, quoted(name), hint)
            continue
        try:
            accepted[name] = param.accept(_value(node))
        except BadScenario as error:
            problems.add(node.file, node.line, node.kind, str(error))
    return Params(pack.params, accepted)


def _value(node: Node) -> Any:
    if isinstance(node.value, tuple):
        return [_value(item) for item in node.value]
    return node.value


def _script(head: Head, pack: Pack, calendar: Calendar, problems: Problems) -> tuple[Scripted, ...]:
    lines = []
    for line in head.script:
        at = instant_of(line.at, calendar)
        if at is None:
            expected = "a date of the calendar after the start, or +2d 4h from it"
            problems.add(MAIN_FILE, line.line, quoted(line.at), expected)
            continue
        try:
            said = _saying(pack, line.order)
        except Refused as refusal:
            problems.add(MAIN_FILE, line.line, quoted(line.order), refusal.text)
            continue
        lines.append((at, line, said))
    counts: dict[str, int] = {}
    script = []
    # A person's words are numbered in the order in which they are said.
    for at, line, said in sorted(lines, key=lambda item: (item[0], item[1].person)):
        n = counts[line.person] = counts.get(line.person, 0) + 1
        spoken = Input(person=line.person, n=n, received=0, body=said)
        script.append(Scripted(at, spoken, line.line))
    return tuple(script)


def _saying(pack: Pack, text: str) -> Saying:
    """An order; or ``answer RULE option=…``, which answers the oldest open decision of a rule."""
    if text.split(maxsplit=1)[:1] == ["answer"]:
        return _answer(text)
    order = parse_order(pack, text)
    return GiveOrder(order=msgspec.Raw(msgspec.json.encode(order, order="deterministic")))


def _answer(text: str) -> AnswerDecision:
    words = text.split(maxsplit=2)
    try:
        _, parts = parts_of("answer " + "".join(words[2:]))
    except ValueError:
        parts = {}
    if len(words) < 3 or "option" not in parts or parts.keys() - {"option", "text"}:
        raise Refused(
            "E-SYNTAX", "An answer is written: answer RULE option=NAME, and perhaps text=… with it."
        )
    return AnswerDecision(
        decision=f"rule:{words[1]}", option=str(parts["option"]), text=str(parts.get("text", ""))
    )


def instant_of(text: str, calendar: Calendar) -> int | None:
    """A game instant (ms) from a date of the calendar or a span since the start (``+2d 4h``)."""
    found = _DURATION.fullmatch(text.strip())
    if found is not None and any(found.groups()):
        days, hours, minutes = (int(part or 0) for part in found.groups())
        return ((days * 24 + hours) * 60 + minutes) * _MINUTE
    try:
        instant = calendar.parse(text)
    except Refused:
        return None
    return instant if instant >= 0 else None
