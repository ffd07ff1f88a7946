"""Scenario documents: every mistake at once, with its line; never a traceback."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

import msgspec
import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from tests.packs import ferry, mill
from tests.packs.play import HOUR, Play, begin, scenario_of
from world.campaign import found
from world.clock import Rate
from world.dice import Secret
from world.errors import BadScenario, GalloperError
from world.kernel.figures import SETTLE_MS
from world.pack import Pack
from world.param import Param
from world.said import AnswerDecision
from world.scenario.document import Node, parse, scalar_at_top
from world.scenario.problems import MistakesFound, Problems
from world.scenario.reading import read
from world.scenario.scenario import instant_of, pack_name, read_scenario

HOUR_MS = 3_600_000


def founded(text: str, pack: Pack = ferry.PACK, **files: str) -> None:
    scenario = read_scenario({"scenario.yaml": text, **files}, pack)
    found(pack, scenario, secret=Secret.of_seed(1), start=0)


def mistakes(text: str, pack: Pack = ferry.PACK) -> list[str]:
    with pytest.raises(MistakesFound) as caught:
        founded(text, pack)
    *lines, last = str(caught.value).splitlines()
    assert last.endswith("nothing was loaded. Correct the lines named above and try again.")
    return lines


HEAD = "title: A test\npack: ferry\n"


# --- all mistakes at once ------------------------------------------------------------------------


def test_every_mistake_is_told_at_once_with_its_line_and_what_was_expected() -> None:
    text = """title: {a: 1}
pack: [ferry]
rate: -1
calendar: {start: yesterday}
params:
  ferry.crossing_ms: soon
  ferry.sinks_in_21: 2
script:
  - {at: noon, person: ann, order: 'post to=ben text=hello'}
  - {at: +1h, person: ann, order: 'post to=ben'}
  - {at: +1h, person: ann, order: 'poste to=ben text=hello'}
  - {at: +1h, person: ann, order: 'answer D-TOLL'}
"""
    found_lines = mistakes(text)
    for line, words in [
        (1, "a text"),
        (2, "a text"),
        (3, "no rate of a clock"),
        (4, "expected a date such as"),
        (6, "expected a whole number (ms)"),
        (7, "ferry.sinks_in_20"),
        (9, "'noon'; expected a date of the calendar"),
        (10, "text= is missing"),
        (11, "post (did you mean that?)"),
        (12, "answer RULE option=NAME"),
    ]:
        assert any(f"scenario.yaml:{line}" in each and words in each for each in found_lines), (
            line,
            found_lines,
        )


def test_mistakes_of_the_head_do_not_hide_those_of_the_pack() -> None:
    def scene(scenario: Any) -> None:
        scenario.problems.add("map.txt", 7, "'swmap'", "swamp")

    pack = Pack(
        name="ferry",
        release=1,
        chapters=(ferry.ferry,),
        answers=ferry.Answers(),
        view=ferry.view,
        scene=scene,
        found=ferry.found,
    )
    lines = mistakes("pack: ferry\nrate: fast\n", pack)
    assert any("'title'" in line for line in lines)
    assert any("'fast'" in line for line in lines)
    assert "map.txt:7: found 'swmap'; expected swamp" in lines


def test_a_script_for_nobody_is_a_mistake_with_its_line() -> None:
    script = """script:
  - {at: +1h, person: ann, order: 'post to=ben text=hello'}
  - {at: +2h, person: anne, order: 'post to=ben text=hello'}
  - {at: +2h, person: gm, order: 'post to=ben text=hello'}
