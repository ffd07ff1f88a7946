"""When the sun rises and sets: for semaphores, and for whoever sets dawn and dusk by latitude.

The low-precision formula of the NOAA Global Monitoring Laboratory ("General Solar Position
Calculations", https://gml.noaa.gov/grad/solcalc/solareqns.PDF): declination and equation of time as
Fourier series of the day of the year, sunrise and sunset where the sun's centre stands at 90.833
degrees from the zenith.  It is good to about two minutes in middle latitudes.  Worked out in whole
numbers (fixed point, 10^-12), so that every machine gives the same minute.
"""

from __future__ import annotations

import functools

from world.errors import Fault

_ONE = 10**12
_PI = 3_141_592_653_590
_TURN = 2 * _PI

#: cos(90.833 degrees): the upper edge of the sun, lifted by refraction, on the horizon.
_HORIZON = -14_538_080_502

# Coefficients of (1, cos g, sin g, cos 2g, sin 2g, cos 3g, sin 3g), g the angle of the year.
# The equation of time, 229.18 minutes times these:
_EQUATION = (75, 1_868, -32_077, -14_615, -40_849, 0, 0)
# The declination in radians:
_DECLINATION = (6_918, -399_912, 70_257, -6_758, 907, -2_697, 1_480)
_MILLIONTH = 10**6


@functools.lru_cache(maxsize=4096)
def sun(lat_deg_e6: int, day_of_year: int) -> tuple[int, int]:
    """Minutes after midnight, local mean solar time, at which the sun rises and sets.

    ``lat_deg_e6`` is the latitude in millionths of a degree, north positive; ``day_of_year`` counts
    from 1.  Mean solar time is what clocks showed before zones; for another clock add four minutes
    for each degree west of its meridian.  Where the sun stays up all day: (0, 1440); where it stays
    down: noon twice.

    Raises:
        Fault: for a latitude beyond the poles or a day beyond 366.
    """
    if abs(lat_deg_e6) > 90_000_000 or day_of_year not in range(1, 367):
        raise Fault(f"latitude {lat_deg_e6} millionths and day {day_of_year} are not on the globe")
    year_angle = _TURN * (day_of_year - 1) // 365
    equation = _series(_EQUATION, year_angle) * 22_918 // 100
    declination = _series(_DECLINATION, year_angle)
    latitude = lat_deg_e6 * _PI // 180_000_000
    noon = 720 * _ONE - equation
    # Rising means cos(zenith) = sin lat sin decl + cos lat cos decl cos(hour angle).
    gap = _HORIZON - _sin(latitude) * _sin(declination) // _ONE
    reach = _cos(latitude) * _cos(declination) // _ONE
    if gap >= reach:
        return _minute(noon), _minute(noon)
    if gap <= -reach:
        return 0, 1440
    half_day = _acos(gap * _ONE // reach) * 720 * _ONE // _PI
    return _minute(noon - half_day), _minute(noon + half_day)


def _minute(fixed: int) -> int:
    return min(max((fixed + _ONE // 2) // _ONE, 0), 1440)


def _series(coefficients: tuple[int, ...], angle: int) -> int:
    constant, *pairs = coefficients
    total = constant * _ONE
    for n in (1, 2, 3):
        total += pairs[2 * n - 2] * _cos(n * angle) + pairs[2 * n - 1] * _sin(n * angle)
    return total // _MILLIONTH


def _sin(angle: int) -> int:
    return _cos(angle - _PI // 2)


def _cos(angle: int) -> int:
    angle = (angle + _PI) % _TURN - _PI
    square = angle * angle // _ONE
    term = total = _ONE
    for n in range(1, 14):
        term = -term * square // ((2 * n - 1) * (2 * n) * _ONE)
        total += term
    return total


def _acos(cosine: int) -> int:
    low, high = 0, _PI
    while high - low > 1:
        middle = (low + high) // 2
        if _cos(middle) >= cosine:
            low = middle
        else:
            high = middle
    return low
