"""What every rule pack must hold to, as functions over a pack and the files of a scenario.

A :class:`Case` is a scenario played for some hours with things said in between.  To hold a pack of
your own to the contract, make a case of it and call the functions here, as ``test_conformance.py``
does with every pack there is.  ``python -m tests.packs.conformance NAME…`` prints what the named
cases leave, for a process with another hash seed; ``--keep`` writes the old worlds afresh.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from hypothesis import strategies as st

from service.notify.wording import word
from service.packs import load_pack, pack_named
from service.scenario_files import read_files
from tests.packs.play import HOUR, MINUTE, Play, Story, order, ordered
from tests.packs.replay import story as mill_story
from world.campaign import empty, reopen
from world.decision import Decision
from world.dice import Secret
from world.errors import Refused
from world.journal import encoder
from world.order import Order, require_sound, to_text
from world.ordertext import form_of, parse_order, read_form
from world.pack import Pack
from world.said import AnswerDecision, Input, Saying
from world.scenario.scenario import read_scenario
from world.state import World

OLD_WORLDS = Path(__file__).parents[1] / "worlds"

#: One thing said: minutes after the start, by whom, an order in its text form or an answer.
Line = tuple[int, str, str | Saying]
#: One stop on the way: at a minute, so many events a batch, and whether to close and open there.
Stop = tuple[int, int | None, bool]


class Case(NamedTuple):
    """A scenario of a pack, played for some hours with things said in between."""

    name: str
    pack: str
    files: dict[str, str]
    hours: int
    said: Callable[[Play], list[Input]]
    seed: int = 1

    def begin(self) -> Play:
        """The case at its beginning."""
        pack = pack_named(self.pack)
        return Play(pack, read_scenario(self.files, pack), Secret.of_seed(self.seed))


def lines(*said: Line) -> Callable[[Play], list[Input]]:
    """What is said, from orders in their text form."""

    def inputs(play: Play) -> list[Input]:
        return ordered(
            [
                play.says(
                    person,
                    order(parse_order(play.pack, body)) if isinstance(body, str) else body,
                    minute * MINUTE,
                )
                for minute, person, body in sorted(said, key=lambda line: line[:2])
            ]
        )

    return inputs


def read_bundled(name: str, *, without: Iterable[str] = ()) -> dict[str, str]:
    """The files of a scenario that comes with the program."""
    left_out = set(without)
    return {file: text for file, text in read_files(Path(name)).items() if file not in left_out}


_TABLE = """
title: A table
pack: table
params: {message.hours: 24}
table:
  roads:
    - {a: paris, b: lille, metres: 220000, land: north}
    - {a: lille, b: ghent, metres: 70000, land: south}
    - {a: paris, b: mons, metres: 230000, land: south}
    - {a: mons, b: ghent, metres: 80000, land: south, ground: sea}
  people:
    - {id: ann, place: paris}
    - {id: ben, place: lille}
    - {id: dan, place: ghent}
    - {id: eve, place: mons, side: red}
  lands: {north: blue, south: nobody}
  wars: [blue-red]
  lines: [{id: north, stations: [{place: paris}, {place: lille}]}]
"""

_KINGDOMS = """
title: A year of four kingdoms
pack: kingdoms
params:
  k.turn.deadline: daily 20:00 Europe/Berlin
  k.turn.grace_min: 30
  k.turn.least_h: 4
  k.visibility.orders: until_close
  k.decision.timeout_h: 6
kingdoms:
  players: [ann, ben, cleo, dan]
