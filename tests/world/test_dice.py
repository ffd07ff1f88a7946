"""Dice and names: fair, independent, following from cause alone, and provable afterwards."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import chdtrc

from tests.packs.lab import Act, lab, log_of, logged
from tests.packs.play import HOUR, begin, order
from world.dice import Secret, parse_dice
from world.errors import Fault

SECRET = Secret.of_seed(1815)


def improbable(counts: Counter[int], sides: int, throws: int) -> float:
    """How improbable such counts are with fair dice (the upper tail of chi-square)."""
    wanted = throws / sides
    statistic = sum((counts[face] - wanted) ** 2 / wanted for face in range(1, sides + 1))
    return float(chdtrc(sides - 1, statistic))


@pytest.mark.parametrize("sides", [2, 3, 6, 10, 12, 20, 100])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_face_comes_equally_often(sides: int, seed: int) -> None:
    secret, throws = Secret.of_seed(seed), 400 * sides
    counts = Counter(
        secret.faces(f"event {n}", "hit", 0, 0, f"1d{sides}")[0] for n in range(throws)
    )
    assert set(counts) == set(range(1, sides + 1))
    assert 0.001 < improbable(counts, sides, throws) < 0.999


def test_the_dice_of_one_throw_are_as_fair_as_those_of_many() -> None:
    faces = SECRET.faces("event", "hit", 0, 0, "999d6")
    assert 0.001 < improbable(Counter(faces), 6, 999) < 0.999


def test_numbers_that_would_favour_low_faces_are_thrown_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 2**32 is 4 more than a multiple of 7: the last four numbers would come to 1, 2, 3 and 4.
    numbers = [2**32 - 1, 2**32 - 4, 2**32 - 5, 0]
    monkeypatch.setattr(Secret, "_numbers", lambda _self, _seed: iter(numbers))
    assert SECRET.faces("event", "hit", 0, 0, "2d7") == (7, 1)


def test_an_unfair_die_would_be_noticed() -> None:
    loaded = Counter(min(6, 1 + n % 7) for n in range(2400))
    assert improbable(loaded, 6, 2400) < 0.001


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("event", "hit", 0, 0), ("other event", "hit", 0, 0)),
        (("event", "hit", 0, 0), ("event", "loot", 0, 0)),
        (("event", "hit", 0, 0), ("event", "hit", 1, 0)),
        (("event", "hit", 0, 0), ("event", "hit", 0, 1)),
    ],
    ids=["event", "reason", "nth draw", "attempt"],
)
def test_draws_that_differ_in_anything_are_independent(
    one: tuple[str, str, int, int], other: tuple[str, str, int, int]
) -> None:
    pairs: Counter[int] = Counter()
    for seed in range(3600):
        secret = Secret.of_seed(seed)
        (a,), (b,) = secret.faces(*one, "1d6"), secret.faces(*other, "1d6")
        pairs[(a - 1) * 6 + b] += 1
    assert 0.001 < improbable(pairs, 36, 3600) < 0.999


def test_a_reroll_throws_other_dice_and_the_same_attempt_the_same() -> None:
    first = SECRET.faces("event", "hit", 0, 0, "10d20")
    assert SECRET.faces("event", "hit", 0, 1, "10d20") != first
    assert SECRET.faces("event", "hit", 0, 0, "10d20") == first


@given(st.text(max_size=8), st.text(max_size=8), st.integers(0, 9), st.integers(0, 9))
def test_no_two_draws_share_their_seed(one: str, other: str, n: int, attempt: int) -> None:
    if one != other:
        a = SECRET.faces("event", one, n, attempt, "20d1000")
        assert a != SECRET.faces("event", other, n, attempt, "20d1000")


def test_another_secret_throws_other_dice_and_gives_other_names() -> None:
    other = Secret.of_seed(1816)
    assert SECRET.faces("event", "hit", 0, 0, "10d20") != other.faces("event", "hit", 0, 0, "10d20")
    assert SECRET.name("input/ann/1") != other.name("input/ann/1")


def test_names_do_not_give_dice_away() -> None:
    cause = "event|hit|0|0|0"
    assert SECRET.name(cause) not in hashlib.blake2b(cause.encode(), key=SECRET.bytes).hexdigest()
    assert len({SECRET.name(f"input/ann/{n}") for n in range(10_000)}) == 10_000


@pytest.mark.parametrize(
    "dice", ["d6", "0d6", "2d0", "2d6+1", "1d6\n", "", "²d6", "1000d6", "-1d6"]
)
def test_what_is_no_dice_is_refused(dice: str) -> None:
    with pytest.raises(Fault, match="not a dice expression"):
        parse_dice(dice)


@pytest.mark.rule("C-GEN-03")
@pytest.mark.parametrize(
    ("k", "never", "always"),
    [(-3, True, False), (0, True, False), (20, False, True), (99, False, True)],
)
def test_a_chance_is_held_between_never_and_always(k: int, never: bool, always: bool) -> None:
    pack = lab(
        try_it=lambda step, _: logged(step, *[step.chance("luck", k, 20) for _ in range(50)])
    )
    play = begin(pack)
    play.run(HOUR, [play.says("ann", order(Act(name="try_it")), 0)])
    outcomes = set(log_of(play.world)[0].split())
    assert outcomes == ({"False"} if never else {"True"})
    assert always is ("True" in outcomes)


@pytest.mark.rule("C-GEN-03")
def test_a_chance_of_k_in_n_comes_true_that_often() -> None:
    pack = lab(
        try_it=lambda step, _: logged(step, sum(step.chance("luck", 7, 20) for _ in range(4000)))
    )
    play = begin(pack)
    play.run(HOUR, [play.says("ann", order(Act(name="try_it")), 0)])
    assert 1300 < int(log_of(play.world)[0]) < 1500


def test_a_secret_has_32_bytes_and_its_commitment_binds_it() -> None:
    with pytest.raises(Fault, match="32 bytes"):
        Secret(b"short")
    secret = bytes(range(32))
    assert Secret(secret).commitment == hashlib.sha256(b"galloper commitment" + secret).hexdigest()
    assert Secret(secret).commitment != Secret(bytes(32)).commitment


def test_the_journal_and_the_published_secret_prove_every_die() -> None:
    pack = lab(
        roll=lambda step, _: logged(
            step,
            step.roll("hit", "3d6").total,
            step.roll("hit", "3d6").total,
            step.pick("who", "abc"),
        )
    )
    play = begin(pack, seed=7)
    play.run(HOUR, [play.says("ann", order(Act(name="roll")), 0)])
    published = Secret.of_seed(7)
    line = play.line(-1)
    assert [roll["reason"] for roll in line["dice"]] == ["hit", "hit", "who"]
    for roll in line["dice"]:
        faces = published.faces(line["entry"]["id"], roll["reason"], roll["n"], 0, roll["dice"])
        assert list(faces) == roll["faces"]
