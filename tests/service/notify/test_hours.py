"""A notice leaves in no quiet hour, never early, and digests once a local date, in every zone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notify.hours import Leaving, is_quiet, leaves, next_digest, open_from
from service.notify.preferences import WEEKDAYS, Preferences, minutes, require_sensible
from world.errors import BadInput, Refused
from world.zone import local

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

MINUTE = 60_000_000
# Zones that change their clocks by whole and half hours, at midnight, or skipped a date.
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/St_Johns",
    "America/Havana",
    "America/Sao_Paulo",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Africa/Casablanca",
    "Asia/Beirut",
    "Asia/Kathmandu",
)
FROM, TO = datetime(1985, 1, 1, tzinfo=UTC), datetime(2030, 1, 1, tzinfo=UTC)


def us(*when: int) -> int:
    return int(datetime(*when, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[misc,arg-type]


def changes(zone: str) -> list[int]:
    """The instants (us) at which clocks of a zone were changed, found by halving."""
    found, step = [], 14 * 86_400_000_000
    at = int(FROM.timestamp()) * 1_000_000
    while at < TO.timestamp() * 1_000_000:
        low, high = at, at + step
        if local(zone, low).utcoffset() != local(zone, high).utcoffset():
            while high - low > MINUTE:
                middle = (low + high) // 2 // MINUTE * MINUTE
                same = local(zone, middle).utcoffset() == local(zone, low).utcoffset()
                low, high = (middle, high) if same else (low, middle)
            found.append(high)
        at += step
    return found


CHANGES = {zone: changes(zone) or [us(2020, 1, 1)] for zone in ZONES}
hours = st.integers(0, 1439).map(lambda n: f"{n // 60:02}:{n % 60:02}")


@st.composite
def wishes(draw: st.DrawFn, zones: SearchStrategy[str] | None = None) -> Preferences:
    zone = draw(zones or st.sampled_from(ZONES))
    begin, end = draw(st.tuples(hours, hours).filter(lambda two: two[0] != two[1]))
    quiet = draw(st.booleans())
    return Preferences(
        zone=zone,
        kinds={"*": draw(st.sampled_from(("at_once", "digest")))},
        quiet_from=begin if quiet else "",
        quiet_to=end if quiet else "",
        quiet_days=tuple(draw(st.sets(st.sampled_from(WEEKDAYS), max_size=6))),
        digest_at=draw(hours),
        digest_day=draw(st.sampled_from(("", *WEEKDAYS))),
    )


@st.composite
def moments(draw: st.DrawFn) -> tuple[Preferences, int]:
    """Wishes, and an instant within two days of a change of their zone's clocks."""
    wanted = draw(wishes())
    near = draw(st.sampled_from(CHANGES[wanted.zone]))
    return wanted, near + draw(st.integers(-2 * 86_400_000_000, 2 * 86_400_000_000))


@given(moments())
def test_what_leaves_is_neither_early_nor_in_quiet_hours(moment: tuple[Preferences, int]) -> None:
    wanted, now = moment
    leaving = leaves(wanted, "told", "ferry", now)
    assert leaving is not None
    at = now if leaving.due is None else leaving.due
    assert at >= now
    assert not is_quiet(wanted, at)
    assert (leaving.due is None) == (not leaving.digest and not is_quiet(wanted, now))


@given(moments())
def test_quiet_hours_hold_nothing_longer_than_they_last(moment: tuple[Preferences, int]) -> None:
    wanted, now = moment
    opens = open_from(wanted, now)
    # A plain walk, minute by minute, finds nothing earlier.
    first = now
    while is_quiet(wanted, first):
        first = first - first % MINUTE + MINUTE
        if first > opens:
            break
    assert opens == first


@given(moments())
def test_digests_come_once_a_local_date_and_never_stop(moment: tuple[Preferences, int]) -> None:
    wanted, at = moment
    seen = set()
    for _ in range(10):
        later = next_digest(wanted, at)
        assert later > at
        assert not is_quiet(wanted, later)
        assert later - at <= timedelta(days=15) // timedelta(microseconds=1)
        day = local(wanted.zone, later).date()
        assert day not in seen
        seen.add(day)
        at = later