"""


def _toy(name: str) -> dict[str, str]:
    return {"scenario.yaml": f"title: A test\npack: {name}\n"}


@functools.cache
def cases() -> dict[str, Case]:
    """Every registered pack at play, by name of the case."""
    for name in ("ferry", "mill", "table"):
        load_pack(f"tests.packs.{name}:PACK")
    found = [
        Case(
            "ferry",
            "ferry",
            _toy("ferry"),
            72,
            lines(
                (0, "ann", "post to=ben text=hello"),
                (59, "ben", "post to=ann text=well"),
                (60, "ann", "post to=nobody text=lost"),
                (61, "ann", AnswerDecision(decision="rule:D-TOLL", option="dear")),
                (62, "ann", AnswerDecision(decision="rule:D-TOLL", option="cheap")),
                (26 * 60, "ben", "post to=ann text=again"),
                (26 * 60, "ann", "post to=ben text=again"),
            ),
        ),
        Case("mill", "mill", _toy("mill"), 72, mill_story, seed=77),
        Case(
            "table",
            "table",
            {"scenario.yaml": _TABLE.replace("params: {message.hours: 24}\n", "")},
            24 * 9,
            lines(
                (5, "ann", 'letter to=ben text="Where are you?"'),
                (6, "ann", 'letter to=dan text="Hold." copies=2'),
                (7, "ann", "letter to=eve text=Peace? towards=mons"),
                (8, "ann", "task who=ben what=march"),
                (9, "ann", "task who=dan what=impossible"),
                (9, "ann", "letter to=nobody text=x"),
                (600, "ann", 'semaphore to=lille text="is anybody there"'),
                (700, "ben", "go to=ghent"),
                (900, "eve", 'letter to=dan text="Give up."'),
                (4000, "gm", "vanish who=ben heir=dan"),
                (4100, "ann", 'letter to=ben text="And now?"'),
                (6000, "gm", 'change entity=north field=side value="\\"red\\""'),
            ),
        ),
        Case(
            "small_war",
            "campaign",
            read_bundled("small_war"),
            240,
            lines(
                (30, "otto", "march to=Weir"),
                (31, "otto", 'letter to=falk text="Where are you?" copies=2'),
                (90, "maria", "halt army=relief"),
                (600, "falk", "march to=Grauburg night=normal"),
                (601, "maria", "march army=relief to=Nowhere"),
                (602, "maria", "besiege stronghold=grauburg"),
                (700, "otto", "break_engines"),
                (1500, "falk", "halt"),
                (2000, "reuss", "halt"),
                (2100, "maria", 'semaphore to=1108 text="What is the news?" priority=urgent'),
                (3000, "falk", "march to=0404 pace=forced"),
                (4000, "otto", "lift"),
                (5000, "otto", "march to=Grauburg"),
                (8000, "maria", "leave army=harbour-battalion"),
            ),
        ),
        Case(
            "kingdoms",
            "kingdoms",
            {"scenario.yaml": _KINGDOMS},
            24 * 9,
            lines(
                (1, "ann", "create_kingdom name=Avalon location=N traits=advanced-culture"),
                (
                    2,
                    "ann",
                    "create_kingdom name=Avalon location=N traits=advanced-culture,lagging-economy",
                ),
                (2, "ben", "create_kingdom name=Burgundy location=N traits=robust-economy"),
                (3, "cleo", "create_kingdom name=Cathay location=SW"),
                (4, "dan", 'create_kingdom name="Dal Riada" location=W'),
                (9, "gm", "start_game"),
                (30, "gm", AnswerDecision(decision="rule:K-DEC-01", option="approve")),
                (31, "gm", AnswerDecision(decision="rule:K-DEC-01", option="return", text="No.")),
                (40, "cleo", "create_kingdom name=Cathay location=S"),
                (
                    60 * 7,
                    "ann",
                    'create_kingdom name="New Avalon" location=N traits=robust-culture',
                ),
                (60 * 14, "gm", "start_game"),
                (60 * 15, "gm", AnswerDecision(decision="rule:K-DEC-02", option="random")),
                (60 * 16, "ann", "work rating=culture"),
                (60 * 16, "ben", "trade kingdoms=kingdom-ann,Cathay"),
                (60 * 17, "ben", "withdraw"),
                (60 * 17, "ben", "attack kingdom=kingdom-ann rating=military"),
                (60 * 18, "cleo", 'ties kingdom="Dal Riada"'),
                (60 * 19, "dan", 'letter to=ann text="Shall we trade?"'),
                (60 * 19, "gm", 'order_for kingdom="Dal Riada" text="expand rating=economy"'),
                (60 * 30, "ann", "trade kingdoms=kingdom-dan,Burgundy,Cathay"),
                (60 * 30, "ben", "undermine kingdom=kingdom-ann rating=culture"),
                (60 * 31, "cleo", "festival"),
                (60 * 55, "ann", "draft"),
                (60 * 56, "gm", "player_left kingdom=Cathay"),
                (60 * 57, "gm", AnswerDecision(decision="rule:K-DEC-06", option="pass")),
                (60 * 80, "ben", "seek"),
                (60 * 120, "dan", "pass"),
            ),
        ),
        Case("hundred_days", "campaign", read_bundled("hundred_days"), 48, lines()),
    ]
    return {case.name: case for case in found}


# -- playing --------------------------------------------------------------------------------------


def play(case: Case, stops: Sequence[Stop] = (), limit: int | None = None) -> Story:
    """The case played to its end, in pieces: what it leaves behind."""
    told = case.begin()
    said = case.said(told)
    for minute, few, closing in sorted(stops, key=lambda stop: stop[0]):
        due = [each for each in said if each.received <= told.at(minute * MINUTE)]
        said = [each for each in said if each.received > told.at(minute * MINUTE)]
        told.keep(minute * MINUTE, due, limit=few)
        if closing:
            told.reopen()
    told.keep(case.hours * HOUR, said, limit=limit)
    return told.story()


@functools.cache
def whole(name: str) -> Story:
    """A case played in one piece."""
    return play(cases()[name])


def stops(case: Case) -> st.SearchStrategy[list[Stop]]:
    """Ways to play a case in pieces."""
    return st.lists(
        st.tuples(
            st.integers(0, case.hours * 60),
            st.sampled_from([None, 1, 2, 7, 50]),
            st.booleans(),
        ),
        max_size=6,
    )


def digest(name: str) -> str:
    """What a case leaves, as one line."""
    story = whole(name)
    parts = (
        story.kept.head,
        repr(story.kept).encode(),
        *(row.body for row in story.notices),
        *(row.body for row in story.known),
    )
    return f"{name} {hashlib.sha256(b'|'.join(parts)).hexdigest()}"


# -- what is kept can be read ---------------------------------------------------------------------


def unreadable(case: Case) -> Iterator[str]:
    """What is not the same after it was kept and read, looked at after every event."""
    told = case.begin()
    entities: dict[str, bytes] = {}
    entries: dict[str, bytes] = {}
    for world in told.each(case.hours * HOUR, case.said(told)):
        for entity in world.entities.values():
            body = told.entities[entity.id]
            if entities.get(entity.id) == body:
                continue
            entities[entity.id] = body
            again = told.pack.entity_decoder.decode(body)
            if again != entity or encoder.encode(again) != body:
                yield f"{entity!r} is kept as {body!r} and read as {again!r}"
        for entry in world.timeline.entries.values():
            body = told.timeline[entry.id][4]
            if entries.get(entry.id) == body:
                continue
            entries[entry.id] = body
            if told.pack.event_decoder.decode(body) != entry.event:
                yield f"{entry.event!r} is kept as {body!r}"
    for row in told.notices:
        if encoder.encode(told.pack.notice_decoder.decode(row.body)) != row.body:
            yield f"the notice {row.body!r} is not read as it was kept"
    for known in told.known:
        if encoder.encode(told.pack.record_decoder.decode(known.body)) != known.body:
            yield f"the record {known.body!r} is not read as it was kept"


# -- orders ---------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=10) | st.sampled_from(
    ["", "null", "true", "5", '"', "a b", "a,b", "[]", "a=b", "\\", 'say "no"', "0831", " ", "é"]
)


def blanks(hint: Any, texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Any]:
    """Whatever a part of an order may hold."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in {typing.Union, types.UnionType}:
        return st.one_of([blanks(part, texts) for part in parts])
    if origin is typing.Literal:
        return st.sampled_from(parts)
    if origin is tuple and parts[-1] is Ellipsis:
        return st.lists(blanks(parts[0], texts), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(blanks(part, texts) for part in parts))
    if origin is frozenset:
        return st.frozensets(blanks(parts[0], texts), max_size=3)
    known = {
        str: texts,
        int: st.integers(-(10**9), 10**9),
        bool: st.booleans(),
        type(None): st.none(),
    }
    if hint in known:
        return known[hint]
    return drawn(hint, texts)


