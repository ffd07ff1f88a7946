"""Nobody at the ferry, the mill or the couriers' table fetches what they cannot know."""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from couriers.telegram import SendTelegram
from couriers.writing import WriteLetter
from tests.packs import ferry, interference, mill, table
from tests.packs.interference import Story, Verdict, Word
from tests.packs.play import Play, answer, order
from world.dice import Secret
from world.entity import Entity
from world.order import Order
from world.ordertext import parse_order
from world.pack import Chapter, Pack
from world.scenario.scenario import read_scenario
from world.state import World
from world.step import Step
from world.timeline import Event

HOUR_MS = 3_600_000
MINUTE_MS = 60_000
FEWER = settings(max_examples=8)


def founding(pack: Pack, files: dict[str, str] | None = None, seed: int = 1) -> Any:
    text = {"scenario.yaml": f"title: A test\npack: {pack.name}\n"} if files is None else files

    def begin() -> Play:
        return Play(pack, read_scenario(text, pack), Secret.of_seed(seed))

    return begin


def words(pack: Pack, *lines: tuple[int, str, str]) -> tuple[Word, ...]:
    return tuple(
        Word(minute * MINUTE_MS, person, order(parse_order(pack, text)))
        for minute, person, text in lines
    )


def minutes(until: int) -> st.SearchStrategy[int]:
    return st.integers(0, until).map(lambda minute: minute * MINUTE_MS)


def holds(story: Story, hidden: Word) -> Verdict:
    """The verdict, which must find no difference."""
    found = interference.verdict(story, hidden)
    assert found.differs is None
    return found


def can_be_told_apart(story: Story, change: Word) -> bool:
    """Whether the person sees a change sooner or later, whatever reaches them."""
    one, other = interference.played(story), interference.played(story, change)
    return (one.pages, one.rows) != (other.pages, other.rows)


# --- the ferry -----------------------------------------------------------------------------------


def ferry_story(pack: Pack = ferry.PACK) -> Story:
    return Story(
        begin=founding(pack),
        person="ann",
        words=words(
            pack,
            (30, "ann", "post to=ben text=hello"),
            (200, "ben", "post to=ann text=well"),
            (300, "ben", "post to=ben text=diary"),
            (400, "ann", "post to=ann text=list"),
        ),
        until=30 * HOUR_MS,
        carriers=frozenset({"came", "kept"}),
        perceives=lambda _world, person: (person,),
        questions=(ferry.Post(to="ben", text="?"), ferry.Post(to="cid", text="?")),
    )


hidden_at_the_ferry = st.builds(
    Word,
    minutes(30 * 60),
    st.just("ben"),
    st.builds(ferry.Post, to=st.sampled_from(["ben", "ann"]), text=st.just("x")).map(order),
)


@given(hidden_at_the_ferry)
def test_ann_learns_nothing_of_bens_letters_before_they_land(hidden: Word) -> None:
    holds(ferry_story(), hidden)


def test_a_letter_that_ann_gets_is_seen_when_it_lands_and_not_before() -> None:
    letter = Word(HOUR_MS, "ben", order(ferry.Post(to="ann", text="x")))
    found = interference.verdict(ferry_story(), letter)
    assert found == Verdict(2 * HOUR_MS, None, found.looked)
    assert can_be_told_apart(ferry_story(), letter)


def _leaking_page(world: World, person: str) -> Any:
    view = ferry.view(world, person)
    return msgspec.structs.replace(view, letters=len(world.of(ferry.Bag)))


def _leaking_refusal(world: World, person: str) -> Any:
    view = ferry.view(world, person)
    crowded = len(world.of(ferry.Bag)) > 2
    return msgspec.structs.replace(view, neighbours=() if crowded else view.neighbours)


