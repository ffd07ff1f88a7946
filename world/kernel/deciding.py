"""Asking and settling decisions; nothing here ever stops the timeline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.decision import Choice, Decision, Question, require_default
from world.errors import Fault, Refused
from world.kernel.figures import REMINDER_HOURS
from world.kernel.nouns import (
    DecisionAsked,
    DecisionChanged,
    DecisionExpires,
    DecisionNoted,
    DecisionSettled,
    Reminder,
    TimeLimit,
)
from world.timeline import ANSWERING, GAME, RANK_LAST, Entry

_HOUR = 3_600_000
#: Ms before a limit within which a reminder would come with the question itself.
_SHORTEST_LEAD = 1_800_000

if TYPE_CHECKING:
    from world.said import AnswerDecision
    from world.step import Step


def ask(step: Step, question: Question, label: str = "") -> str:
    """Put a question; returns the decision's id.

    An ``at_once`` question has its default applied before this returns.

    Raises:
        Fault: the default is none of the options, nothing settles the question, or one asked
            ``beforehand`` has no due instant.
    """
    _require_default(question)
    if type(question.then) not in step.world.pack.settlers:
        raise Fault(f"{question.rule}: nothing settles {type(question.then).__name__}")
    decision_id = step.name(f"decision/{question.rule}/{label}")
    if question.mode == "beforehand":
        if question.due is None:
            raise Fault(f"{question.rule}: a question asked beforehand needs its due instant")
        axis, due, limit = GAME, max(question.due, step.now), None
    else:
        due = limit = step.answering + question.limit_ms
        axis = ANSWERING
    timer = step.world.secret.name(f"{decision_id}/limit")
    decision = Decision(
        id=decision_id,
        rule=question.rule,
        question=question.question,
        who=question.who,
        options=question.options,
        default=question.default,
        about=question.about,
        mode=question.mode,
        then=msgspec.Raw(msgspec.json.encode(question.then, order="deterministic")),
        asked=step.now,
        limit=limit,
        due=question.due,
        timer=timer,
        free_text=question.free_text,
    )
    step.put(decision)
    event = TimeLimit(subject=decision_id, decision=decision_id)
    step.start(Entry(timer, axis, due, RANK_LAST, event))
    if question.mode != "at_once":
        _remind_before(step, decision_id, axis, due)
    step.tell(question.who, asked_notice(decision), label=decision_id)
    if question.mode == "at_once":
        with step.within(f"settle/{question.rule}/{label}"):
            _run(step, decision, Choice(decision=decision_id, option=question.default))
    return decision_id


def _require_default(asked: Question | Decision) -> None:
    if not require_default(asked.options, asked.default):
        raise Fault(f"{asked.rule}: the default {asked.default!r} is none of the options")


def asked_notice(decision: Decision) -> DecisionAsked:
    """What the person asked is told."""
    return DecisionAsked(
        decision=decision.id,
        question=decision.question,
        options="; ".join(f"{option.name}: {option.text}" for option in decision.options),
        default=decision.default,
        limit=decision.limit,
    )


def _remind_before(step: Step, decision_id: str, axis: int, due: int) -> None:
    """Have somebody reminded before a decision is due, unless there is hardly time to answer it.

    Of a default that holds already nobody is reminded: nothing is lost with the time.
    """
    left = due - (step.now if axis == GAME else step.answering)
    lead = min(step.param(REMINDER_HOURS) * _HOUR, left // 4)
    if lead >= _SHORTEST_LEAD:
        event = Reminder(subject=decision_id, decision=decision_id)
        step.start(Entry(_reminder(step, decision_id), axis, due - lead, RANK_LAST, event))


def _reminder(step: Step, decision_id: str) -> str:
    return step.world.secret.name(f"{decision_id}/reminder")


def remind(step: Step, event: Reminder) -> None:
    """The limit is near: whoever has not answered is told."""
    decision = step.find(Decision, event.decision)
    if decision is None or decision.state != "open" or decision.choice is not None:
        return
    asked = asked_notice(decision)
    expires = DecisionExpires(**msgspec.structs.asdict(asked))
    step.tell(decision.who, expires, label=decision.id)


def open_still(notice: DecisionAsked | DecisionExpires | DecisionNoted, decision: Decision) -> str:
    """Whether somebody still is to be asked a question, or told what he said to it."""
    del notice
    return "" if decision.state == "open" else "the decision is not open any more"


def unanswered_still(notice: DecisionChanged, decision: Decision) -> str:
    """Whether a change of a question matters still; that it was withdrawn does."""
    del notice
    settled = decision.state in {"answered", "defaulted"}
    return "the decision was settled meanwhile" if settled else ""


def answer(step: Step, person: str, said: AnswerDecision) -> None:
    """Settle a decision as somebody answered; one asked beforehand at its due instant.

    Raises:
        Refused: E-NO-DECISION where it is not theirs, not open or has changed since; E-OPTION.
    """
    decision = step.find(Decision, said.decision)
    if said.decision.startswith("rule:"):
        decision = _oldest(step, person, said.decision.removeprefix("rule:"))
        if decision is not None:
            said = msgspec.structs.replace(said, revision=decision.revision)
    if decision is None or decision.who != person:
        raise Refused("E-NO-DECISION", "No such decision is put to you; nothing was changed.")
    if decision.state != "open":
        raise Refused(
            "E-NO-DECISION",
            f"It was settled already ({decision.choice or 'withdrawn'}); your answer came too late"
            " and changed nothing.",
        )
    if said.revision != decision.revision:
        raise Refused(
            "E-REVISION",
            "The question has changed since you saw it; nothing was decided. Read it again and"
            " answer the new one.",
        )
    decision.require_answer(said.option, said.text)
    if decision.mode == "beforehand":
        _note(step, decision, said)
        return
    amends = decision.default if decision.mode == "at_once" else None
    choice = Choice(
        decision=decision.id, option=said.option, text=said.text, by=person, amends=amends
    )
    _disarm(step, decision)
    _settle(step, decision, choice, "answered")


def _note(step: Step, decision: Decision, said: AnswerDecision) -> None:
    """Take note of what somebody says beforehand; until it is due they may say otherwise."""
    step.put(msgspec.structs.replace(decision, choice=said.option, text=said.text))
    due = step.now if decision.due is None else decision.due
    step.tell(
        decision.who,
        DecisionNoted(
            decision=decision.id, question=decision.question, choice=said.option, due=due
        ),
        label=decision.id,
    )


def _oldest(step: Step, person: str, rule: str) -> Decision | None:
    """The oldest open decision of a rule that is put to a person; scripts and mails name no ids.

    Those that have no answer yet go before those that were answered beforehand.
    """
    mine = [
        decision
        for decision in step.of(Decision)
        if decision.state == "open" and decision.who == person and decision.rule == rule
    ]
    return min(mine, key=lambda one: (one.choice is not None, one.asked, one.id), default=None)


def time_limit(step: Step, event: TimeLimit) -> None:
    """The limit has passed: the default is taken, unless it was applied at once already.

    Of a question asked beforehand its due instant has come, and what was answered takes hold.
    """
    decision = step.find(Decision, event.decision)
    if decision is None or decision.state != "open":
        return
    if decision.choice is not None:
        said = Choice(
            decision=decision.id, option=decision.choice, text=decision.text, by=decision.who
        )
        _settle(step, decision, said, "answered")
        return
    choice = Choice(decision=decision.id, option=decision.default)
    _settle(step, decision, choice, "defaulted")


def _settle(step: Step, decision: Decision, choice: Choice, state: str) -> None:
    settled = msgspec.structs.replace(
        decision, state=state, choice=choice.option, text=choice.text, settled=step.now
    )
    step.put(settled)
    applied_already = decision.mode == "at_once" and choice.by is None
    unchanged = choice.amends is not None and choice.amends == choice.option and not choice.text
    if not applied_already and not unchanged:
        _run(step, settled, choice)
    how = "by your answer" if choice.by else "by its default, since nobody answered in time"
    step.tell(
        decision.who,
        DecisionSettled(
            decision=decision.id, question=decision.question, choice=choice.option, how=how
        ),
        label=decision.id,
    )


def _disarm(step: Step, decision: Decision) -> None:
    step.cancel(decision.timer)
    step.cancel(_reminder(step, decision.id))


def _run(step: Step, decision: Decision, choice: Choice) -> None:
    then = step.world.pack.event_decoder.decode(decision.then)
    settler = step.world.pack.settlers.get(type(then))
    if settler is None:
        raise Fault(f"{decision.rule}: nothing settles {type(then).__name__}")
    settler(step, then, choice)


def withdraw(step: Step, decision: Decision, why: str) -> None:
    """Take a question back; its ``then`` never runs."""
    _disarm(step, decision)
    step.put(
        msgspec.structs.replace(decision, state="withdrawn", choice=None, text="", settled=step.now)
    )
    step.tell(
        decision.who,
        DecisionChanged(
            decision=decision.id,
            question=decision.question,
            what=f"The question was withdrawn: {why}",
        ),
        label=decision.id,
    )


def revise_open(step: Step, touched: list[str]) -> None:
    """Let the pack revise open decisions whose subjects this step has changed."""
    world = step.world
    asked_here: dict[str, str] = {}
    for subject in touched:
        for decision_id in sorted(world.about.get(subject, ())):
            asked_here.setdefault(decision_id, subject)
    for decision_id, subject in asked_here.items():
        if decision_id in touched:
            continue  # asked, answered or revised in this very step
        decision = world.get(Decision, decision_id)
        revised = world.pack.revise(step, decision, subject)
        if revised is decision:
            continue
        if revised is None:
            withdraw(step, decision, "what it was about has changed")
            continue
        _require_default(revised)
        # Whatever was answered beforehand was an answer to another question.
        changed = msgspec.structs.replace(
            revised,
            revision=decision.revision + 1,
            limit=decision.limit,
            timer=decision.timer,
            choice=None,
            text="",
        )
        step.put(changed)
        step.tell(
            changed.who,
            DecisionChanged(
                decision=changed.id,
                question=changed.question,
                what="The question has changed; read it again before you answer.",
            ),
            label=f"revised/{changed.id}",
        )
