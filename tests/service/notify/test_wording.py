"""The words of notices: whole sentences from whatever the fields hold, and times by calendar."""

from __future__ import annotations

import re
import string
import types
import typing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.language.catalogue import tongue
from service.language.reader import ANYBODY
from service.language.times import wall
from service.notify.reasons import CAME_BACK, because, said
from service.notify.wording import Worded, word
from service.packs import _BUILT_IN, load_pack, pack_named
from service.scenario_files import bundled_names, read_files
from world.campaign import found
from world.dice import Secret
from world.scenario.scenario import pack_name, read_scenario
from world.simulation import Simulation

if TYPE_CHECKING:
    from world.notice import Notice
    from world.state import World

for _name in ("ferry", "mill", "table", "trouble"):
    load_pack(f"tests.packs.{_name}:PACK")

#: Every pack the program brings along, and those of the tests.
PACKS = [*sorted(_BUILT_IN), "ferry", "mill", "table", "trouble"]
DAY = 86_400_000


def _files(pack: str) -> dict[str, str]:
    for name in bundled_names():
        files = read_files(Path(name))
        if pack_name(files) == pack and len(files.get("map.txt", "")) < 20_000:
            return files
    more = "table: {roads: [], people: [{id: ann, place: here}]}\n" if pack == "table" else ""
    return {"scenario.yaml": f"title: A test\npack: {pack}\n{more}"}


def _world(pack: str) -> World:
    files = _files(pack)
    scenario = read_scenario(files, pack_named(pack))
    return found(pack_named(pack), scenario, secret=Secret.of_seed(1), start=0)[0]


WORLDS = {pack: _world(pack) for pack in PACKS}
#: Each type once; the kernel's and the couriers' are in several packs.
NOTICES = [
    (pack, kind)
    for kind, pack in sorted({k: p for p in reversed(PACKS) for k in pack_named(p).notices}.items())
]