"""
    (line,) = mistakes(HEAD + script)
    assert line == "scenario.yaml:5: found 'anne'; expected person: ann (did you mean that?)"


def test_a_scenario_of_another_pack_is_refused() -> None:
    assert mistakes("title: x\npack: fairy\n") == [
        "scenario.yaml:2: found 'fairy'; expected pack: ferry"
    ]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "an empty file"),
        ("- a\n- b\n", "a list"),
        ("just words", "'just words'"),
        ("title: [", "YAML"),
        ("title: x\ntitle: y\npack: ferry", "'title' twice"),
        ("title: x\npack: ferry\n? [a]\n: b\n", "a key that is no word"),
        ("title: x\npack: ferry\n--- \ntitle: y", "YAML"),
        ("title: &t x\npack: ferry\nabout: *t\n", "an alias"),
        ("title: x\npack: ferry\nabout: &a [*a]\n", "an alias"),
        ("title: '\x07'\npack: ferry", "YAML"),
        ('title: "\\a"\npack: ferry', "'\\u0007'"),
        ('title: "\\U99999999"\npack: ferry', "YAML"),
        ("title: x\npack: ferry\nabout: " + "[" * 70 + "]" * 70, "too many levels"),
        ("title: x\npack: ferry\nabout: " + "[" * 5000 + "]" * 5000, "too many levels"),
        ("title: x\npack: ferry\nabout: !!python/object:os.system ls\nrate: x", "'x'"),
        ("x" * 4_000_001, "4000001 characters"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_scenario_at_all_is_told_so(text: str, words: str) -> None:
    assert any(words in line for line in mistakes(text))


def test_aliases_of_aliases_do_not_fill_the_memory() -> None:
    names = "abcdefghijklm"
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for one, other in itertools.pairwise(names):
        lines.append(f"{other}: &{other} [" + ", ".join([f"*{one}"] * 9) + "]")
    assert any("an alias" in line for line in mistakes(HEAD + "\n".join(lines)))


def test_a_scenario_without_its_main_file_says_what_is_there() -> None:
    with pytest.raises(BadScenario, match=r"found map\.txt; expected a file scenario\.yaml"):
        read_scenario({"map.txt": ""}, ferry.PACK)
    with pytest.raises(BadScenario, match="no 'pack'"):
        pack_name({"scenario.yaml": "title: x\n"})
    with pytest.raises(BadScenario, match="no 'pack'"):
        pack_name({"scenario.yaml": "[]"})
    assert pack_name({"scenario.yaml": HEAD}) == "ferry"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("title: x\npack: ferry\nmap: {pack: mill}\n", "ferry"),
        ("about: {pack: mill, deep: [pack, mill]}\nscript: [pack, mill]\npack: ferry\n", "ferry"),
        ("title: pack\nabout: pack\npack: 'ferry'\n", "ferry"),
        ("title: x\npack: 'null'\n", "null"),
        ("title: x\npack: ferry\nscript: [\n", "ferry"),
        ("title: x\nscript: [}\npack: ferry\n", None),
        ("title: &t ferry\nabout: *t\npack: *t\n", None),
        ("title: x\n? [pack]\n: mill\npack: ferry\n", None),
        ("~: pack\nabout: x\npack: ferry\n", "ferry"),
        ("title: &t x\n*t : pack\nabout: x\n", None),
        ("title: x\npack: null\n", None),
        ("title: x\npack:\n", None),
        ("- pack\n- ferry\n", None),
        ("pack", None),
        ("", None),
    ],
)
def test_the_rules_of_a_scenario_are_found_without_reading_all_of_it(
    text: str, name: str | None
) -> None:
    assert scalar_at_top(text, "pack") == name


yamlish = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
heads = st.fixed_dictionaries(
    {"title": yamlish, "pack": st.just("ferry") | yamlish},
    optional={
        "calendar": st.fixed_dictionaries(
            {},
            optional=dict.fromkeys(
                ("kind", "start", "zone", "seasons", "months", "weekdays", "leap", "era"), yamlish
            ),
        )
        | yamlish,
        "rate": yamlish,
        "params": st.dictionaries(st.sampled_from(sorted(ferry.PACK.params)), yamlish) | yamlish,
        "script": st.lists(
            st.fixed_dictionaries(
                {},
                optional=dict.fromkeys(("at", "person", "order", "line"), yamlish),
            )
        )
        | yamlish,
        "about": yamlish,
    },
)


def survives(text: str) -> None:
    """Founded, or refused with the list of mistakes; nothing else may come of it."""
    try:
        founded(text)
    except BadScenario as refused:
        if not str(refused):
            raise


@given(st.text(max_size=200))
@example('title: "\\UFFFFFFFF"')
@example("title: x\npack: ferry\nrate: 1:0")
def test_no_text_whatever_gives_a_traceback(text: str) -> None:
    survives(text)
    survives(HEAD + text)


@given(heads)
def test_no_document_whatever_gives_a_traceback(head: dict[str, Any]) -> None:
    survives(yaml.safe_dump(head, allow_unicode=True))


@given(st.binary(max_size=60).map(lambda raw: raw.decode("latin-1")))
def test_no_bytes_whatever_give_a_traceback(text: str) -> None:
    survives(HEAD + "about: " + text)


@given(st.text(max_size=20))
def test_no_instant_whatever_gives_a_traceback(text: str) -> None:
    calendar = scenario_of(ferry.PACK).calendar
    instant = instant_of(text, calendar)
    assert instant is None or instant >= 0


# --- what is read --------------------------------------------------------------------------------


def test_a_scenario_is_what_it_says() -> None:
    text = """title: Spring
