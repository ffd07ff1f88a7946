"""A year of four kingdoms, played from the command line against a running daemon.

From invitations to the second spring: approval, hidden orders, letters, a missed deadline, a card
of the referee's own, an event, reports to be posted, and dice that are proved at the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.scenario_files import read_files
from tests.faults.daemons import daemon, wait_until
from tests.service.cli.typed import Typed, typed

KINGDOMS = {
    "ann": ("Avalon", "N", "advanced-culture,lagging-economy"),
    "ben": ("Burgundy", "N", "robust-military"),
    "cleo": ("Cathay", "S", ""),
    "dan": ("Dal Riada", "W", "advanced-economy,fragile-culture"),
}
#: Seconds between two deadlines: time enough to order, and not too long to wait for.
PERIOD = 15


@pytest.fixture
def strangers(tmp_path: Path) -> Path:
    """The scenario for strangers with a deadline every few seconds and letters of minutes."""
    text = read_files(Path("kingdoms"))["scenario.yaml"]
    for old, new in {
        "Tue and Fri 20:00 Europe/Berlin": f"every {PERIOD}s",
        "k.turn.grace_min: 60": "k.turn.grace_min: 0",
        "k.turn.least_h: 12": "k.turn.least_h: 0",
        "[60, 240, 480, 960, 1440]": "[1, 2, 3, 4, 5]",
    }.items():
        assert old in text
        text = text.replace(old, new)
    folder = tmp_path / "ring"
    folder.mkdir()
    (folder / "scenario.yaml").write_text(text, "utf-8")
    return folder


class Table:
    """A table at which commands are typed; each must be taken unless a test wants otherwise."""

    def __init__(self, dsn: str) -> None:
        self.dsn = dsn

    def type(self, *words: str) -> Typed:
        """Type a command that succeeds."""
        done = typed(self.dsn, *words)
        assert done.status == 0, (words, done.err)
        return done

    def read(self, *words: str) -> Any:
        """What a command prints for programs."""
        return json.loads(self.type(*words, "--json").out)

    def order(self, person: str, text: str) -> None:
        """Give an order, word for word as it would be typed."""
        self.type("order", "ring", person, *text.split(" "))

    def told(self, person: str, kind: str) -> list[dict[str, Any]]:
        """What somebody was told, of one kind."""
        found: list[dict[str, Any]] = self.read("told", "ring", person, "--kind", kind)
        return found

    def asked(self, rule: str) -> list[str]:
        """Ids of the open questions of a rule."""
        shown = self.read("campaign", "show", "ring")
        return [asked["id"] for asked in shown["decisions"] if asked["rule"] == rule]

    def wait(self, condition: Callable[[], Any], what: str) -> Any:
        """Wait for the daemon."""
        return wait_until(condition, seconds=60, what=what)

    def decide(self, rule: str, *answer: str) -> None:
        """Answer the referee's question of a rule, as soon as it is put."""
        self.wait(lambda: self.asked(rule), rule)
        self.type("decide", "ring", "gm", rule, *answer)

    def closed(self, count: int) -> str:
        """The report of a turn, once so many have closed."""
        told = self.wait(
            lambda: (found := self.told("gm", "turn_over"))[count - 1 : count] and found,
            f"turn {count} to close",
        )
        report: str = told[count - 1]["parts"]["report"]
        return report


def test_a_year_is_played_from_the_command_line(dsn: str, strangers: Path, tmp_path: Path) -> None:
    table = Table(dsn)
    with daemon(dsn, tmp_path) as running:
        running.address()
        table.type("campaign", "create", str(strangers), "--id", "ring", "--rate", "60")
        _set_up(table)
        _spring(table)
        _summer(table)
        _autumn_and_winter(table)
        _year_end(table)
    _proved(table)


def _set_up(table: Table) -> None:
    """Invitations, kingdoms, their approval, the start."""
    for player in KINGDOMS:
        table.order("gm", f"invite player={player}")
    table.wait(lambda: len(table.read("page", "ring", "gm")["places"]) == 5, "four seats")
    for player, (name, place, traits) in KINGDOMS.items():
        parts = [f"name={name}", f"location={place}", *([f"traits={traits}"] if traits else [])]
        table.type("order", "ring", player, "create_kingdom", *parts)
    asked = table.wait(lambda: (a := table.asked("K-DEC-01"))[3:] and a, "four kingdoms")
    for decision in asked:
        table.type("decide", "ring", "gm", decision, "approve")
    joined = table.wait(lambda: (t := table.told("ann", "kingdom_entered"))[3:] and t, "approval")
    assert "Advanced Culture, Lagging Economy (1 of 1 points)" in "".join(
        notice["text"] for notice in joined
    )
    table.order("gm", "start_game")


