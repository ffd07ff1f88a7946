"""Instants as readers say them, and templates filled in by a language's own rules."""

# ruff: noqa: RUF001 - French has an apostrophe of its own

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from service.language.catalogue import LANGUAGES
from service.language.reader import Reader
from service.language.saying import Speech
from service.language.times import away, game, said, wall
from service.notify.wording import word
from tests.service.notify.test_wording import WORLDS
from world.clock import utc
from world.kernel.nouns import ClockChanged

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
    ("language", "title", "resumes"),
    [
        (
            "en",
            "The clock: will pause at Tue 1 Dec 2026, 21:00 CET",
            "Reason: Supper. It resumes by itself at Wed 2 Dec 2026, 09:30 CET.",
        ),
        (
            "de",
            "Die Uhr: wird angehalten am Di. 1. Dez. 2026, 21:00 CET",
            "Grund: Supper. Sie läuft von selbst wieder am Mi. 2. Dez. 2026, 09:30 CET.",
        ),
        (
            "fr",
            "L’horloge : s’arrêtera le mar. 1 déc. 2026, 21:00 CET",
            "Motif : Supper. Elle repart d’elle-même le mer. 2 déc. 2026, 09:30 CET.",
        ),
    ],
)
def test_what_becomes_of_the_clock_is_said_by_the_readers_own(
    language: str, title: str, resumes: str
) -> None:
    told = ClockChanged(
        what=f"will pause at {utc(_us(2026, 12, 1, 20))}",
        by="gm",
        detail=f"Reason: Supper. It resumes by itself at {utc(_us(2026, 12, 2, 8, 30))}.",
    )
    reader = Reader(language=language, zone="Europe/Berlin")
    worded = word(WORLDS["campaign"], msgspec.json.encode(told), 0, reader)
    assert worded.title == title
    assert worded.text.endswith(resumes)


def test_what_only_looks_like_an_instant_is_left_as_it_is() -> None:
    reader = Reader(zone="Europe/Berlin")
    for text in ("2026-13-01 20:00:00 UTC", "at 2026-12-01 20:00:00 UTC", "2026-12-01", ""):
        assert said(text, reader) == text
    assert said("2026-12-01 20:00:00 UTC", reader) == "Tue 1 Dec 2026, 21:00 CET"


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
    for language, shown in told.items():
        assert str(date.year) in shown, language
        assert shown.endswith(f"{date.hour:02d}:{date.minute:02d}")
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