about: Two villages.
credits: Nobody.
pack: ferry
calendar: {start: "1815-06-12 06:00"}
rate: 1:3
params: {ferry.sinks_in_20: 3, clock.settle_ms: "2000"}
extra: {a: 1}
"""
    scenario = read_scenario({"scenario.yaml": text}, ferry.PACK)
    assert (scenario.title, scenario.about, scenario.credits) == (
        "Spring",
        "Two villages.",
        "Nobody.",
    )
    assert scenario.calendar.format(0) == "Monday 12 June 1815, 06:00"
    assert scenario.rate == Rate(1, 3)
    assert scenario.params[ferry.SINKS] == 3
    assert scenario.params[SETTLE_MS] == 2000
    assert scenario.params[ferry.CROSSING] == 3_600_000
    assert list(scenario.sections) == ["extra"]
    assert len(scenario.problems) == 0


def test_scalars_are_taken_word_for_word() -> None:
    problems = Problems()
    node = parse("x.yaml", "{a: 0831, b: no, c: 1.50, d: 2001-01-01, e: ~, f: '~'}", problems)
    assert node is not None
    assert isinstance(node.value, dict)
    assert {key: value.value for key, value in node.value.items()} == {
        "a": "0831", "b": "no", "c": "1.50", "d": "2001-01-01", "e": None, "f": "~",
    }  # fmt: skip


def test_a_script_is_numbered_in_the_order_in_which_it_is_said() -> None:
    script = """script:
  - {at: +3h, person: ann, order: 'post to=ben text=third'}
  - {at: +1h, person: ann, order: 'post to=ben text=first'}
  - {at: "2000-01-01 02:00", person: ann, order: 'post to=ben text=second'}
  - {at: +1h, person: ben, order: 'answer D-TOLL option=dear text="too dear"'}
"""
    lines = scenario_of(ferry.PACK, script).script
    assert [(line.at // HOUR_MS, line.input.person, line.input.n, line.line) for line in lines] == [
        (1, "ann", 1, 5), (1, "ben", 1, 7), (2, "ann", 2, 6), (3, "ann", 3, 4),
    ]  # fmt: skip
    assert lines[1].input.body == AnswerDecision(
        decision="rule:D-TOLL", option="dear", text="too dear"
    )


def test_a_scripted_player_can_do_no_more_than_a_real_one() -> None:
    script = """script:
  - {at: +1h, person: ann, order: 'post to=cid text=hello'}
  - {at: +2h, person: abel, order: 'cart sacks=99'}