def _spring(table: Table) -> None:
    """Orders are hidden, a letter rides, and the turn closes as soon as every order is in."""
    table.decide("K-DEC-02", "a_wandering_scholar", "--text", "Avalon")
    table.wait(lambda: table.read("page", "ring", "ann")["state"] == "open", "spring")
    table.order("ann", "pursue")
    table.order("ben", "attack kingdom=Avalon rating=economy")
    table.wait(lambda: table.read("page", "ring", "ben")["orders"], "Burgundy's order")
    page = table.read("page", "ring", "ann")
    assert [order["kingdom"] for order in page["orders"]] == ["Avalon"]
    refused = typed(table.dsn, "order", "ring", "ann", "work", "rating=culture")
    assert refused.status == 2
    assert "never both" in " ".join(refused.err.split())
    table.type("letter", "ring", "ann", "Burgundy", "Let us be friends.")
    table.order("cleo", "seek")
    table.order("dan", "work rating=economy")
    report = table.closed(1)
    assert "# Spring of year 1 (Y1.Sp)" in report
    assert "**Avalon**: pursue “A Wandering Scholar”." in report
    assert "attack the economy of Avalon" in report
    (letter,) = table.wait(lambda: table.told("ben", "letter_came"), "the letter")
    assert letter["parts"]["text"] == "Let us be friends."
    assert table.told("cleo", "letter_came") == []


def _summer(table: Table) -> None:
    """One order is missing: the deadline falls, and that kingdom passes."""
    table.type(
        *("order", "ring", "gm", "card", "title=Silver in the hills", "to=Cathay,Dal Riada"),
        *("gain=economy+2", "loss=culture-1"),
    )
    table.wait(lambda: table.read("page", "ring", "cleo")["state"] == "open", "summer")
    table.order("ann", "festival")
    table.order("ben", "expand rating=military")
    table.order("cleo", "pursue opportunity=offer-2")
    table.type("letter", "ring", "cleo", "Dal Riada", "Where are you?")
    report = table.closed(2)
    assert "**Dal Riada**: no order; it passes." in report
    late = typed(table.dsn, "order", "ring", "dan", "seek")
    assert late.status == 2
    assert "E-TURN-CLOSED" in late.err


def _autumn_and_winter(table: Table) -> None:
    """Two seasons of which everybody is told, with the dice's own card."""
    table.decide("K-DEC-02", "random")
    table.wait(lambda: table.read("page", "ring", "dan")["state"] == "open", "autumn")
    table.order("dan", "trade kingdoms=Avalon,Cathay")
    table.type("order", "ring", "cleo", "ties", "kingdom=Dal Riada")
    table.order("ann", "pass")
    table.order("ben", "draft")
    assert "trade with Avalon and Cathay" in table.closed(3)
    table.decide("K-DEC-02", "random")
    table.wait(lambda: table.read("page", "ring", "dan")["state"] == "open", "winter")
    for player in KINGDOMS:
        table.order(player, "expand rating=economy")
    assert table.closed(4).count("expand its economy") == 4


def _year_end(table: Table) -> None:
    """Nobody has won; an event befalls Burgundy, and the second spring comes."""
    table.decide("K-DEC-03", "flooding", "--text", "burgundy")
    (over,) = table.wait(lambda: table.told("dan", "year_over"), "the year's end")
    assert "**Burgundy**: Flooding." in over["parts"]["report"]
    table.wait(lambda: table.asked("K-DEC-02"), "the second spring")
    page = table.read("page", "ring", "gm")
    assert (page["date"], page["state"]) == ("Y2.Sp", "coming")
    posted = table.type("told", "ring", "gm", "--kind", "turn_over", "--part", "bbcode").out
    assert posted.count("[size=150]") == 4
    assert "[b]Autumn of year 1 (Y1.Au)[/b]" in posted


def _proved(table: Table) -> None:
    """Every die of the year can be thrown again."""
    ended = table.read("campaign", "end", "ring")
    assert ended["proof"]["faults"] == []
    assert ended["proof"]["dice"] >= 15