def ferry_with(name: str) -> Pack:
    """The ferry, with a leak planted in it."""
    views = {"a page": _leaking_page, "a refusal": _leaking_refusal}
    leaky = Chapter("leaky", "tells too much")

    @leaky.handles(Bell)
    def bell(step: Step, _: Bell) -> None:
        # What is read here is none of the kernel's queries: nobody could follow it as a cause.
        pending = len(step.world.timeline)
        if name == "the words of a notice":
            step.tell("ann", ferry.Came(sender="bell", text=str(step.world.seq)))
        elif name == "the instant of a notice":
            step.after(1_000 * pending, Ring(subject="bell"))
        elif name == "whether there is a notice" and pending % 2:
            step.tell("ann", ferry.Came(sender="bell", text="ding"))
        elif name == "the line of a record":
            step.learn("ann", ferry.Kept(sender="bell", text=str(len(step.world.entities))))

    @leaky.handles(Ring)
    def ring(step: Step, _: Ring) -> None:
        step.tell("ann", ferry.Came(sender="bell", text="ding"))

    def found(step: Step) -> None:
        ferry.found(step)
        for hour in range(1, 30):
            step.at(hour * HOUR_MS, Bell(subject="bell"), str(hour))

    return Pack(
        name="ferry",
        release=1,
        chapters=(ferry.ferry, leaky),
        answers=ferry.Answers(),
        view=views.get(name, ferry.view),
        scene=lambda _scenario: None,
        found=found,
    )


class Bell(Event, frozen=True, tag="bell"):
    """A bell is rung every hour."""


class Ring(Event, frozen=True, tag="ring"):
    """And is heard some time later."""


@pytest.mark.parametrize(
    "leak",
    [
        "a page",
        "a refusal",
        "the words of a notice",
        "the instant of a notice",
        "whether there is a notice",
        "the line of a record",
    ],
)
def test_a_planted_leak_is_found_out(leak: str) -> None:
    hidden = Word(3 * HOUR_MS + 17, "ben", order(ferry.Post(to="ben", text="x")))
    assert interference.verdict(ferry_story(ferry_with("none")), hidden).differs is None
    assert interference.verdict(ferry_story(ferry_with(leak)), hidden).differs is not None


# --- the mill ------------------------------------------------------------------------------------


def _seen_at_the_mill(world: World, person: str) -> Iterable[str]:
    carter = world.find(mill.Carter, person)
    seen = {person}
    if carter is not None and carter.place is not None:
        kinds: tuple[type[Entity], ...] = (mill.Carter, mill.Sack)
        seen.update(each.id for kind in kinds for each in world.at(carter.place, kind))
        if carter.place == "mill":
            seen.add("mill")
    return seen


MILL = Story(
    begin=founding(mill.PACK, seed=5),
    person="abel",
    words=words(
        mill.PACK,
        (10, "abel", "cart sacks=1"),
        (15, "bruno", "cart sacks=0"),
        (150, "abel", "cart to=village sacks=0"),
        (400, "abel", "merge"),
        (500, "abel", "lend to=bruno"),
        (600, "abel", "cart sacks=0"),
        (700, "bruno", "cart to=village sacks=0"),
        (1500, "abel", "cart to=village sacks=0"),
    ),
    until=30 * HOUR_MS,
    # What fails when it takes hold is known at once to whoever was to carry it out.
    carriers=frozenset(
        {"word", "noted", "said_in_vain", "decision_asked", "decision_settled", "decision_changed"}
    ),
    perceives=_seen_at_the_mill,
    questions=(mill.Cart(sacks=1), mill.Cart(sacks=4)),
)

hidden_at_the_mill = st.one_of(
    st.builds(
        Word,
        minutes(30 * 60),
        st.just("bruno"),
        st.sampled_from(
            [mill.Cart(sacks=0), mill.Cart(to="village", sacks=0), mill.Halt(), mill.Merge()]
        ).map(order),
    ),
    st.builds(
        Word,
        minutes(30 * 60),
        st.just("gm"),
        st.sampled_from([answer("D-PRICE-01", "raise"), order(mill.Burn()), order(mill.Merge())]),
    ),
)


@given(hidden_at_the_mill)
def test_abel_learns_nothing_of_the_mill_but_what_reaches_him(hidden: Word) -> None:
    holds(MILL, hidden)


# --- the couriers' table -------------------------------------------------------------------------