#: For what is tried with every one of some two hundred and fifty kinds.
FEWER = settings(max_examples=max(5, settings().max_examples // 5))

#: Words in which "None", a brace or a figure would be the program's own.
PLAIN = st.text(st.sampled_from("abcdefgh ,;“”-é長\n"), max_size=30).map(lambda text: f"x{text}")


def _values(hint: Any, texts: st.SearchStrategy[str]) -> st.SearchStrategy[Any]:
    """Whatever a field of that type may hold; instants of some thirty years."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if origin in {typing.Union, types.UnionType}:
        return st.one_of([_values(part, texts) for part in parts])
    if origin is typing.Literal:
        return st.sampled_from(parts)
    if origin is tuple:
        return st.lists(_values(parts[0], texts), max_size=3).map(tuple)
    known = {str: texts, int: st.integers(0, 10**12), bool: st.booleans(), type(None): st.none()}
    return known[hint]


def _notices(
    pack: str, kind: str, texts: st.SearchStrategy[str] = PLAIN
) -> st.SearchStrategy[Notice]:
    notice = pack_named(pack).notices[kind]
    hints = typing.get_type_hints(notice)
    return st.builds(
        notice, **{field: _values(hints[field], texts) for field in notice.__struct_fields__}
    )


def _said(pack: str, notice: Notice, at: int = DAY) -> Worded:
    return word(WORLDS[pack], msgspec.json.encode(notice), at)


def _fields(template: str) -> list[tuple[str, str, str]]:
    """Literal text, field and its manner, in turn."""
    return [
        (literal, field or "", spec or "")
        for literal, field, spec, _ in string.Formatter().parse(template)
    ]


@pytest.mark.parametrize(("pack", "kind"), NOTICES)
@FEWER
@given(data=st.data())
def test_every_notice_of_every_pack_reads_as_a_sentence(
    pack: str, kind: str, data: st.DataObject
) -> None:
    """No None, no braces, nothing raised, whatever the fields hold."""
    notice = data.draw(_notices(pack, kind))
    said = _said(pack, notice)
    for text in (said.title, said.text):
        assert not re.search(r"None|[{}<>]|Traceback|\bException\b|—", text), text
    assert said.title.strip()
    assert "\n" not in said.title
    assert said.date == WORLDS[pack].calendar.format(DAY, "datetime")


@pytest.mark.parametrize(("pack", "kind"), NOTICES)
@FEWER
@given(data=st.data())
def test_what_a_notice_says_is_its_template_filled_in_by_the_calendar(
    pack: str, kind: str, data: st.DataObject
) -> None:
    """Worked out anew from the template: instants are dates, texts are what they are."""
    notice = data.draw(_notices(pack, kind, st.text(max_size=20)))
    world = WORLDS[pack]
    expected = ""
    for literal, field, spec in _fields(notice.wording):
        expected += literal
        value: Any = getattr(notice, field) if field else ""
        if spec == "when":
            expected += world.calendar.format(value, "datetime")
        elif spec == "limit" and value is not None:
            expected += f"by {wall(world.face.answering_wall(value), ANYBODY)}"
        elif spec == "limit":
            expected += "in time"
        elif spec.startswith("count|"):
            expected += f"{value} {spec.split('|')[1 if value == 1 else 2]}"
        else:
            assert spec in {"", "phrase"}
            expected += str(value)
    assert _said(pack, notice).text == expected


#: How instants are called; a count of men or weeks is not among them.
INSTANTS = {"at", "on", "sent", "happened", "goes", "eta_from", "eta_to", "limit", "due", "until"}


@pytest.mark.parametrize(("pack", "kind"), NOTICES)
def test_no_instant_is_shown_as_a_number(pack: str, kind: str) -> None:
    notice = pack_named(pack).notices[kind]
    hints = typing.get_type_hints(notice)
    for template in (notice.title, notice.wording):
        for _, field, spec in _fields(template):
            if field in INSTANTS and hints[field] is not str:
                assert spec in {"when", "limit"}, f"{kind} shows {field} as a number"


# pah-irc#76: texts that state a fixed figure whatever the setting.
@pytest.mark.parametrize(("pack", "kind"), NOTICES)
def test_no_template_states_a_figure_of_its_own(pack: str, kind: str) -> None:
    notice = pack_named(pack).notices[kind]
    for template in (notice.title, notice.wording, *notice.phrases):
        assert not any(re.search(r"\d", literal) for literal, _, _ in _fields(template))


@pytest.mark.parametrize(
    "written", ["{sender}", "{", "}", "{0}", "{text:when}", "%s", "\\N{DIGIT}"]
)
def test_braces_in_what_people_write_are_only_braces(written: str) -> None:
    notice = pack_named("ferry").notices["came"](sender=written, text=written)
    said = _said("ferry", notice)
    assert said.title == f"A letter from {written}"
    assert said.text == f"The ferry brings a letter from {written}: {written}"


def test_an_endless_title_is_cut_and_the_text_is_not() -> None:
    notice = pack_named("ferry").notices["came"](sender="x" * 5_000, text="y" * 5_000)
    said = _said("ferry", notice)
    assert len(said.title) == 200
    assert said.text.endswith("y" * 5_000)


# One number beyond what anybody counts is an instant somebody forgot to say as a date.
RAW = re.compile(r"None|[{}]|Traceback|\d{7,}|\bE-[A-Z]|(?<!letter=)\b[0-9a-f]{20}\b")


@pytest.mark.parametrize("scenario", bundled_names())
def test_what_ten_days_of_a_scenario_tell_people_reads_as_sentences(scenario: str) -> None:
    """Nothing invented: what really was told, and what captains wrote into their letters."""
    files = read_files(Path(scenario))
    pack = pack_named(pack_name(files))
    found = read_scenario(files, pack)
    simulation = Simulation(pack, found, Secret.of_seed(1))
    for _ in simulation.run(10 * DAY):
        pass
    # Where strangers are waited for, nobody is told anything.
    assert len({row.kind for row in simulation.notices}) > 10 or not found.script
    for row in simulation.notices:
        said = word(simulation.world, row.body, row.at)
        for text in (said.title, said.text, said.date):
            assert not RAW.search(text), f"{row.kind}: {text}"
            # A report that is to be posted elsewhere ends its last line, as files do.
            assert text.removesuffix("\n") == text.strip()
            # A list within a list is set in, as Markdown wants it.
            assert not any("  " in line.lstrip() for line in text.splitlines())


def test_why_a_channel_was_closed_is_said_in_its_owners_language() -> None:
    why = because(CAME_BACK, "5.1.1: there is no such mailbox")
    assert said(why, tongue("en")) == why
    assert (
        said(why, tongue("de"))
        == "Mails dorthin kamen zurück (5.1.1: dieses Postfach gibt es nicht)"
    )
    assert said("(", tongue("de")) == "("