def drawn(
    kind: type[msgspec.Struct], texts: st.SearchStrategy[str] = TEXTS
) -> st.SearchStrategy[Any]:
    """Structs of a type, whatever their parts hold."""
    hints = typing.get_type_hints(kind)
    return st.builds(kind, **{name: blanks(hints[name], texts) for name in kind.__struct_fields__})


def orders(pack: Pack, texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Order]:
    """Orders of every kind a pack has."""
    return st.one_of([drawn(kind, texts) for _, kind in sorted(pack.orders.items())])


def changed_on_the_way(pack: Pack, said: Order) -> str | None:
    """By which way of saying it an order becomes another, if by any."""
    if parse_order(pack, to_text(said)) != said:
        return f"as text: {to_text(said)}"
    if read_form(pack, str(said.__struct_config__.tag), form_of(said)) != said:
        return f"as a form: {form_of(said)}"
    if pack.decode_order(msgspec.json.encode(said, order="deterministic")) != said:
        return "in the API"
    return None


# -- refusals -------------------------------------------------------------------------------------

_CODE = re.compile(r"E(-[A-Z0-9]+)+")
#: How a refusal says that all is as it was, or what to do instead.
_CLAUSES = re.compile(r"[;:.,] ")
#: What somebody wrote himself, which a refusal may repeat.
_REPEATED = re.compile(r"(?<!\w)(['\"]).*?\1(?!\w)|“.*?”")