"""
    text = script.replace("ann", "abel").replace("post to=cid text=hello", "cart sacks=7")
    play = begin(mill.PACK, text).run(3 * HOUR)
    assert [told["code"] for told in play.told("abel", "said_in_vain")] == ["E-SACKS"] * 2
    assert "You have 5 sacks" in play.told("abel", "said_in_vain")[0]["reason"]


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("+0h", 0),
        ("+1d 6h", 30 * HOUR_MS),
        ("+1d6h30m", 30 * HOUR_MS + 30 * 60_000),
        ("90m", 90 * 60_000),
        ("+400d", 400 * 24 * HOUR_MS),
        ("2000-01-02 06:00", 30 * HOUR_MS),
        ("1999-12-31", None),
        ("2000-02-30", None),
        ("+", None),
        ("", None),
        ("-1h", None),
    ],
)
def test_instants_are_spans_from_the_start_or_dates(text: str, instant: int | None) -> None:
    assert instant_of(text, scenario_of(ferry.PACK).calendar) == instant


def test_two_texts_of_a_scenario_have_two_digests() -> None:
    one, other = (scenario_of(ferry.PACK, f"about: {word}\n").digest for word in ("a", "b"))
    assert one != other
    assert scenario_of(ferry.PACK, "about: a\n").digest == one


# --- figures -------------------------------------------------------------------------------------


@pytest.mark.rule("C-GEN-02")
@pytest.mark.parametrize(
    ("default", "text", "value"),
    [
        (1, "12", 12),
        (1, "-3", -3),
        (Fraction(1, 2), "0.5", Fraction(1, 2)),
        (Fraction(1, 2), "19/20", Fraction(19, 20)),
        (Fraction(1, 2), "3", Fraction(3)),
        (Fraction(1, 2), 3, Fraction(3)),
        (True, "no", False),
        ("usual", "rare", "rare"),
        (("a",), "b, c", ("b", "c")),
        (("a",), ["b", "c"], ("b", "c")),
        ((1, 2), ["3", "4"], (3, 4)),
        ((1, 2), "3,4", (3, 4)),
        ((Fraction(1),), ["0.5"], (Fraction(1, 2),)),
        (((1, 2),), [["3", "4"]], ((3, 4),)),
        ((), ["x"], ("x",)),
    ],
)
def test_a_figure_is_read_from_text_by_the_type_of_its_default(
    default: Any, text: Any, value: Any
) -> None:
    param = Param("p", default, "things", "X-1")
    accepted = param.accept(text)
    assert accepted == value
    assert type(accepted) is type(default)
    assert param.accept(accepted) == value


@pytest.mark.rule("C-GEN-02")
@pytest.mark.parametrize(
    ("default", "text"),
    [
        (1, "1.5"),
        (1, "many"),
        (1, True),
        (1, None),
        (1, ["1"]),
        (Fraction(1), "1/0"),
        (Fraction(1), "0.5.5"),
        (True, "maybe"),
        ((1, 2), ["3", "four"]),
        ((1, 2), {"a": 1}),
        ("usual", ["a"]),
    ],
)
def test_a_figure_of_another_type_is_refused_by_name(default: Any, text: Any) -> None:
    with pytest.raises(BadScenario, match=r"^p: found .*, expected .* \(things\)$"):
        Param("p", default, "things", "X-1").accept(text)


def test_a_figure_with_choices_takes_one_of_them() -> None:
    param = Param("p", "a", "word", "X-1", choices=("a", "b"))
    assert param.accept("b") == "b"
    with pytest.raises(BadScenario, match="found 'c', expected one of a, b"):
        param.accept("c")


def test_figures_change_what_happens() -> None:
    def landed(text: str) -> int:
        script = "script: [{at: +1h, person: ann, order: 'post to=ben text=x'}]\n"
        play: Play = begin(ferry.PACK, text + script).run(20 * HOUR)
        return play.happened("landed")[0]

    assert landed("") == 2 * HOUR
    assert landed("params: {ferry.crossing_ms: 7200000}\n") == 3 * HOUR


# --- sections ------------------------------------------------------------------------------------


class Gate(msgspec.Struct, frozen=True):
    name: str
    guards: int = 1
    open: bool = False
    line: int = 0

    def __post_init__(self) -> None:
        if self.guards < 0:
            raise BadScenario(f"guards: found {self.guards}, expected 0 or more")


class Town(msgspec.Struct, frozen=True):
    gates: tuple[Gate, ...] = ()
    streets: dict[str, int] = {}
    lord: str | None = None
    at: str | Gate = ""


def town(text: str) -> tuple[Town | None, list[str]]:
    problems = Problems()
    node = parse("town.yaml", text, problems)
    assert isinstance(node, Node)
    return read(node, Town, problems), [str(problem) for problem in problems]


def test_a_section_is_read_by_its_struct_which_may_learn_its_lines() -> None:
    read_town, problems = town(
        "gates:\n  - {name: North, guards: 3}\n  - {name: South, open: yes}\n"
    )
    assert problems == []
    assert read_town == Town(gates=(Gate("North", 3, line=2), Gate("South", open=True, line=3)))


def test_every_mistake_of_a_section_is_noted_with_line_and_column() -> None:
    read_town, problems = town(
        "gates:\n  - {name: North, guards: many}\n  - {guard: 1}\n  - {name: x, guards: -1}\n"
        "streets: {main: wide}\nlord: [a]\n"
    )
    assert read_town is None
    assert problems == [
        "town.yaml:2:27: found 'many'; expected a whole number",
        "town.yaml:3: found 'guard'; expected guards (did you mean that?)",
        "town.yaml:3: found no 'name'; expected name: a text",
        "town.yaml:4:5: found a mapping; expected guards: found -1, expected 0 or more",
        "town.yaml:5:17: found 'wide'; expected a whole number",
        "town.yaml:6:7: found a list; expected a text",
    ]


def test_errors_of_a_scenario_are_for_people() -> None:
    assert issubclass(MistakesFound, GalloperError)
    with pytest.raises(MistakesFound) as caught:
        founded(HEAD + "script:\n" + "  - {at: x, person: ann, order: x}\n" * 300)
    lines = str(caught.value).splitlines()
    assert len(lines) == 102
    assert lines[-2] == "… and 200 more"
    assert lines[-1].startswith("300 mistakes; nothing was loaded.")
