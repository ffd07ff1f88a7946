"""What a referee would have been asked in a campaign that was played headless."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from world.decision import Decision
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HOUR = 3_600_000
_DAY = 24 * _HOUR


class Asked(msgspec.Struct, frozen=True):
    """The questions of one rule.

    ``at_once`` are those that held nobody up, since their default was applied when they were asked
    or when they were due; ``waited`` those for which something waited, ``ms`` of game time in all.
    """

    rule: str
    count: int
    at_once: int
    waited: int
    ms: int


def asked_of_the_referee(decisions: Iterable[Decision], now: int) -> list[Asked]:
    """The referee's questions by rule, most first; those open still have waited until *now*, ms."""
    by_rule: dict[str, list[Decision]] = defaultdict(list)
    for decision in decisions:
        if decision.who == REFEREE:
            by_rule[decision.rule].append(decision)
    found = []
    for rule, of in by_rule.items():
        waited = [each for each in of if each.mode == "waits"]
        ms = sum((now if each.settled is None else each.settled) - each.asked for each in waited)
        found.append(Asked(rule, len(of), len(of) - len(waited), len(waited), ms))
    return sorted(found, key=lambda each: (-each.count, each.rule))


def report(rows: list[Asked], until: int) -> Iterator[str]:
    """The lines in which that is told, of a campaign of *until* game ms."""
    count = sum(row.count for row in rows)
    at_once = sum(row.at_once for row in rows)
    if not count:
        yield "The referee would have been asked nothing."
        return
    a_day = count * _DAY / max(until, _DAY)
    yield (
        f"The referee would have been asked {count} questions, {a_day:.1f} a game day; for"
        f" {at_once} of them nothing waited, since they have a fair default."
    )
    battles = [row for row in rows if row.rule.startswith(("D-BAT-", "D-MULTI-", "D-NAV-"))]
    waited = sum(row.waited for row in battles)
    if waited:
        hours = sum(row.ms for row in battles) / _HOUR
        yield (
            f"Battles waited for {waited} answers, {hours / waited:.1f} hours for each as nobody"
            " gave one."
        )
    yield f"{'question':<14}{'asked':>7}{'at once':>9}{'waited':>8}{'hours each':>12}"
    for row in rows:
        each = f"{row.ms / row.waited / _HOUR:.1f}" if row.waited else "-"
        yield f"{row.rule:<14}{row.count:>7}{row.at_once:>9}{row.waited:>8}{each:>12}"
