"""`galloper simulate` says what a referee would have been asked, and what waited for him."""

from __future__ import annotations

from pathlib import Path

import pytest

from service.cli.asked import Asked, asked_of_the_referee, report
from service.cli.campaigns import open_questions
from service.cli.scenarios import simulate
from world.decision import Decision, Mode, Option

HOUR = 3_600_000
DAY = 24 * HOUR


def question(
    name: str, rule: str, mode: Mode, settled: int | None = None, who: str = "gm"
) -> Decision:
    yes = Option(name="yes", text="yes")
    return Decision(
        id=name, rule=rule, question="?", who=who, options=(yes,), default="yes", mode=mode,
        asked=HOUR, settled=settled,
    )  # fmt: skip


QUESTIONS = (
    question("a", "D-WEA-01", "at_once", HOUR),
    question("b", "D-WEA-01", "beforehand", 2 * HOUR),
    question("c", "D-BAT-02", "waits", 7 * HOUR),
    question("d", "D-BAT-02", "waits"),
    question("e", "D-BAT-01", "waits", 9 * HOUR, who="ney"),
)


@pytest.mark.rule("C-GEN-06")
def test_the_referees_questions_are_counted_by_rule_with_the_time_that_something_waited() -> None:
    """What a player is asked is none of them; what is open has waited until now."""
    rows = asked_of_the_referee(QUESTIONS, 2 * DAY)
    assert rows == [
        Asked("D-BAT-02", 2, 0, 2, 6 * HOUR + 47 * HOUR),
        Asked("D-WEA-01", 2, 2, 0, 0),
    ]
    first, battles, *table = report(rows, 2 * DAY)
    assert "4 questions, 2.0 a game day; for 2 of them nothing waited" in first
    assert "2 answers, 26.5 hours for each" in battles
    assert len(table) == 3


def test_simulate_prints_them_unless_the_journal_is_for_a_program(
    capsys: pytest.CaptureFixture[str],
) -> None:
    simulate(Path("small_war"), until="10d", seed=7)
    assert "The referee would have been asked" in capsys.readouterr().out
    simulate(Path("small_war"), until="10d", seed=7, json_lines=True)
    assert "referee would" not in capsys.readouterr().out


def test_where_nobody_asks_anything_that_is_said() -> None:
    assert list(report([], 0)) == ["The referee would have been asked nothing."]


def test_a_campaign_is_shown_with_what_waits_and_only_a_count_of_what_may_be_amended() -> None:
    asked = [
        {
            "id": one.id * 32,
            "rule": one.rule,
            "who": one.who,
            "question": one.question,
            "options": ["yes"],
            "default": "yes",
            "mode": one.mode,
        }
        for one in (*QUESTIONS, question("f", "D-WEA-01", "at_once"))
    ]
    *waiting, settled = open_questions(asked)
    assert [line.split()[1] for line in waiting] == ["D-WEA-01", "D-BAT-02", "D-BAT-02", "D-BAT-01"]
    assert "bbbbbbbb gm: ? [yes; default yes]" in waiting[0]
    assert "D-WEA-01 (2)" in settled
