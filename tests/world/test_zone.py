"""Local time: every zone, every change of its clocks, against the definition."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.transitions import (
    DAY_S,
    EPOCH,
    SECOND,
    Change,
    every_change,
    first_showing,
    seconds,
    zones,
)
from world import zone
from world.errors import Refused

#: Seconds around the local time of a change: its edges, inside a gap or a fold, and half a day off.
NEAR = (-43_200, -1801, -1, 0, 1, 60, 1799, 1800, 3599, 3600, 7200, 43_200)

CHANGES = st.deferred(lambda: st.sampled_from(every_change()))


def _check(change: Change) -> None:
    for edge in (change.before, change.after):
        for step in NEAR:
            local = change.at + edge + step
            when = EPOCH + timedelta(seconds=local)
            found = zone.first_instant(change.zone, when)
            assert found == first_showing(change.zone, local) * SECOND, (change, when)


@given(CHANGES)
def test_a_local_time_stands_for_the_first_instant_that_shows_it_or_later(change: Change) -> None:
    _check(change)


def test_so_it_does_at_the_changes_of_every_zone() -> None:
    # Every tenth at each run, in all zones; `make soak` tries all of them.
    for change in every_change()[::10]:
        _check(change)


@pytest.mark.soak
def test_so_it_does_at_all_of_them() -> None:
    for change in every_change():
        _check(change)


@given(CHANGES, st.integers(-2 * DAY_S, 2 * DAY_S))
def test_an_instant_is_found_again_by_what_its_clock_shows(change: Change, step: int) -> None:
    instant = (change.at + step) * SECOND
    shown = zone.local(change.zone, instant)
    again = zone.first_instant(change.zone, shown.replace(tzinfo=None))
    assert again == instant
    if shown.fold:  # it is the second of two
        assert zone.first_instant(change.zone, shown.replace(tzinfo=None, fold=0)) < instant


def test_the_second_of_two_is_found_when_it_is_asked_for() -> None:
    first = datetime(2025, 10, 26, 2, 30)  # noqa: DTZ001
    second = first.replace(fold=1)
    assert (
        zone.first_instant("Europe/Berlin", second) - zone.first_instant("Europe/Berlin", first)
        == 3600 * SECOND
    )
    ordinary = datetime(2025, 10, 27, 2, 30, fold=1)  # noqa: DTZ001
    assert zone.first_instant("Europe/Berlin", ordinary) == 1_761_528_600 * SECOND


def test_a_date_that_a_zone_skips_has_no_instant() -> None:
    assert zone.occurrence("Pacific/Apia", date(2011, 12, 30), 20, 0) is None
    for day, seconds_between in ((date(2011, 12, 29), 24 * 3600), (date(2011, 12, 31), 24 * 3600)):
        at = zone.occurrence("Pacific/Apia", day, 20, 0)
        after = zone.occurrence("Pacific/Apia", day + timedelta(days=2), 20, 0)
        assert at is not None
        assert after is not None
        assert zone.local("Pacific/Apia", at).date() == day
        assert (after - at) // SECOND in {seconds_between, 2 * seconds_between}


def test_a_time_of_a_real_date_survives_a_gap_that_runs_past_midnight() -> None:
    # Nuuk went from 22:00 to 23:00 in 2023, Toronto from 23:30 to 00:30 of the next day in 1919.
    at = zone.occurrence("America/Toronto", date(1919, 3, 30), 23, 45)
    assert at is not None
    assert str(zone.local("America/Toronto", at)) == "1919-03-31 00:30:00-04:00"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Europe",
        "Europe/Nowhere",
        "Europe/Berlin/",
        "/etc/localtime",
        "../zones",
        "localtime",
        "leapseconds",
        "__init__",
        "Europe/Ber\0lin",
        "zones",
        "Berlin",
    ],
)
def test_an_unknown_zone_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(Refused, match="Europe/Berlin") as refused:
        zone.zone(name)
    assert refused.value.code == "E-ZONE"


def test_where_the_years_end_the_answer_is_a_refusal() -> None:
    for attempt in (
        lambda: zone.local("Europe/Berlin", 10**18),
        lambda: zone.local("Europe/Berlin", -(10**20)),
        lambda: zone.first_instant("Asia/Tokyo", datetime.min),  # noqa: DTZ901
    ):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "E-DATE"


def test_every_zone_of_the_database_can_be_read() -> None:
    assert len(zones()) > 300
    for name in zones():
        shown = zone.local(name, 1_772_391_600 * SECOND)
        assert abs(seconds(shown) - 1_772_391_600) <= 14 * 3600
