"""Instants as readers say them, and templates filled in by a language's own rules."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from service.language.catalogue import LANGUAGES
from service.language.reader import Reader
from service.language.saying import Speech
from service.language.times import away, game, wall
from tests.service.notify.test_wording import WORLDS

HOUR = 3_600_000_000


def _us(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[arg-type, misc]


@pytest.mark.parametrize(
    ("language", "zone", "said"),
    [
        ("en", "Europe/Berlin", "Tue 1 Dec 2026, 21:00 CET"),
        ("de", "Europe/Berlin", "Di. 1. Dez. 2026, 21:00 CET"),
        ("fr", "Asia/Kathmandu", "mer. 2 déc. 2026, 01:45 UTC+05:45"),
        ("en", "UTC", "Tue 1 Dec 2026, 20:00 UTC"),
        ("tlh", "No/Where", "2026-12-01 20:00:00 UTC"),
    ],
)
def test_a_real_instant_is_said_by_the_readers_clock(language: str, zone: str, said: str) -> None:
    assert wall(_us(2026, 12, 1, 20), Reader(language=language, zone=zone)) == said


def test_an_hour_that_comes_twice_is_told_by_its_zones_name() -> None:
    reader = Reader(zone="Europe/Berlin")
    both = [wall(_us(2026, 10, 25, hour, 30), reader) for hour in (0, 1)]
    assert both == ["Sun 25 Oct 2026, 02:30 CEST", "Sun 25 Oct 2026, 02:30 CET"]


@pytest.mark.parametrize(
    ("hours", "english", "german", "french"),
    [
        (5.9, "in 5 hours", "in 5 Stunden", "dans 5 heures"),
        (1.5, "in 90 minutes", "in 90 Minuten", "dans 90 minutes"),
        (71, "in 2 days", "in 2 Tagen", "dans 2 jours"),
        (-3, "3 hours ago", "vor 3 Stunden", "il y a 3 heures"),
    ],
)
def test_nobody_is_told_there_is_more_time_than_there_is(
    hours: float, english: str, german: str, french: str
) -> None:
    said = [
        away(int(hours * HOUR), Reader(language=language, now=0)) for language in ("en", "de", "fr")
    ]
    assert said == [english, german, french]
    assert away(HOUR, Reader()) == "", "what is kept and read later is not far from anything"


def test_a_date_of_the_game_is_said_in_the_readers_language() -> None:
    world = WORLDS["campaign"]
    told = {language: game(world, 0, Reader(language=language).tongue) for language in LANGUAGES}
    assert told["en"] == world.calendar.format(0, "datetime")
    date = world.calendar.date(0)
    for language, said in told.items():
        assert str(date.year) in said, language
        assert said.endswith(f"{date.hour:02d}:{date.minute:02d}")
    assert len(set(told.values())) == len(LANGUAGES)


def test_the_real_instant_of_what_is_to_come_stands_beside_the_games() -> None:
    world = WORLDS["campaign"]
    later = world.now + 7_200_000
    real = world.face.wall(later)
    assert real is not None
    plain = Speech(Reader(), world).when(later)
    kept = Speech(Reader(real=True), world).when(later)
    read = Speech(Reader(real=True, now=real - 2 * HOUR), world).when(later)
    assert plain == world.calendar.format(later, "datetime")
    assert kept == f"{plain} ({wall(real, Reader())})"
    assert read == f"{plain} (in 2 hours, {wall(real, Reader())})"
    past = Speech(Reader(real=True, now=real), world).when(world.now)
    assert past == world.calendar.format(world.now, "datetime")


def test_words_agree_with_their_number_in_every_language() -> None:
    weeks = "{weeks:count|week|weeks}"
    assert [Speech(Reader()).say(weeks, weeks=n) for n in (0, 1, 2)] == [
        "0 weeks",
        "1 week",
        "2 weeks",
    ]
    # French counts nothing as one.
    french = Speech(Reader(language="fr"))
    assert [french.say(weeks, weeks=n) for n in (0, 1, 2)] == ["0 week", "1 week", "2 weeks"]
