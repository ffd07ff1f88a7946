"""A step: kept or dropped as a whole, its names and dice following from its cause alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs import mill
from tests.packs.lab import Act, Note, Noted, Poke, Rang, Thing, lab, log_of, logged, question
from tests.packs.play import HOUR, MINUTE, SECOND, Play, begin, kept_of, order
from world.advance import StepFailed
from world.entity import Entity
from world.errors import Fault, Refused
from world.kernel.nouns import Recurring
from world.pack import Pack
from world.recurrence import Every
from world.state import World
from world.step import Step

HOUR_MS = 3_600_000


def done(act: Callable[[Step, Any], None], **actions: Any) -> Play:
    """The act, done once by ann, a minute after the start."""
    play = begin(lab(act=act, **actions))
    return play.run(HOUR, [play.says("ann", order(Act(name="act")), MINUTE)])


def fails(act: Callable[[Step, Any], None], match: str, **actions: Any) -> None:
    with pytest.raises(StepFailed, match=match):
        done(act, **actions)


# --- labels and depth ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "twice",
    [
        lambda step: step.name("egg"),
        lambda step: step.after(5, Poke(subject="thing", name="act")),
        lambda step: step.at(step.now, Poke(subject="thing", name="act"), "egg"),
        lambda step: step.tell("ann", Note(text="egg")),
        lambda step: step.happened(Rang(name="bell")),
        lambda step: step.ask(question("settled")),
    ],
    ids=["name", "after", "at", "tell", "happened", "ask"],
)
def test_a_label_used_twice_in_one_step_is_refused(twice: Callable[[Step], Any]) -> None:
    def act(step: Step, _: Any) -> None:
        twice(step)
        twice(step)

    fails(act, "used twice in one step", bell=lambda *_: None, settled=lambda *_: None)


def test_labels_of_different_kinds_and_persons_do_not_get_in_each_others_way() -> None:
    def act(step: Step, _: Any) -> None:
        names = [step.name("x"), step.name("y")]
        names += [step.after(5, Poke(subject=s, name="nop"), "x") for s in ("a", "b")]
        step.tell("ann", Note(text="1"), "x")
        step.tell("ben", Note(text="2"), "x")
        step.happened(Rang(name="nop"), "x")
        step.happened(Rang(name="nop"), "y")
        assert len(set(names)) == 4

    play = done(act, nop=lambda *_: None)
    assert len({notice.id for notice in play.notices}) == 2


def test_reactions_have_labels_and_dice_of_their_own() -> None:
    def bell(step: Step, _: Any) -> None:
        logged(step, step.name("egg"), step.roll("luck", "1d999999").total)

    def act(step: Step, fact: Any) -> None:
        bell(step, fact)
        step.happened(Rang(name="bell"), "1")
        step.happened(Rang(name="bell"), "2")

    play = done(act, bell=bell)
    names, dice = zip(*(line.split() for line in log_of(play.world)), strict=True)
    assert len(set(names)) == len(set(dice)) == 3


def test_facts_may_announce_facts_but_not_without_end() -> None:
    def bell(step: Step, fact: Any) -> None:
        logged(step, fact.name)
        step.happened(Rang(name="bell"))

    fails(lambda step, _: step.happened(Rang(name="bell")), "12 deep", bell=bell)


def test_facts_twelve_deep_are_still_delivered() -> None:
    def deep(step: Step, fact: Any) -> None:
        thing = step.find(Thing, "thing") or Thing(id="thing")
        step.put(msgspec.structs.replace(thing, value=thing.value + 1))
        if thing.value < 11:
            step.happened(Rang(name="deep"))

    play = done(lambda step, _: step.happened(Rang(name="deep")), deep=deep)
    assert play.world.get(Thing, "thing").value == 12


def test_what_the_pack_does_not_declare_is_not_put() -> None:
    class Stray(Entity, frozen=True, tag="stray"):
        pass

    fails(lambda step, _: step.put(Stray(id="s")), "does not declare the entity Stray")


# --- the whole or nothing ------------------------------------------------------------------------


def _much(step: Step, _: Any) -> None:
    """Do one of everything a step can do."""
    thing = step.get(Thing, "thing")
    step.put(msgspec.structs.replace(thing, value=thing.value + 1, place="cellar"))
    step.put(Thing(id=step.name("new"), place="cellar"))
    step.remove(step.get(Thing, "other"), "burnt", successor="thing")
    step.cancel(thing.log[0])
    step.after(5, Poke(subject="thing", name="nop"))
    step.cancel(step.after(6, Poke(subject="thing", name="nop"), "again"))
    step.stop("daily", "thing")
    step.every("hourly", Every(HOUR_MS), Poke(subject="thing", name="nop"))
    step.roll("luck", "2d6")
    step.tell("ben", Note(text="much"))
    step.learn("ben", Noted(text="much"))
    step.happened(Rang(name="nop"))
    step.ask(question("nop", mode="at_once"))
    step.ask(question("nop", who="ben"), "2")


def _begun(step: Step) -> None:
    pending = step.at(9 * HOUR_MS, Poke(subject="thing", name="nop"))
    step.put(Thing(id="thing", log=(pending,), place="yard"))
    step.put(Thing(id="other", place="yard"))
    step.every("daily", Every(24 * HOUR_MS), Poke(subject="thing", name="nop"))


def _nop(_step: Step, _: Any) -> None:
    pass


def _indexes(world: World) -> Any:
    things = [world.at(place, Thing) for place in ("yard", "cellar")]
    return [*things, world.of(Thing), world.of(Recurring), world.about, world.next_due()]


def test_an_order_refused_half_way_leaves_nothing_of_what_it_had_begun() -> None:
    def act(step: Step, hand: Any) -> None:
        _much(step, hand)
        raise Refused("E-NO", "It cannot be done; nothing was changed.")

    play, idle = (begin(lab(found=_begun, act=act, nop=_nop)) for _ in range(2))
    play.run(HOUR, [play.says("ann", order(Act(name="act")), MINUTE)])
    assert _indexes(play.world) == _indexes(idle.world)
    assert play.kept().entities == idle.kept().entities
    assert play.kept().timeline == idle.kept().timeline
    line = play.line(-1)
    assert {"dice", "changed", "started", "cancelled", "facts", "learned"}.isdisjoint(line)
    assert [told["person"] for told in line["told"]] == ["ann"]
    (told,) = play.told("ann")
    assert told["reason"] == "It cannot be done; nothing was changed."
    assert told["code"] == "E-NO"
    play.reopen()
    assert _indexes(play.world) == _indexes(idle.world)


def test_what_was_refused_has_used_up_neither_labels_nor_dice() -> None:
    def throw(step: Step) -> str:
        return f"{step.name('egg')} {step.roll('luck', '9d999')} {step.roll('luck', '9d999')}"

    def give_up(step: Step) -> None:
        with step.whole():
            throw(step)
            raise Refused("E-NO", "No.")

    def plain(step: Step, _: Any) -> None:
        step.roll("luck", "1d6")
        logged(step, throw(step))

    def tried(step: Step, _: Any) -> None:
        step.roll("luck", "1d6")
        with pytest.raises(Refused):
            give_up(step)
        logged(step, throw(step))

    assert log_of(done(tried).world) == log_of(done(plain).world)


@pytest.mark.parametrize(
    "failure", [ValueError("no"), MemoryError(), KeyboardInterrupt(), SystemExit(3)], ids=repr
)
def test_a_step_that_breaks_off_leaves_the_world_as_it_was_to_the_byte(
    failure: BaseException,
) -> None:
    def poke(step: Step, event: Any) -> None:
        _much(step, event)
        raise failure

    def begun(step: Step) -> None:
        _begun(step)
        step.at(HOUR_MS, Poke(subject="thing", name="poke"), "poke")

    play = begin(lab(found=begun, poke=poke, nop=_nop))
    before, seen = play.kept(), _indexes(play.world)
    with pytest.raises((type(failure), StepFailed)):
        play.run(2 * HOUR)
    assert kept_of(play.world) == before == play.kept()
    assert _indexes(play.world) == seen
    assert len(play.journal) == 1


def test_lack_of_memory_is_never_taken_for_a_failed_handler() -> None:
    def poke(_step: Step, _event: Any) -> None:
        raise MemoryError

    def begun(step: Step) -> None:
        step.at(5, Poke(subject="a", name="poke"))

    play = begin(lab(found=begun, poke=poke))
    for _ in range(3):
        with pytest.raises(MemoryError):
            play.keep(HOUR)
    assert not play.failed
    assert len(play.journal) == 1


# --- identity from cause -------------------------------------------------------------------------

hidden = st.builds(
    mill.Cart, to=st.sampled_from(["mill", "village"]), sacks=st.integers(0, 2)
) | st.sampled_from([mill.Halt(), mill.Merge(), mill.Bluster()])


def _abel(play: Play) -> list[Any]:
    return [
        play.says("abel", order(mill.Cart(sacks=hour % 2)), hour * HOUR) for hour in range(1, 40, 6)
    ]


@given(
    st.lists(st.tuples(st.integers(0, 40 * 60), hidden), min_size=1, max_size=4),
)
def test_one_more_hidden_input_renames_nothing_and_moves_no_die(
    more: list[tuple[int, Any]],
) -> None:
    plain, other = begin(mill.PACK), begin(mill.PACK)
    plain.run(48 * HOUR, _abel(plain))
    said = [
        other.says("bruno", order(each), minute * MINUTE) for minute, each in sorted(more, key=str)
    ]
    mine = _abel(other)
    other.run(48 * HOUR, sorted(mine + said, key=lambda s: (s.received, s.person, s.n)))
    # Whatever is thrown in both shows the same faces.
    thrown = {
        (line["entry"]["id"], die["reason"], die["n"]): die["faces"]
        for line in plain.lines()
        for die in line.get("dice", [])
    }
    for line in other.lines():
        for die in line.get("dice", []):
            key = (line["entry"]["id"], die["reason"], die["n"])
            assert thrown.get(key, die["faces"]) == die["faces"]
    # Every input of abel, every recurrence and every arrival is there under its old name.
    names = {line["entry"]["id"] for line in other.lines()}
    kinds = {"heard", "occurrence", "arrive"}
    mine_before = {row.event for row in plain.journal if row.kind in kinds}
    assert len(mine_before) > 50
    assert mine_before <= names


# --- starting and stopping -----------------------------------------------------------------------


def test_an_event_placed_in_the_past_happens_now_and_not_before() -> None:
    def act(step: Step, _: Any) -> None:
        step.at(-5, Poke(subject="thing", name="note"), "past")
        step.after(-5, Poke(subject="thing", name="note"), "before")
        step.after(0, Poke(subject="thing", name="note"), "now")

    play = done(act, note=lambda step, _: logged(step, step.now))
    assert log_of(play.world) == ("60000",) * 3


def test_cancel_takes_off_what_is_armed_and_says_whether_it_was() -> None:
    def act(step: Step, _: Any) -> None:
        first = step.after(5, Poke(subject="thing", name="note"), "first")
        step.after(6, Poke(subject="thing", name="note"), "second")
        logged(step, step.cancel(first), step.cancel(first), step.cancel("never was"))

    play = done(act, note=lambda step, _: logged(step, step.now))
    assert log_of(play.world) == ("True False False", "60006")


def test_what_is_placed_and_taken_off_in_one_step_leaves_no_trace() -> None:
    def act(step: Step, _: Any) -> None:
        step.cancel(step.after(5, Poke(subject="thing", name="act")))

    play = done(act)
    line = play.line(-1)
    assert "started" not in line
    assert "cancelled" not in line


def test_a_recurrence_needs_a_name_that_cannot_be_mistaken() -> None:
    def act(step: Step, _: Any) -> None:
        step.every("a/b", Every(5), Poke(subject="c", name="x"))

    fails(act, "without a slash")


def test_far_instants_are_instants_like_any_other() -> None:
    far = 400 * 24 * HOUR_MS
    assert far > 2**31

    def act(step: Step, _: Any) -> None:
        step.after(far, Poke(subject="thing", name="note"), "year")
        step.after(far * 100, Poke(subject="thing", name="note"), "century")

    play = done(act, note=lambda step, _: logged(step, step.now))
    play.reopen()
    play.run(60 * SECOND + far * 1000 - 1)
    assert log_of(play.world) == ()
    play.run(60 * SECOND + far * 100 * 1000)
    assert log_of(play.world) == (str(60_000 + far), str(60_000 + far * 100))


def test_nothing_to_pick_from_is_a_fault() -> None:
    fails(lambda step, _: step.pick("who", ()), "nothing to pick from")


def test_the_pack_of_a_step_is_not_asked_about_figures_it_does_not_declare() -> None:
    with pytest.raises(Fault, match=r"does not declare the parameter mill\.trip_ms"):
        begin(lab()).world.params[mill.TRIP]


def test_one_pack_is_composed_of_chapters_that_do_not_declare_twice() -> None:
    pack: Pack = lab()
    assert pack.chapters[0].name == "kernel"
    with pytest.raises(Fault, match="declared twice"):
        pack.chapters[1].handles(Poke)(_nop)


# --- what reactions did --------------------------------------------------------------------------


def _ring(stale: Callable[[Step, Thing], None], react: Callable[[Step], None]) -> Play:
    """A handler reads a thing, rings, and goes on with what it had read; a reaction changes it."""

    def found(step: Step) -> None:
        step.put(Thing(id="thing", value=1))
        step.at(HOUR_MS, Poke(subject="x", name="ring"))

    def ring(step: Step, _: Any) -> None:
        thing = step.get(Thing, "thing")
        step.happened(Rang(name="bell"))
        stale(step, thing)

    return begin(
        lab(found=found, ring=ring, bell=lambda step, _: react(step), silence=lambda _step, _: None)
    )


def _louder(step: Step) -> None:
    thing = step.get(Thing, "thing")
    step.put(msgspec.structs.replace(thing, value=thing.value + 10))


def _deeper(step: Step) -> None:
    with step.within("deeper"):
        _louder(step)


def _away(step: Step) -> None:
    step.remove(step.get(Thing, "thing"), "gone")


@pytest.mark.parametrize("react", [_louder, _deeper, _away], ids=["changed", "deeper", "removed"])
@pytest.mark.parametrize(
    "stale",
    [
        lambda step, thing: step.put(thing),
        lambda step, thing: step.put(msgspec.structs.replace(thing, place="yard")),
        lambda step, thing: step.put(msgspec.structs.replace(thing, value=thing.value + 1)),
    ],
    ids=["as it was", "another field", "the same field"],
)
def test_what_was_read_before_announcing_may_not_undo_what_a_reaction_did(
    stale: Callable[[Step, Thing], None], react: Callable[[Step], None]
) -> None:
    play = _ring(stale, react)
    before = kept_of(play.world)
    with pytest.raises(StepFailed, match="read it again after announcing"):
        play.run(2 * HOUR)
    assert kept_of(play.world) == before
    assert play.world.reads is None


@pytest.mark.parametrize(
    "fresh",
    [
        lambda step, _: step.put(
            msgspec.structs.replace(step.get(Thing, "thing"), place="yard", value=1)
        ),
        lambda step, _: step.put(msgspec.structs.replace(step.of(Thing)[0], value=1)),
        lambda step, _: step.put(Thing(id="another", value=1)),
        lambda step, thing: step.remove(thing, "gone"),
    ],
    ids=["read by its id", "read among its kind", "something else", "removed"],
)
def test_what_was_read_again_may_be_put_whatever_it_says(
    fresh: Callable[[Step, Thing], None],
) -> None:
    """Also back to what it was: whoever has seen the change may mean to undo it."""
    play = _ring(fresh, _louder)
    play.run(2 * HOUR)
    assert play.happened("poke") == [HOUR]
    assert play.world.reads is None


@pytest.mark.parametrize("again", [True, False], ids=["read again", "not read again"])
def test_a_reaction_that_announces_is_held_to_it_as_well(again: bool) -> None:
    def echo(step: Step) -> None:
        before = step.get(Thing, "thing")
        step.happened(Rang(name="echo"))
        after = step.get(Thing, "thing") if again else before
        step.put(msgspec.structs.replace(after, value=1))

    def found(step: Step) -> None:
        step.put(Thing(id="thing", value=1))
        step.at(HOUR_MS, Poke(subject="x", name="ring"))

    play = begin(
        lab(
            found=found,
            ring=lambda step, _: step.happened(Rang(name="bell")),
            bell=lambda step, _: echo(step),
            echo=lambda step, _: _louder(step),
        )
    )
    if again:
        play.run(2 * HOUR)
        assert play.world.get(Thing, "thing").value == 1
    else:
        with pytest.raises(StepFailed, match="read it again"):
            play.run(2 * HOUR)


def test_a_handler_may_change_and_announce_in_turn() -> None:
    """What it has put itself it need not read again, unless a reaction touched it."""

    def twice(step: Step, thing: Thing) -> None:
        del thing
        mine = step.get(Thing, "thing")
        for value in (2, 3):
            mine = msgspec.structs.replace(mine, value=value)
            step.put(mine)
            step.happened(Rang(name="silence"), str(value))
        step.put(msgspec.structs.replace(mine, place="yard"))

    play = _ring(twice, lambda _step: None)
    play.run(2 * HOUR)
    assert (play.world.get(Thing, "thing").value, play.world.get(Thing, "thing").place) == (
        3,
        "yard",
    )


def test_a_default_applied_at_once_counts_as_a_reaction() -> None:
    def found(step: Step) -> None:
        step.put(Thing(id="thing", value=1))
        step.at(HOUR_MS, Poke(subject="x", name="ask"))

    def ask(step: Step, _: Any) -> None:
        thing = step.get(Thing, "thing")
        step.ask(question("applied", mode="at_once"))
        step.put(msgspec.structs.replace(thing, place="yard"))

    def applied(step: Step, _: Any) -> None:
        _louder(step)

    with pytest.raises(StepFailed, match="read it again"):
        begin(lab(found=found, ask=ask, applied=applied)).run(2 * HOUR)


def test_whoever_follows_causes_sees_all_that_was_read() -> None:
    """Noting reads for its own sake takes nothing away from what others note."""

    def looks(step: Step, _thing: Thing) -> None:
        assert step.get(Thing, "thing").value == 11

    play = _ring(looks, _louder)
    play.world.reads = set()
    play.run(2 * HOUR)
    assert play.world.reads is not None
    assert "thing" in play.world.reads