def fault_of_refusal(refusal: Refused) -> str | None:
    """What is wrong with a refusal's words, if anything: it must say what to do, in sentences."""
    text = refusal.text
    if not _CODE.fullmatch(refusal.code):
        return f"no code: {refusal.code!r} ({text})"
    if not text or not (text[0].isupper() or text[0] in "'\"“" or text[0].isdigit()):
        return f"no sentence: {text!r}"
    if text.rstrip("”\"'")[-1:] not in {".", "?", "…"}:
        return f"no end of a sentence: {text!r}"
    if re.search(r"\bNone\b|Traceback|[{}]|<class|object at", _REPEATED.sub("", text)):
        return f"words of the program: {text!r}"
    if not _CLAUSES.search(text):
        return f"nothing of what to do: {text!r}"
    return None


def refusal_of(world: World, person: str, said: Order) -> Refused | None:
    """The refusal of an order by what its author knows, if he is refused."""
    try:
        require_sound(said, world.pack, world.pack.view(world, person))
    except Refused as refusal:
        return refusal
    return None


# -- decisions and notices ------------------------------------------------------------------------


def faults_of_decisions(case: Case) -> Iterator[str]:
    """What is wrong with any question that was ever open, looked at after every event."""
    told = case.begin()
    for world in told.each(case.hours * HOUR, case.said(told)):
        for asked in world.of(Decision):
            if asked.state == "open":
                yield from _faults_of(world, asked)


