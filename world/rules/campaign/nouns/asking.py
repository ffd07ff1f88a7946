"""Decisions of these rules: which wait, and for how long (C-GEN-06)."""

from __future__ import annotations

from fractions import Fraction

from world.decision import Option, Question
from world.pack import Chapter
from world.param import Param, Params
from world.step import Step
from world.timeline import Event

chapter = Chapter("decisions", "Which decisions wait, and for how long")

TIMEOUT = chapter.param(
    "decision.timeout_h",
    Fraction(24),
    "h",
    "C-GEN-06",
    "time to answer before the default is taken",
)
TIMEOUTS: Param[tuple[str, ...]] = chapter.param(
    "decision.timeout_overrides",
    (),
    "map",
    "C-GEN-06",
    "times of their own for single decisions, each written D-SIEGE-03=48",
)
WAITS: Param[tuple[str, ...]] = chapter.param(
    "decision.waits",
    (
        *("D-BAT-01", "D-BAT-02", "D-BAT-03", "D-NAV-01", "D-NAV-02", "D-NAV-04", "D-SIEGE-01"),
        *("D-SIEGE-03", "D-SIEGE-04", "D-AFT-01", "D-MON-01", "D-MON-02", "D-OPS-01", "D-OPS-02"),
        *("D-NPC-01", "D-WIZ-01", "D-WIZ-02"),
    ),
    "list",
    "C-GEN-06",
    "decisions whose event waits for them; the others take their default at once",
)
REVIEW_DELAY = chapter.param(
    "referee.review_delay_h",
    Fraction(0),
    "h",
    "C-GEN-08",
    "how long the referee may look at the result of a battle, a check, a week of siege or a fall"
    " before anybody is told",
)
_HOUR_MS = 3_600_000


def mistakes(params: Params) -> list[str]:
    """Entries of ``decision.timeout_overrides`` that are not of the form ``D-SIEGE-03=48``."""
    return [entry for entry in params[TIMEOUTS] if _override(entry) is None]


def _override(entry: str) -> tuple[str, Fraction] | None:
    rule, _, hours = entry.partition("=")
    return (rule.strip(), Fraction(hours)) if hours.strip().isdecimal() else None


def review_ms(params: Params) -> int:
    """Answering time for the referee to look at a result; 0 where it is announced at once."""
    return int(params[REVIEW_DELAY] * _HOUR_MS)


def limit_ms(params: Params, rule: str, hours: Fraction | None = None) -> int:
    """Answering time for a decision; ``hours`` where its own rule gives it a time."""
    for entry in params[TIMEOUTS]:
        override = _override(entry)
        if override is not None and override[0] == rule:
            return int(override[1] * _HOUR_MS)
    return int((params[TIMEOUT] if hours is None else hours) * _HOUR_MS)


def ask(  # noqa: PLR0913 - a question simply has this many parts
    step: Step,
    rule: str,
    question: str,
    *,
    who: str,
    options: tuple[Option, ...],
    default: str,
    then: Event,
    about: tuple[str, ...] = (),
    limit: int | None = None,
    free_text: bool = False,
    waits: bool = False,
    label: str = "",
) -> str:
    """Put a decision of the rules to somebody; returns its id.

    Whether it waits or takes its default at once is ``decision.waits``, where it does not wait in
    any case; ``limit`` is the time to answer (ms of answering time) where it is not the usual one.
    """
    params = step.world.params
    return step.ask(
        Question(
            rule=rule,
            question=question,
            who=who,
            options=options,
            default=default,
            then=then,
            about=about,
            mode="waits" if waits or rule in params[WAITS] else "at_once",
            limit_ms=limit_ms(params, rule) if limit is None else limit,
            free_text=free_text,
        ),
        label,
    )
