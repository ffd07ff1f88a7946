"""The sun rises and sets when almanacs say, to five minutes, in whole minutes everywhere."""

from __future__ import annotations

import math
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from world.errors import Fault
from world.sun import sun

# Latitude and longitude in millionths of a degree.
PARIS = (48_856_600, 2_352_200)
LILLE = (50_629_200, 3_057_300)
LYON = (45_764_000, 4_835_700)

# Published: for Paris in winter https://particle.news ("Winter solstice arrives today at 4:03 pm in
# Paris", 2025), in summer https://pariswerewolves.blogspot.com/2023/06/16-hours-of-daylight.html;
# for Lille https://le-calendrier.fr/calendrier-solaire/2025/lille; for Lyon
# https://lyoncapitale.fr ("Le jour le plus long: 15h43 de soleil à Lyon", 21 June 2020).
PUBLISHED = [
    (PARIS, "2025-12-21", "08:41", "16:56"),
    (PARIS, "2025-12-26", "08:43", "16:59"),
    (PARIS, "2023-06-24", "05:48", "21:58"),
    (LILLE, "2025-02-01", "08:26", "17:38"),
    (LILLE, "2025-02-12", "08:08", "17:58"),
    (LYON, "2020-06-21", "05:51", "21:34"),
]


@pytest.mark.parametrize(("place", "day", "rise", "fall"), PUBLISHED)
def test_the_sun_keeps_published_times(
    place: tuple[int, int], day: str, rise: str, fall: str
) -> None:
    latitude, longitude = place
    on = date.fromisoformat(day)
    noon = datetime(on.year, on.month, on.day, 12, tzinfo=ZoneInfo("Europe/Paris"))
    shift = noon.utcoffset()
    assert shift is not None
    # From mean solar time to what the clocks of Paris show.
    ahead = shift // timedelta(minutes=1) - round(longitude / 1e6 * 4)
    found = sun(latitude, on.timetuple().tm_yday)
    for minute, published in zip(found, (rise, fall), strict=True):
        hours, minutes = published.split(":")
        assert abs(minute + ahead - (int(hours) * 60 + int(minutes))) <= 5


def test_the_length_of_the_longest_and_shortest_day_of_lille() -> None:
    # Published (le-calendrier.fr): 16 h 28 min and 7 h 58 min.
    for day, minutes in ((172, 988), (355, 478)):
        rise, fall = sun(LILLE[0], day)
        assert abs((fall - rise) - minutes) <= 5


def test_day_and_night_are_nearly_equal_at_the_equator_and_at_the_equinox() -> None:
    for day in range(1, 367):
        rise, fall = sun(0, day)
        assert 725 <= fall - rise <= 730
    for latitude in range(-60_000_000, 60_000_001, 5_000_000):
        rise, fall = sun(latitude, 80)
        assert abs((fall - rise) - 730) <= 12


@given(st.integers(-66_000_000, 66_000_000), st.integers(1, 366))
def test_whole_numbers_agree_with_the_formula_in_floating_point(latitude: int, day: int) -> None:
    g = 2 * math.pi * (day - 1) / 365
    c, s = math.cos, math.sin
    equation = 229.18 * (
        0.000075 + 0.001868 * c(g) - 0.032077 * s(g) - 0.014615 * c(2 * g) - 0.040849 * s(2 * g)
    )
    declination = (
        0.006918
        - 0.399912 * c(g)
        + 0.070257 * s(g)
        - 0.006758 * c(2 * g)
        + 0.000907 * s(2 * g)
        - 0.002697 * c(3 * g)
        + 0.00148 * s(3 * g)
    )
    phi = math.radians(latitude / 1e6)
    cosine = c(math.radians(90.833)) / (c(phi) * c(declination)) - math.tan(phi) * math.tan(
        declination
    )
    if -0.999 < cosine < 0.999:
        half = math.degrees(math.acos(cosine)) * 4
        rise, fall = sun(latitude, day)
        assert abs(rise - max(0, 720 - equation - half)) <= 0.5001
        assert abs(fall - min(1440, 720 - equation + half)) <= 0.5001


@given(st.integers(-90_000_000, 90_000_000), st.integers(1, 366))
def test_the_sun_never_sets_before_it_rises(latitude: int, day: int) -> None:
    rise, fall = sun(latitude, day)
    assert 0 <= rise <= fall <= 1440


def test_beyond_the_polar_circles_there_is_a_day_without_night_and_a_night_without_day() -> None:
    assert sun(80_000_000, 172) == (0, 1440)
    rise, fall = sun(80_000_000, 355)
    assert rise == fall
    assert sun(90_000_000, 172) == (0, 1440)
    assert sun(-90_000_000, 355) == (0, 1440)


@pytest.mark.parametrize(("latitude", "day"), [(90_000_001, 1), (-90_000_001, 1), (0, 0), (0, 367)])
def test_what_is_not_on_the_globe_is_a_fault(latitude: int, day: int) -> None:
    with pytest.raises(Fault):
        sun(latitude, day)