def _faults_of(world: World, asked: Decision) -> Iterator[str]:
    names = [option.name for option in asked.options]
    if asked.default not in names:
        yield f"{asked.rule}: the default {asked.default!r} is none of {names}"
    if len(set(names)) != len(names) or not all(option.text for option in asked.options):
        yield f"{asked.rule}: options without words, or twice: {names}"
    if not asked.question.strip():
        yield f"{asked.rule}: asks nothing"
    until = asked.due if asked.mode == "beforehand" else asked.limit
    if until is None:
        yield f"{asked.rule}: open without a limit"
    if asked.timer not in world.timeline.entries:
        yield f"{asked.rule}: nothing will end it"
    people = {"gm", *world.pack.answers.persons(world)}
    if asked.who not in people:
        yield f"{asked.rule}: put to {asked.who!r}, who is nobody"


def unspeakable(case: Case) -> Iterator[str]:
    """Notices that are no sentences."""
    told = case.begin()
    told.keep(case.hours * HOUR, case.said(told))
    for row in told.notices:
        said = word(told.world, row.body, row.at)
        for text in (said.title, said.text):
            if not text.strip() or re.search(r"\bNone\b|[{}]|Traceback", text):
                yield f"{row.kind}: {text!r}"


# -- parameters -----------------------------------------------------------------------------------


def unexplained(pack: Pack) -> list[str]:
    """Figures without a unit, a rule or a word of what they are."""
    return [
        name
        for name, param in sorted(pack.params.items())
        if not (param.unit.strip() and param.rule.strip() and param.about.strip())
    ]


# -- worlds that were written long ago ------------------------------------------------------------


class OldWorld(msgspec.Struct, frozen=True):
    """A small world as a release kept it; bodies as text."""

    case: str
    release: int
    files: dict[str, str]
    seed: int
    now: int
    seq: int
    head: str
    wall: int
    notice_n: dict[str, int]
    known_n: dict[str, int]
    entities: tuple[str, ...]
    timeline: tuple[tuple[str, int, int, int, str], ...]


def keep_world(case: Case, hours: int) -> OldWorld:
    """A case after some hours, to be opened by every later release."""
    told = case.begin()
    said = case.said(told)
    told.keep(hours * HOUR, [each for each in said if each.received <= told.at(hours * HOUR)])
    kept = told.kept()
    return OldWorld(
        case=case.name,
        release=told.pack.release,
        files=case.files,
        seed=case.seed,
        now=kept.now,
        seq=kept.seq,
        head=kept.head.hex(),
        wall=told.at(hours * HOUR),
        notice_n=dict(kept.notice_n),
        known_n=dict(kept.known_n),
        entities=tuple(body.decode() for _, body in kept.entities),
        timeline=tuple((*row[:4], row[4].decode()) for row in kept.timeline),
    )


def open_world(pack: Pack, old: OldWorld) -> World:
    """An old world, opened by this release."""
    scenario = read_scenario(old.files, pack)
    return reopen(
        empty(pack, scenario, Secret.of_seed(old.seed)),
        entities=[body.encode() for body in old.entities],
        timeline=[(*row[:4], row[4].encode()) for row in old.timeline],
        now=old.now,
        seq=old.seq,
        head=bytes.fromhex(old.head),
        notice_n=old.notice_n,
        known_n=old.known_n,
    )


def old_worlds() -> list[Path]:
    """Every world that a release has left."""
    return sorted(OLD_WORLDS.glob("*.json"))


def read_world(path: Path) -> OldWorld:
    """An old world from its file."""
    return msgspec.json.decode(path.read_bytes(), type=OldWorld)


def _keep_all() -> None:
    OLD_WORLDS.mkdir(exist_ok=True)
    for name, hours in (
        ("ferry", 27),
        ("mill", 19),
        ("table", 70),
        ("small_war", 100),
        ("kingdoms", 60),
    ):
        old = keep_world(cases()[name], hours)
        path = OLD_WORLDS / f"{name}-{old.release}.json"
        path.write_text(json.dumps(msgspec.to_builtins(old), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--keep"]:
        _keep_all()
    for wanted in sys.argv[1:]:
        if wanted != "--keep":
            print(digest(wanted))  # noqa: T201 - the parent process reads it