_TABLE = """
title: A table
pack: table
table:
  roads:
    - {a: paris, b: lille, metres: 220000, land: north}
    - {a: lille, b: ghent, metres: 70000, land: south}
    - {a: paris, b: mons, metres: 230000, land: south}
    - {a: mons, b: ghent, metres: 80000, land: south, ground: sea}
  people:
    - {id: ann, place: paris}
    - {id: ben, place: lille}
    - {id: dan, place: ghent}
    - {id: eve, place: mons, side: red}
  lands: {north: blue, south: nobody}
  wars: [blue-red]
  lines: [{id: north, stations: [{place: paris}, {place: lille}]}]
"""
#: Receipts: they speak of what their reader believes and may carry nothing.
SILENT = {
    "letter_sent",
    "letter_sent_blind",
    "letter_sent_timed",
    "telegram_handed_in",
    "letter_written",
}


def _carriers(pack: Pack) -> frozenset[str]:
    return frozenset({*pack.notices, *pack.records} - SILENT)


def table_story() -> Story:
    return Story(
        begin=founding(table.PACK, {"scenario.yaml": _TABLE}),
        person="ann",
        words=words(
            table.PACK,
            (5, "ann", 'letter to=ben text="Where are you?"'),
            (6, "ann", 'letter to=dan text="Hold." copies=2'),
            (7, "ann", "letter to=eve text=Peace? towards=mons"),
            (600, "ann", "task who=ben what=march"),
            (1500, "ann", "letter to=nobody text=x"),
            (1600, "ann", 'letter to=ben text="By both ways" ways=mons'),
            (2000, "ann", 'semaphore to=lille text="is anybody there"'),
            (3000, "ann", 'letter to=dan text="And now?"'),
        ),
        until=4 * 24 * HOUR_MS,
        carriers=_carriers(table.PACK),
        perceives=lambda _world, person: (person,),
        questions=(
            WriteLetter(to="ben", text="?"),
            WriteLetter(to="ann", text="?"),
            WriteLetter(to="nobody", text="?"),
            SendTelegram(text="?"),
        ),
    )


_changes: list[tuple[str, Order]] = [
    ("ben", table.Go(to="ghent")),
    ("ben", table.Go(to=None)),
    ("dan", table.Go(to="mons")),
    ("gm", table.Change(entity="north", field="side", value='"red"')),
    ("gm", table.Change(entity="south", field="closed", value="true")),
    ("gm", table.Change(entity="dan", field="captor", value='"eve"')),
    ("gm", table.Vanish(who="eve", heir="dan")),
    ("eve", WriteLetter(to="dan", text="They are coming.")),
    ("dan", table.Task(who="ben", what="retreat")),
]
hidden_at_the_table = st.builds(
    lambda at, change: Word(at, change[0], order(change[1])),
    minutes(4 * 24 * 60),
    st.sampled_from(_changes),
)


@FEWER
@given(hidden_at_the_table)
def test_a_writer_of_letters_learns_nothing_but_what_is_brought_to_them(hidden: Word) -> None:
    holds(table_story(), hidden)


def test_couriers_that_ride_by_the_truth_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    sending = importlib.import_module("couriers.sending")
    honest = sending.way

    def leaking(*args: Any, believed: bool, **rest: Any) -> Any:
        del believed
        return honest(*args, believed=False, **rest)

    change = table.Change(entity="north", field="side", value='"red"')
    hidden = Word(MINUTE_MS, "gm", order(change))
    assert interference.verdict(table_story(), hidden).differs is None
    monkeypatch.setattr(sending, "way", leaking)
    assert interference.verdict(table_story(), hidden).differs is not None


# --- that something is compared at all -----------------------------------------------------------


def test_causes_are_not_followed_so_widely_that_nothing_is_compared() -> None:
    burnt = Word(6 * HOUR_MS, "gm", order(mill.Burn()))
    found = interference.verdict(MILL, burnt)
    assert found.looked > 20
    gone = Word(HOUR_MS, "dan", order(table.Go(to="mons")))
    found = interference.verdict(table_story(), gone)
    assert found.looked > 20
