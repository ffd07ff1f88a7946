"""With hidden orders nothing a player can see depends on what another has ordered or written.

A turn is played twice with one hidden difference.  Up to its close everything another player can
fetch is the same, byte for byte: the page, notices with their names and instants, refusals.  A
difference in public must show, and so must a planted leak.
"""

from __future__ import annotations

import importlib
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.kingdoms.board import HOUR, SECOND, START, Board
from tests.world.rules.kingdoms.test_letters import POSTED
from world.errors import Refused
from world.ordertext import parse_order

HIDDEN = {"k.visibility.orders": "until_close", "k.opp.per_turn": 1}
ORDERS = (
    "",
    "work rating=economy",
    "expand rating=culture",
    "attack kingdom=Avalon rating=military",
    "trade kingdoms=Avalon,Cathay",
    "ties kingdom=Avalon",
    "seek",
    "pursue",
    "pass",
)
#: What Ann may ask at any moment; the answers are part of what she can fetch.
ASKED = (
    "work rating=economy",
    "pursue",
    "trade kingdoms=Burgundy",
    "attack kingdom=Burgundy rating=economy",
    "withdraw",
    "letter to=Burgundy text=x",
    "review kingdom=Burgundy",
)


class Secret(msgspec.Struct, frozen=True):
    """What Ben does behind everybody's back: an order, a change of mind, a letter."""

    order: str
    withdrawn: bool
    other: str
    letter: str
    annulled: bool


SECRETS = st.builds(
    Secret,
    order=st.sampled_from(ORDERS),
    withdrawn=st.booleans(),
    other=st.sampled_from(ORDERS),
    letter=st.sampled_from(["", "Cathay", '"Dal Riada"', "gm"]),
    annulled=st.booleans(),
)


def play(secret: Secret, params: dict[str, Any], look: Any = None) -> list[bytes]:
    """What Ann could fetch, moment by moment, before the turn closed and while letters ride."""
    board = Board({**HIDDEN, **params}, pack=POSTED, seed=5)
    board.run(START + HOUR).answer("K-DEC-02", "grand_festival", "Burgundy")
    seen = [fetched(board)]

    def step(hours: int, person: str, text: str) -> None:
        board.run(START + hours * HOUR - SECOND)
        if text:
            board.force(person, text, START + hours * HOUR)
        board.run(START + hours * HOUR + 1)
        seen.append(fetched(board))

    step(2, "ann", "work rating=culture")
    step(3, "ben", secret.order)
    if secret.annulled and secret.order:
        board.force("gm", "review kingdom=Burgundy what=order").answer("K-DEC-10", "repeat")
    step(4, "ben", "withdraw" if secret.withdrawn else "")
    step(5, "ben", secret.other if secret.withdrawn or not secret.order else "")
    step(6, "ben", f'letter to={secret.letter} text="In secret."' if secret.letter else "")
    step(7, "ann", 'letter to=Cathay text="What does Burgundy do?"')
    step(23, "cleo", "seek")
    return seen


def fetched(board: Board) -> bytes:
    """Everything Ann can fetch."""
    page = board.view("ann")
    answers = []
    for text in ASKED:
        try:
            parse_order(board.pack, text).check(page)
        except Refused as refused:
            answers.append((refused.code, refused.text))
    rows = [
        (row.n, row.id, row.kind, row.at, row.body)
        for batch in board.batches
        for row in batch.notice_rows
        if row.person == "ann"
    ]
    known = [
        (row.n, row.kind, row.at, row.body)
        for batch in board.batches
        for row in batch.known_rows
        if row.person == "ann"
    ]
    return msgspec.json.encode((page, answers, rows, known), order="deterministic")


QUIET = Secret("", withdrawn=False, other="", letter="", annulled=False)


@pytest.mark.rule("K-RUL-34", "K-NOT-05")
@given(secret=SECRETS, ordered=st.booleans())
def test_a_hidden_order_or_letter_changes_no_byte_before_the_turn_closes(
    secret: Secret, ordered: bool
) -> None:
    params = {"k.special.count_on": "ordered"} if ordered else {}
    assert play(secret, params) == play(QUIET, params)


@pytest.mark.rule("K-RUL-34")
def test_in_public_an_order_shows_as_soon_as_it_is_given() -> None:
    params = {"k.visibility.orders": "public"}
    secret = msgspec.structs.replace(QUIET, order="seek")
    one, other = play(secret, params), play(QUIET, params)
    assert one[:2] == other[:2]
    assert one[2] != other[2]


@pytest.mark.rule("K-RUL-34")
def test_once_the_turn_closes_everybody_reads_what_was_ordered() -> None:
    board = Board({"k.visibility.orders": "until_close"}).turn(ben="seek")
    rows = [r.body for b in board.batches for r in b.notice_rows if r.person == "ann"]
    assert any("seek new resources" in body.decode() for body in rows)


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = importlib.import_module("world.rules.kingdoms.view")
    honest = pages._missing

    def leaking(world: Any, turn: Any, now: Any, person: str) -> tuple[str, ...]:
        del person
        missing: tuple[str, ...] = honest(world, turn, now, "gm")
        return missing

    monkeypatch.setattr(pages, "_missing", leaking)
    secret = msgspec.structs.replace(QUIET, order="seek")
    assert play(secret, {}) != play(QUIET, {})
