"""Reports as a forum would post them: the whole text of examples, and that names are no markup."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.kingdoms.board import Board
from world.rules.kingdoms.nouns.forum.bbcode import bbcode
from world.rules.kingdoms.nouns.forum.document import (
    Heading,
    Item,
    Items,
    Paragraph,
    Rows,
    Span,
    bold,
    plain,
)
from world.rules.kingdoms.nouns.forum.markdown import markdown
from world.rules.kingdoms.nouns.forum.turn import turn_report
from world.rules.kingdoms.nouns.forum.year import Befallen, Coin, YearResult, year_report
from world.rules.kingdoms.nouns.ratings import Levels
from world.rules.kingdoms.nouns.turn import Change, Held, Outcome, Standing, Thrown, Turn
from world.rules.kingdoms.turns.notices import TurnOver

NAMES = {"a": "Avalon", "b": "Burgundy", "c": "Cathay", "d": "Dal Riada"}
PARAMS = Board(start=False).world.params

#: A turn with a bit of everything; Avalon's work is the roll that the rules write out.
TURN = Turn(
    id="last-turn",
    number=7,
    year=2,
    season="autumn",
    orders=(),
    before=(
        Standing(kingdom="a", levels=Levels(1, 1, 1)),
        Standing(kingdom="b", levels=Levels(0, 0, 0)),
        Standing(kingdom="c", levels=Levels(0, -1, 0)),
        Standing(kingdom="d", levels=Levels(0, 0, 0)),
    ),
    after=(
        Standing(kingdom="a", levels=Levels(1, 1, 2)),
        Standing(kingdom="b", levels=Levels(-1, 0, 0)),
        Standing(kingdom="c", levels=Levels(0, -2, 0)),
        Standing(kingdom="d", levels=Levels(0, 0, 0)),
    ),
    outcomes=(
        Outcome(
            order=Held(kingdom="a", kind="work", rating="culture"),
            rolls=(
                Thrown(
                    kingdom="a",
                    purpose="actions",
                    rating="culture",
                    faces=(2, 5, 3, 6, 1, 4, 3),
                    general=3,
                    need=25,
                ),
            ),
            changes=(Change(kingdom="a", rating="culture", by=1),),
            result="success",
        ),
        Outcome(
            order=Held(kingdom="b", kind="pursue", offer="offer-7"),
            rolls=(
                Thrown(
                    kingdom="b",
                    purpose="opportunities",
                    rating="culture",
                    faces=(1, 2, 1, 4, 3, 5),
                    omen=-1,
                    need=25,
                    disaster=15,
                ),
            ),
            changes=(Change(kingdom="b", rating="economy", by=-1),),
            result="disaster",
            note="Loss: Economy -1.",
        ),
        Outcome(
            order=Held(kingdom="c", kind="attack", rating="military", targets=("b",)),
            rolls=(
                Thrown(
                    kingdom="c",
                    purpose="actions",
                    rating="military",
                    faces=(1, 1, 2, 1, 2, 3),
                    general=-1,
                    trait=-1,
                    location=2,
                    need=20,
                    disaster=10,
                ),
            ),
            changes=(Change(kingdom="c", rating="military", by=-1),),
            result="disaster",
        ),
    ),
)

#: The whole texts, as they would be posted.
WRITTEN = Path(__file__).parent / "reports"


@pytest.mark.rule("K-NOT-07", "K-EX-20")
def test_a_turn_in_markdown() -> None:
    document = turn_report(PARAMS, TURN, NAMES, {"offer-7": "Grand Festival!"})
    assert markdown(document) == (WRITTEN / "turn.md").read_text("utf-8")


@pytest.mark.rule("K-NOT-07", "K-EX-20")
def test_a_turn_in_bbcode() -> None:
    document = turn_report(PARAMS, TURN, NAMES, {"offer-7": "Grand Festival!"})
    assert bbcode(document) == (WRITTEN / "turn.bbcode").read_text("utf-8")


@pytest.mark.rule("K-NOT-11", "K-NOT-12", "K-NOT-14")
def test_a_year_in_markdown_and_bbcode() -> None:
    result = YearResult(
        3,
        "No kingdom stands at +2 in all three ratings.",
        (
            Befallen(
                "b", "Scandal", "A disgrace.", "from Culture Content (0) to Culture Upset (-1)"
            ),
        ),
        (Coin("c", "heads", "economy", 0, -1), Coin("d", "tails", "military", -3, -3)),
    )
    document = year_report(PARAMS, result, TURN.after[:1], NAMES)
    assert markdown(document) == (
        "# The end of year 3\n\nNo kingdom stands at +2 in all three ratings.\n\n"
        "## What the new year brings\n\n"
        "- **Burgundy**: Scandal. A disgrace.\n"
        "  - from Culture Content (0) to Culture Upset (-1).\n"
        "- **Cathay**: revolt. The coin shows heads: Economy Healthy (0) → Stagnant (-1).\n"
        "- **Dal Riada**: revolt. The coin shows tails: Military Broken (-3) cannot fall further.\n"
        "\n## The kingdoms\n\n"
        "| Kingdom | Economy | Military | Culture | On every roll |\n"
        "| --- | --- | --- | --- | --- |\n"
        "| Avalon | Thriving (+1) | Powerful (+1) | Utopic (+2) | +4 |\n"
    )
    assert "[*][b]Cathay[/b]: revolt. The coin shows heads: Economy" in bbcode(document)


@pytest.mark.rule("K-NOT-07")
def test_the_weight_of_a_level_shows_in_the_table() -> None:
    params = Board({"k.general.per_level": 2}, start=False).world.params
    assert "| Utopic (+2) | +8 |" in markdown(turn_report(params, TURN, NAMES, {}))


@pytest.mark.rule("K-NOT-07")
def test_every_roll_of_a_turn_is_in_its_report() -> None:
    """From play: each roll with its faces and its total, and each level that is another."""
    board = Board(places={"ben": "N"}, seed=11)
    orders = {
        "ann": "trade kingdoms=Burgundy,Cathay",
        "ben": "attack kingdom=Avalon rating=military",
        "cleo": "ties kingdom=Avalon",
        "dan": "expand rating=culture",
    }
    board.turn(**orders)
    (over,) = board.everybody_told(TurnOver)
    rolls = [roll for outcome in board.last.outcomes for roll in outcome.rolls]
    assert len(rolls) >= 6
    for roll in rolls:
        faces = " + ".join(map(str, roll.faces))
        assert re.search(
            rf"{re.escape(faces)} = {roll.natural}.*total \*\*{roll.total}\*\*", over.report
        )
        assert f"total [b]{roll.total}[/b]" in over.bbcode
    changes = len(re.findall(r"→", over.report))
    assert changes == sum(
        before.levels.of(rating) != after.levels.of(rating)
        for before, after in zip(board.last.before, board.last.after, strict=True)
        for rating in ("economy", "military", "culture")
    )


# -- names are no markup -------------------------------------------------------------------------

TEXTS = st.text(max_size=30) | st.sampled_from(
    [
        "[b]x[/b]",
        "**x**",
        "`x`",
        "<b>",
        "a|b",
        "[url=x]y[/url]",
        "_x_",
        "# x",
        "&lt;",
        "\\",
        "]",
        "\n- x",
    ]
)


@given(name=TEXTS)
def test_in_markdown_a_name_is_shown_as_it_is(name: str) -> None:
    written = markdown(
        (Heading(name), Items((Item((bold(name),), (plain(name),)),)), Rows((name,), ()))
    )
    shown = " ".join(name.split())
    lines = written.split("\n")
    assert len(lines) == 8
    assert all(re.search(r"(?<!\\)(\\\\)*[`_\[\]<>~&]", line) is None for line in lines)
    plain_text = re.sub(r"\\([\\`*_\[\]<>|~&#])", r"\1", lines[0].removeprefix("# "))
    assert plain_text == shown
    assert len(re.findall(r"(?<!\\)\|", re.sub(r"\\\\", "", lines[5]))) == 2


@given(name=TEXTS)
def test_in_bbcode_a_name_is_no_tag(name: str) -> None:
    blocks = (
        Heading(name),
        Items((Item((bold(name),), (plain(name),)),)),
        Rows((name,), ((name,),)),
    )
    written = bbcode(blocks)
    for tag in ("size=150", "/size", "b", "/b", "list", "/list", "*", "code", "/code"):
        written = written.replace(f"[{tag}]", "")
    assert "[" not in written
    assert "]" not in written


@given(parts=st.lists(st.tuples(st.text("ab ", max_size=5), st.booleans()), max_size=5))
def test_spans_keep_the_blanks_between_them(parts: list[tuple[str, bool]]) -> None:
    line = tuple(Span(text, bold=thick) for text, thick in parts if text.strip() or not thick)
    written = markdown((Paragraph((*line, Span("."))),)).replace("**", "")
    wanted = "".join(s.text.strip() if s.bold else s.text for s in line) + "."
    assert " ".join(written.split()) == " ".join(wanted.split())
