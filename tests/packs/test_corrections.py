"""A referee's correction is typed, sound, journalled and replayed, whatever the rules."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.packs import conformance
from tests.packs.play import HOUR, MINUTE, Play, ordered
from world.entity import Entity, kind_of
from world.errors import Refused
from world.kernel.correcting import correctable, corrected
from world.said import Correct, Input

CASES = conformance.cases()
SMALL = [name for name in CASES if name != "hundred_days"]
#: When the referee corrects (minutes), and until when it is played.
AT, UNTIL = 100, 12 * HOUR


def raw(**fields: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(fields, order="deterministic"))


def correction(entity: str, **after: Any) -> Correct:
    return Correct(entity=entity, before=raw(), after=raw(**after), reason="a slip", by="Greta")


def said_before(play: Play, name: str) -> list[Input]:
    return [one for one in CASES[name].said(play) if one.received < play.at(AT * MINUTE)]


def numbers(play: Play) -> list[tuple[Entity, str, int]]:
    """One thing of each kind, and a number of it that may be one more."""
    found: dict[type[Entity], tuple[Entity, str, int]] = {}
    for id in sorted(play.world.entities):
        one = play.world.entities[id]
        for field in one.__struct_fields__ if correctable(one) else ():
            value = getattr(one, field)
            if type(value) is int and type(one) not in found:
                found[type(one)] = (one, field, value + 1)
    return list(found.values())


def played(name: str, pieces: tuple[int, ...] = ()) -> tuple[Play, list[tuple[Entity, str, int]]]:
    """A case in which the referee corrects a number of every kind of thing there is."""
    play = CASES[name].begin()
    said = said_before(play, name)
    play.keep(AT * MINUTE - 1, said)
    chosen = numbers(play)
    inputs = [
        play.says("gm", correction(one.id, **{field: value}), AT * MINUTE)
        for one, field, value in chosen
    ]
    for minute in pieces:
        due = [one for one in inputs if one.received <= play.at(minute * MINUTE)]
        inputs = [one for one in inputs if one not in due]
        play.keep(minute * MINUTE, due, limit=1)
        play.reopen()
    play.keep(UNTIL, ordered(inputs))
    return play, chosen


@pytest.mark.parametrize("name", SMALL)
def test_a_correction_holds_is_journalled_with_its_reason_and_told_to_referees_alone(
    name: str,
) -> None:
    play, chosen = played(name)
    assert chosen
    lines = [
        line
        for line in play.lines("heard")
        if line["entry"]["event"]["input"]["body"].get("said") == "correct"
    ]
    assert len(lines) == len(chosen)
    for line, (one, field, value) in zip(lines, chosen, strict=True):
        body = line["entry"]["event"]["input"]["body"]
        assert (body["reason"], body["by"], body["entity"]) == ("a slip", "Greta", one.id)
        (fact,) = [each for each in line["facts"] if each["kind"] == "corrected"]
        assert fact["before"] == {field: value - 1}
        assert fact["after"] == {field: value}
        assert line["changed"][one.id] == {field: value}
        assert [told["person"] for told in line["told"] if told["kind"] == "correction_made"] == [
            "gm"
        ]
        assert not line.get("error")
    assert len(play.told("gm", "correction_made")) == len(chosen)
    assert play.world.stale() == []


@pytest.mark.parametrize("name", SMALL)
def test_corrections_in_many_pieces_equal_one_to_the_last_byte(name: str) -> None:
    whole, _ = played(name)
    pieces, _ = played(name, (AT, AT + 7, AT + 200))
    assert pieces.story() == whole.story()


# --- what is refused -----------------------------------------------------------------------------


def code(play: Play, said: Correct) -> str:
    with pytest.raises(Refused) as refused:
        corrected(play.world, said)
    assert conformance.fault_of_refusal(refused.value) is None
    return refused.value.code


@pytest.mark.parametrize("name", SMALL)
def test_no_field_takes_a_value_of_another_type(name: str) -> None:
    play = CASES[name].begin()
    for one, field, _ in numbers(play):
        for wrong in ("many", None, [1], {"a": 1}, 1.5):
            assert code(play, correction(one.id, **{field: wrong})) == "E-CORRECTION-TYPE"


@pytest.mark.parametrize("name", SMALL)
def test_what_the_kernel_keeps_has_doors_of_its_own(name: str) -> None:
    play = CASES[name].begin()
    play.keep(AT * MINUTE, said_before(play, name))
    for one in play.world.entities.values():
        if not correctable(one) and kind_of(type(one)) != "tombstone":
            assert code(play, correction(one.id, id="x")) == "E-CORRECTION"
    assert code(play, correction("nothing", value=1)) == "E-NO-ENTITY"


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ({"place": "9999"}, "E-CORRECTION-REFERENCE"),
        ({"faction": "atlantis"}, "E-CORRECTION-REFERENCE"),
        ({"owner": "nobody"}, "E-CORRECTION-REFERENCE"),
        ({"id": "other"}, "E-CORRECTION"),
        ({"soldiers": 4}, "E-CORRECTION"),
        ({}, "E-CORRECTION"),
        ({"detachments": [{"name": "x"}]}, "E-CORRECTION-TYPE"),
        ({"doctrine": "dance"}, "E-CORRECTION-TYPE"),
    ],
)
def test_an_army_refers_to_what_there_is(after: dict[str, Any], expected: str) -> None:
    play = CASES["small_war"].begin()
    assert code(play, correction("harbour-battalion", **after)) == expected


def test_an_army_may_be_put_elsewhere_and_its_field_may_not_have_changed_meanwhile() -> None:
    play = CASES["small_war"].begin()
    army: Any = play.world.entities["harbour-battalion"]
    there: Any = next(one for one in play.world.entities.values() if one.id == "grauburg")
    moved: Any = corrected(play.world, correction(army.id, place=there.place))
    assert moved.place == there.place != army.place
    stale = Correct(
        entity=army.id, before=raw(supplies=army.supplies + 1), after=raw(supplies=1), reason="x"
    )
    assert code(play, stale) == "E-CORRECTION-STALE"
    same = correction(army.id, supplies=army.supplies)
    assert code(play, same) == "E-CORRECTION"


def test_only_the_referee_corrects_and_a_refused_correction_changes_nothing() -> None:
    play = CASES["small_war"].begin()
    before = play.entities["harbour-battalion"]
    play.keep(
        MINUTE,
        ordered(
            [
                play.says("maria", correction("harbour-battalion", supplies=1), 1),
                play.says("gm", correction("harbour-battalion", place="9999"), 2),
            ]
        ),
    )
    assert play.entities["harbour-battalion"] == before
    (maria,) = play.told("maria", "said_in_vain")
    (gm,) = play.told("gm", "said_in_vain")
    assert (maria["code"], gm["code"]) == ("E-REFEREE", "E-CORRECTION-REFERENCE")
