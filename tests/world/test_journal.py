"""The journal: chained, word for word, and enough by itself to restore everything."""

from __future__ import annotations

from collections import deque

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.packs import mill, replay
from tests.packs.play import HOUR, Play, Story, begin, kept_of, ordered
from tests.world.test_advance import DAILY, Words, mill_words, spoken
from world.advance import advance
from world.campaign import empty, reopen
from world.journal import first_broken
from world.restore import restore
from world.state import World


@pytest.fixture(scope="module")
def told() -> Play:
    return replay.played()


def restored(play: Play, lines: int) -> World:
    world = empty(play.pack, play.scenario, play.secret)
    bodies = [row.body for row in play.journal[:lines]]
    return reopen(world, **restore(bodies)._asdict())


# --- the chain -----------------------------------------------------------------------------------


def test_an_untouched_journal_is_sound_from_any_line_on(told: Play) -> None:
    rows = [(row.body, row.hash) for row in told.journal]
    assert first_broken(rows) is None
    assert first_broken(rows[40:], rows[39][1]) is None
    assert rows[-1][1] == told.world.head
    assert [row.seq for row in told.journal] == list(range(1, len(rows) + 1))


@pytest.mark.parametrize("tampering", ["change", "drop", "swap", "repeat", "forge"])
@pytest.mark.parametrize("place", [0, 1, 57, -2])
def test_tampering_with_any_line_is_found_there(told: Play, tampering: str, place: int) -> None:
    rows = [(row.body, row.hash) for row in told.journal]
    place %= len(rows)
    body, kept = rows[place]
    if tampering == "change":
        rows[place] = (body.replace(b'"at":', b'"at":1', 1), kept)
    elif tampering == "drop":
        del rows[place]
    elif tampering == "swap":
        rows[place], rows[place + 1] = rows[place + 1], rows[place]
    elif tampering == "repeat":
        rows.insert(place + 1, rows[place])
    else:
        rows[place] = (body, bytes(32))
    found = first_broken(rows)
    assert found == (place + 1 if tampering == "repeat" else place)


# --- word for word -------------------------------------------------------------------------------


def test_what_was_said_stands_in_the_journal_word_for_word(told: Play) -> None:
    heard = [line["entry"]["event"]["input"] for line in told.lines("heard")]
    assert heard == [msgspec.to_builtins(msgspec.json.decode(_bytes(s))) for s in told.taken]


def _bytes(said: object) -> bytes:
    return msgspec.json.encode(said)


def test_scenario_secret_and_inputs_of_a_journal_give_the_journal_again(told: Play) -> None:
    again = begin(mill.PACK, seed=77)
    story = Story(told.kept(), tuple(told.journal), tuple(told.notices), tuple(told.known))
    assert again.keep(72 * HOUR, ordered(told.taken)).story() == story


def test_every_notice_and_record_is_named_by_the_line_that_caused_it(told: Play) -> None:
    by_seq = {row.seq: msgspec.json.decode(row.body) for row in told.journal}
    for notice in told.notices:
        assert notice.id in {each["id"] for each in by_seq[notice.seq]["told"]}
        assert notice.at == by_seq[notice.seq]["at"]
    learned = [
        (each["person"], each["n"], each["kind"])
        for line in by_seq.values()
        for each in line.get("learned", [])
    ]
    assert learned == [(known.person, known.n, known.kind) for known in told.known]


# --- restoring -----------------------------------------------------------------------------------


def test_the_changes_alone_restore_every_line_to_the_byte() -> None:
    play = begin(mill.PACK, seed=77)
    lines = 1
    for world in play.each(72 * HOUR, replay.story(play)):
        lines += 1
        if lines % 9 == 0:
            assert kept_of(restored(play, lines)) == kept_of(world)
    assert lines == len(play.journal) > 300
    assert kept_of(restored(play, lines)) == play.kept()
    assert kept_of(restored(play, 1)) == begin(mill.PACK, seed=77).kept()


@given(st.lists(mill_words, max_size=10), st.integers(0, 40))
def test_what_is_restored_plays_on_as_if_nothing_had_been(words: list[Words], place: int) -> None:
    play = begin(mill.PACK)
    inputs = spoken(play, DAILY[:20] + words)
    play.keep(30 * HOUR, inputs)
    lines = 1 + (len(play.journal) - 1) * place // 40
    other = begin(mill.PACK)
    other.journal = play.journal[:lines]
    other.world = restored(play, lines)
    heard = sum(row.kind == "heard" for row in other.journal)
    queue = deque(inputs[heard:])
    while True:
        batch = advance(other.world, other.at(30 * HOUR), inputs=queue, doubtful=DOUBT)
        other.journal += batch.journal_rows
        if not batch.more:
            break
    assert [row.hash for row in other.journal] == [row.hash for row in play.journal]
    assert kept_of(other.world) == kept_of(play.world)


class _Everything:
    """Doubts every event, so that what failed in the first play is set aside here at once."""

    def __contains__(self, _: object) -> bool:
        return True


DOUBT = _Everything()


def test_a_line_that_changed_nothing_restores_nothing_else() -> None:
    play = begin(mill.PACK, seed=77)
    bare = restore([play.journal[0].body])
    assert len(bare.entities) == len(play.entities)
    assert bare.seq == 1
    assert restore([]) == ((), (), 0, 0, bytes(32), {}, {})


def test_field_by_field_changes_are_all_the_journal_keeps(told: Play) -> None:
    changed = [
        change
        for line in told.lines("arrive")
        for change in line["changed"].values()
        if "kind" not in change
    ]
    assert changed
    assert all(len(change) < len(mill.Carter.__struct_fields__) for change in changed)
