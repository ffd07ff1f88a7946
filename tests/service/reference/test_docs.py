"""The documentation that comes from the code, and what the reference reads from the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from service.cli.reference import docs
from service.packs import pack_named
from service.reference.contents import attributes, cited, contents_of, sentences
from service.reference.markdown import reference
from service.reference.refusals import refusals_of
from tests.packs import ferry
from world.pack import Pack

ROOT = Path(__file__).parents[3]
COMMITTED = ROOT / "docs"


@pytest.fixture(scope="module")
def campaign() -> Pack:
    return pack_named("campaign")


@pytest.fixture(scope="module")
def text(campaign: Pack) -> str:
    return reference(campaign)


def test_the_committed_documentation_is_what_the_command_writes(tmp_path: Path) -> None:
    docs(tmp_path)
    written = [path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()]
    assert len(written) == 7
    for path in written:
        old, new = (COMMITTED / path).read_text("utf-8"), (tmp_path / path).read_text("utf-8")
        assert old == new, f"docs/{path} is out of date: run `galloper docs docs` and commit it"


def test_every_order_figure_and_notice_of_the_rules_is_in_the_reference(
    campaign: Pack, text: str
) -> None:
    missing = [word for word in campaign.orders if f"### Order: {word}\n" not in text]
    missing += [name for name in campaign.params if f"| `{name}` |" not in text]
    fixed = [max(re.split(r"\{[^}]*\}", n.title), key=len) for n in campaign.notices.values()]
    missing += [title for title in fixed if title not in text]
    assert missing == []


def test_every_part_of_every_order_is_explained(text: str) -> None:
    parts = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|\s*(.*?)\s*\|$", text, re.MULTILINE)
    assert len(parts) > 20
    assert [name for name, about in parts if not about] == []


def test_every_decision_that_the_rules_put_is_in_the_reference(text: str) -> None:
    put = re.compile(r'(?:\brule=|\bask\(\s*step,\s*)"(D-[A-Z]+-[0-9]+)"')
    asked: set[str] = set()
    for path in (*ROOT.glob("world/rules/campaign/**/*.py"), *ROOT.glob("couriers/*.py")):
        asked.update(put.findall(path.read_text("utf-8")))
    assert {"D-BAT-01", "D-SIEGE-01", "D-MSG-01", "D-NEWS-01"} <= asked
    assert [rule for rule in sorted(asked) if f"### Decision: {rule}\n" not in text] == []


def test_a_decision_is_shown_with_its_options_and_its_default(text: str) -> None:
    section = text.partition("### Decision: D-SIEGE-02\n")[2].partition("\n##")[0]
    assert "The referee is asked" in section
    assert "- `as_recorded`: what was recorded" in section
    assert "- `disease`" in section  # from a table of the module
    assert "At once, until amended, it is `as_recorded`." in section
    lost = text.partition("### Decision: D-MSG-01\n")[2].partition("\n##")[0]
    assert "it is `captured` or `vanishes`" in lost
    assert "It waits;" in text.partition("### Decision: D-BAT-01\n")[2].partition("\n##")[0]


@pytest.mark.parametrize(
    ("word", "codes"),
    [
        ("letter", {"E-UNKNOWN-ADDRESSEE", "E-NO-PATH", "E-CAPTIVE", "E-NOT-PRESENT", "E-SYNTAX"}),
        ("semaphore", {"E-SEM-NO-TOWER", "E-SEM-CIPHER", "E-FUNDS", "E-NO-PATH", "E-SYNTAX"}),
        ("talk", {"E-NOT-PRESENT", "E-SYNTAX"}),
        (
            "halt",
            {
                "E-NOT-MOVING",
                "E-NOT-YOURS",
                "E-CAPTAIN-ORDER",
                "E-BUSY",
                "E-CAPTIVE",
                "E-OUT-OF-CONTROL",
            },
        ),
    ],
)
def test_an_order_is_shown_with_what_it_may_be_refused_with(
    campaign: Pack, word: str, codes: set[str]
) -> None:
    order = campaign.orders[word]
    found = refusals_of(order, campaign.obeyers[order])
    assert {refusal.code for refusal in found} == codes
    assert all(refusal.text for refusal in found)


def test_refusals_that_only_a_helper_words_are_found(campaign: Pack) -> None:
    order = campaign.orders["letter"]
    found = refusals_of(order, campaign.obeyers[order])
    texts = [refusal.text for refusal in found if refusal.code == "E-UNKNOWN-ADDRESSEE"]
    assert "You know nobody called …; nothing was sent." in texts


def test_every_link_of_the_reference_leads_somewhere(text: str) -> None:
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    links = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert len(links) > 60
    assert links - anchors == set()


def test_every_row_of_a_table_has_the_cells_of_its_head(text: str) -> None:
    width = 0
    for line in text.splitlines():
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        if cells and width:
            assert cells == width, line
        width = cells


def test_a_pack_of_somebodys_own_has_a_reference_too() -> None:
    text = reference(ferry.PACK)
    assert "# The rules in force: ferry" in text
    assert all(f"### Order: {word}\n" in text for word in ferry.PACK.orders)


def test_rules_of_another_letter_are_read_like_any_others() -> None:
    """Their ids, their decisions with options and default, examples of their own."""
    pack = pack_named("kingdoms")
    text = reference(pack)
    assert "ids such as K-SET-01" in text
    assert all(f"### Order: {word}\n" in text for word in pack.orders)
    assert all(f"| `{name}` |" in text for name in pack.params)
    asked = {f"K-DEC-{n:02}" for n in range(1, 11)}
    assert [rule for rule in sorted(asked) if f"### Decision: {rule}\n" not in text] == []
    section = text.partition("### Decision: K-DEC-03\n")[2].partition("\n##")[0]
    assert "The referee is asked: “Year … is over." in section
    assert "It waits; without an answer it is `random`." in section
    approval = text.partition("### Decision: K-DEC-01\n")[2].partition("\n##")[0]
    assert "May this kingdom join the game?" in approval
    parts = re.findall(r"^\| `(\w+)` \| [^|]+ \| [^|]+ \|\s*(.*?)\s*\|$", text, re.MULTILINE)
    assert [name for name, about in parts if not about] == []


def test_rules_are_read_from_the_docstrings_that_cite_them(campaign: Pack) -> None:
    said: dict[str, Any] = {}
    for contents in contents_of(campaign):
        for statement in contents.statements:
            said.setdefault(statement.rule, []).append(statement.text)
    assert "Every night march ends with a check, at dawn." in said["C-NIGHT-02"]
    assert not any("C-NIGHT-02" in text for text in said["C-NIGHT-02"])
    assert {"C-MSG-02", "C-MSG-03", "C-MSG-04"} <= said.keys()  # from "(C-MSG-02…04)"


def test_spans_of_rules_are_written_out() -> None:
    assert cited("At dawn (C-WEA-01 to C-WEA-03).") == ("C-WEA-01", "C-WEA-02", "C-WEA-03")
    assert cited("Riders (C-MSG-02…04).") == ("C-MSG-02", "C-MSG-03", "C-MSG-04")


def test_a_docstring_is_read_by_sentences_and_attributes() -> None:
    doc = """A thing (C-ONE-01).

Of its own.  And more (C-ONE-02).

Attributes:
    one, two: what
        they are (C-ONE-03).
    three: last.
"""
    assert list(sentences(doc))[:3] == [
        "A thing (C-ONE-01).",
        "Of its own.",
        "And more (C-ONE-02).",
    ]
    assert attributes(doc) == {
        "one": "what they are (C-ONE-03).",
        "two": "what they are (C-ONE-03).",
        "three": "last.",
    }
