"""Every rule pack holds to the contract; what each function means stands in ``conformance.py``."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.packs import load_pack, loaded_packs, pack_named, pack_names
from tests.packs import conformance
from tests.packs.play import DAY, HOUR, Play
from world.advance import advance
from world.entity import Entity
from world.errors import Refused
from world.kernel.nouns import Quarantined
from world.state import World

CASES = conformance.cases()
SMALL = [name for name in CASES if name != "hundred_days"]
PACKS = sorted({case.pack for case in CASES.values()})
ROOT = Path(__file__).parents[2]


def test_every_registered_pack_is_at_play_here() -> None:
    # Other tests load toys of their own, which are no packs of the program.
    toys = {load_pack(reference).name for reference in loaded_packs()}
    assert set(PACKS) >= set(pack_names()) - toys


# -- one piece or many ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
@settings(max_examples=12)
@given(data=st.data())
def test_many_pieces_closed_and_opened_between_equal_one_to_the_last_byte(
    name: str, data: st.DataObject
) -> None:
    case = CASES[name]
    stops = data.draw(conformance.stops(case))
    assert conformance.play(case, stops, data.draw(st.sampled_from([None, 1, 5]))) == (
        conformance.whole(name)
    )


def test_a_large_campaign_in_pieces_equals_one_to_the_last_byte() -> None:
    stops = [(3 * 60, 3, True), (17 * 60 + 1, None, True), (30 * 60, 7, False)]
    assert conformance.play(CASES["hundred_days"], stops) == conformance.whole("hundred_days")


@pytest.mark.parametrize("name", list(CASES))
def test_a_case_is_worth_its_name(name: str) -> None:
    """People are told things, questions are put, and nothing fails but what is meant to."""
    story = conformance.whole(name)
    assert len(story.journal) > 10
    assert story.notices
    failed = [row for row in story.notices if row.kind == "event_quarantined"]
    assert bool(failed) == (name == "mill")


@pytest.mark.parametrize("name", SMALL)
def test_whatever_is_kept_is_read_as_it_was(name: str) -> None:
    assert list(conformance.unreadable(CASES[name])) == []


def test_what_a_chapter_keeps_outside_its_entities_is_found_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A control: a pack that counts behind the kernel's back is another in pieces."""
    case = CASES["ferry"]
    pack = pack_named("ferry")
    honest = conformance.whole("ferry")
    reopened = Play.reopen

    def forgetful(play: Play) -> None:
        reopened(play)
        for entity in play.world.entities.values():
            if type(entity).__name__ == "Villager":
                play.world.set(msgspec.structs.replace(entity, letters=0))

    monkeypatch.setattr(Play, "reopen", forgetful)
    assert pack.entities["villager"]
    with pytest.raises(AssertionError):
        assert conformance.play(case, [(30 * 60, None, True)]) == honest


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_order_of_hashes_changes_nothing(hash_seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.packs.conformance", *CASES],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [conformance.digest(name) for name in CASES]


# -- orders ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PACKS)
@given(data=st.data())
def test_every_order_is_the_same_as_text_as_a_form_and_in_the_api(
    name: str, data: st.DataObject
) -> None:
    pack = pack_named(name)
    said = data.draw(conformance.orders(pack))
    assert conformance.changed_on_the_way(pack, said) is None


@pytest.fixture(scope="module")
def halfway() -> dict[str, World]:
    """Every small case in the middle of its story."""
    worlds = {}
    for name in SMALL:
        case = CASES[name]
        told = case.begin()
        half = case.hours * HOUR // 2
        told.keep(half, [said for said in case.said(told) if said.received <= told.at(half)])
        worlds[name] = told.world
    return worlds


@pytest.mark.parametrize("name", SMALL)
@given(data=st.data())
def test_every_refusal_has_a_code_and_says_what_to_do(
    name: str, halfway: dict[str, World], data: st.DataObject
) -> None:
    world = halfway[name]
    people = world.pack.answers.persons(world)
    things = sorted({*people, *list(world.entities)[:60], "Weir", "0604", "mill", "west"})
    texts = st.sampled_from(things) | conformance.TEXTS
    said = data.draw(conformance.orders(world.pack, texts))
    refusal = conformance.refusal_of(world, data.draw(st.sampled_from(people)), said)
    assert refusal is None or conformance.fault_of_refusal(refusal) is None


def _written_refusals() -> Iterator[tuple[str, Refused]]:
    """Every refusal as it stands in the source, with x where something is filled in."""
    for package in ("world", "couriers"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refused":
                    said = [_literal(argument) for argument in node.args]
                    if len(said) == 2 and None not in said:
                        code, text = map(str, said)
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", Refused(code, text)


def _literal(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _literal(node.left), _literal(node.right)
        return None if left is None else left + (". X." if right is None else right)
    if not isinstance(node, ast.JoinedStr):
        return None
    return "".join(
        str(part.value)
        if isinstance(part, ast.Constant)
        else "X."
        if part is node.values[-1]
        else "X"
        for part in node.values
    )


def test_every_refusal_in_the_source_has_a_code_and_says_what_to_do() -> None:
    written = list(_written_refusals())
    assert len(written) > 60
    faults = {where: conformance.fault_of_refusal(refusal) for where, refusal in written}
    assert {where: fault for where, fault in faults.items() if fault is not None} == {}


@pytest.mark.parametrize(
    "refusal",
    [
        Refused("", "Nobody is there; nothing was sent. Write to another."),
        Refused("E-NOBODY", "Nobody is there."),
        Refused("E-NOBODY", "nobody; None"),
        Refused("E-NOBODY", ""),
    ],
)
def test_a_bare_refusal_is_found_out(refusal: Refused) -> None:
    assert conformance.fault_of_refusal(refusal) is not None


# -- decisions, notices, figures ------------------------------------------------------------------


@pytest.mark.parametrize("name", list(CASES))
def test_every_open_decision_has_options_a_default_among_them_and_a_limit(name: str) -> None:
    assert list(conformance.faults_of_decisions(CASES[name])) == []


@pytest.mark.parametrize("name", SMALL)
def test_every_notice_of_a_story_reads_as_a_sentence(name: str) -> None:
    assert list(conformance.unspeakable(CASES[name])) == []


@pytest.mark.parametrize("name", PACKS)
def test_every_figure_has_a_unit_a_rule_and_a_word_of_what_it_is(name: str) -> None:
    assert conformance.unexplained(pack_named(name)) == []


# -- worlds that were written long ago ------------------------------------------------------------


def test_every_pack_has_left_a_world_of_this_release() -> None:
    left = {
        (old.case, old.release) for old in map(conformance.read_world, conformance.old_worlds())
    }
    assert {(name, pack_named(CASES[name].pack).release) for name in SMALL} <= left


@pytest.mark.parametrize("path", conformance.old_worlds(), ids=lambda path: path.stem)
def test_an_old_world_opens_and_plays_on(path: Path) -> None:
    old = conformance.read_world(path)
    world = conformance.open_world(pack_named(CASES[old.case].pack), old)
    assert all(isinstance(entity, Entity) for entity in world.entities.values())
    batch = advance(world, old.wall + 5 * DAY, inputs=deque())
    assert batch.journal_rows
    assert not [q for q in world.of(Quarantined) if q.id in batch.changed]
