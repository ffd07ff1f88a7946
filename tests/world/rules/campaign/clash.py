"""Two sides that meet on the road, for tests of battles."""

from __future__ import annotations

from typing import Any

import msgspec

from tests.world.rules.campaign.field import HOUR, Field, army, infantry, sides
from world.decision import Decision
from world.said import AnswerDecision
from world.step import Step
from world.timeline import GAME, Entry, Event

FOOT = [infantry("Line", 1000)]
#: When the armies have met, and when everybody has said what he does.
MET, PLANNED = 6 * HOUR, 8 * HOUR


def clash(
    first: list[dict[str, Any]] | None = None,
    second: list[dict[str, Any]] | None = None,
    *,
    ney: dict[str, Any] | None = None,
    blake: dict[str, Any] | None = None,
    red: dict[str, Any] | None = None,
    blue: dict[str, Any] | None = None,
    armies: dict[str, Any] | None = None,
    commanders: dict[str, Any] | None = None,
    stands: str = "1001",
    comes: str = "0901",
    **more: Any,
) -> Field:
    """Ney's First Army has just marched upon Blake's Second, which stood on the road."""
    scenario = sides(
        commanders={
            "ney": {"name": "Marshal Ney", "faction": "red", **(ney or {})},
            "blake": {"name": "General Blake", "faction": "blue", **(blake or {})},
            **(commanders or {}),
        },
        armies={
            "first": army(comes, first or FOOT, name="First Army", commander="ney", **(red or {})),
            "second": army(
                stands, second or FOOT, name="Second Army", commander="blake", **(blue or {})
            ),
            **(armies or {}),
        },
        **more.pop("spec", {}),
    )
    field = Field(scenario, **more)
    return field.order(0, "ney", f"march to={stands}").run(MET)


def fought(
    first: list[dict[str, Any]] | None = None,
    second: list[dict[str, Any]] | None = None,
    *,
    rolls: tuple[tuple[int, ...], tuple[int, ...]] = ((3, 4), (3, 3)),
    dice: dict[str, list[tuple[int, ...]]] | None = None,
    stand: str = "hold",
    **more: Any,
) -> Field:
    """The same, attacked, judged by nobody and fought with these throws at :data:`PLANNED`."""
    loaded = {
        "battle roll of first": [rolls[0]],
        "battle roll of second": [rolls[1]],
        **(dice or {}),
    }
    field = clash(first, second, dice=loaded, **more)
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(PLANNED, "blake", "D-BAT-01", stand)
    return judged(field, PLANNED)


def judged(field: Field, at: int) -> Field:
    """The referee lets everything be as it was found."""
    while (question := open_question(field, "D-BAT-02")) is not None:
        reply(field, at, question, "as_found")
    while (question := open_question(field, "D-BAT-03")) is not None:
        reply(field, at, question, "0")
    return field.run(at)


def open_question(field: Field, rule: str, about: str = "") -> Decision | None:
    """An open decision of a rule whose question speaks of somebody."""
    found = (d for d in field.world.of(Decision) if d.rule == rule and d.state == "open")
    return next((d for d in found if about in d.question), None)


def reply(field: Field, at: int, question: Decision | None, option: str, text: str = "") -> None:
    """Whoever is asked answers this question."""
    assert question is not None
    body = AnswerDecision(
        decision=question.id, option=option, text=text, revision=question.revision
    )
    field.say(at, question.who, body)


def a_step(field: Field, name: str = "test") -> Step:
    """A step of its own, for announcing what another chapter would; its dice follow its name."""
    entry = Entry(name, GAME, field.world.now, 500, Event(subject="test"))
    return Step(field.world, entry, field.world.now, None)


def facts(field: Field, kind: str) -> list[dict[str, Any]]:
    """Facts of a kind that were announced, in order."""
    return [
        fact
        for line in field.journal()
        for fact in msgspec.json.decode(line).get("facts", [])
        if fact["kind"] == kind
    ]