def test_a_day_without_quiet_hours_has_its_digest_on_the_hour() -> None:
    wanted = Preferences(zone="Europe/Berlin", kinds={"*": "digest"}, digest_at="02:30")
    # 29 March 2026: from 02:00 to 03:00 there is no such hour; it is told at its end.
    assert next_digest(wanted, us(2026, 3, 28, 12)) == us(2026, 3, 29, 1)
    # 25 October 2026: the hour comes twice; the first counts.
    assert next_digest(wanted, us(2026, 10, 24, 12)) == us(2026, 10, 25, 0, 30)
    assert next_digest(wanted, us(2026, 10, 25, 0, 30)) == us(2026, 10, 26, 1, 30)


def test_a_weekly_digest_leaves_on_its_day_or_the_next_that_is_not_quiet() -> None:
    wanted = Preferences(digest_day="saturday", digest_at="18:00")
    assert next_digest(wanted, us(2026, 12, 1)) == us(2026, 12, 5, 18)
    quiet = Preferences(digest_day="saturday", digest_at="18:00", quiet_days=("saturday", "sunday"))
    assert next_digest(quiet, us(2026, 12, 1)) == us(2026, 12, 7, 18)


@pytest.mark.parametrize(
    ("kinds", "leaving"),
    [
        ({}, Leaving(us(2026, 12, 1, 7))),
        ({"*": "off"}, None),
        ({"*": "off", "ferry.*": "at_once"}, Leaving(us(2026, 12, 1, 7))),
        ({"ferry.*": "at_once", "told": "off"}, None),
        ({"told": "digest", "*": "off"}, Leaving(us(2026, 12, 1, 8), digest=True)),
    ],
)
def test_the_narrowest_wish_holds(kinds: dict[str, str], leaving: Leaving | None) -> None:
    wanted = Preferences(kinds=kinds, quiet_from="22:00", quiet_to="07:00")  # type: ignore[arg-type]
    assert leaves(wanted, "told", "ferry", us(2026, 12, 1, 3)) == leaving


def test_what_cannot_wait_breaks_quiet_hours_only_where_it_may() -> None:
    night = us(2026, 12, 1, 3)
    quiet = {"quiet_from": "22:00", "quiet_to": "07:00"}
    assert leaves(Preferences(**quiet), "told", "f", night, urgent=True) == Leaving()  # type: ignore[arg-type]
    heavy = Preferences(**quiet, urgent=False)  # type: ignore[arg-type]
    assert leaves(heavy, "told", "f", night, urgent=True) == Leaving(us(2026, 12, 1, 7))
    off = Preferences(kinds={"*": "off"})
    assert leaves(off, "told", "f", night, urgent=True) is None


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        (Preferences(zone="Europe/Nowhere"), "no time zone"),
        (Preferences(kinds={"tolled": "off"}), "of the kind 'tolled'"),
        (Preferences(channels={"hook": "urgent"}), "no channel 'hook'"),
        (Preferences(digest_at="24:00"), "no hour of the day"),
        (Preferences(quiet_from="22:00"), "a beginning and an end"),
        (Preferences(quiet_from="7:00", quiet_to="07:00"), "none, or all day"),
        (Preferences(quiet_days=WEEKDAYS), "all seven days"),
    ],
)
def test_wishes_that_cannot_be_kept_are_refused(wanted: Preferences, words: str) -> None:
    with pytest.raises((BadInput, Refused), match=words):
        require_sensible(wanted, ["told"], [])
    require_sensible(Preferences(kinds={"told": "off", "*": "digest"}), ["told"], [])


@pytest.mark.parametrize(
    "text", ["", "7", "7:5", "07:60", "-1:00", "\uff11\uff12:00", "007:00", "07:30 "]
)
def test_an_hour_is_written_in_one_way(text: str) -> None:
    with pytest.raises(BadInput, match="no hour"):
        minutes(text)
