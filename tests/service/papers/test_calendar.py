"""Calendar files: read back by a parser, whatever people wrote."""

from __future__ import annotations

from datetime import UTC, datetime

import icalendar
from hypothesis import given
from hypothesis import strategies as st

from service.papers.calendar import LONGEST_TEXT, LONGEST_TITLE, Entry, calendar_file
from service.papers.plain import line, plain

NOON = 1_800_000_000_000_000


def _read(body: bytes) -> list[icalendar.Event]:
    whole = icalendar.Calendar.from_ical(body)
    assert str(whole["version"]) == "2.0"
    assert whole["prodid"]
    assert "method" not in whole
    for one in whole.events:
        for wanted in ("uid", "dtstamp", "last-modified", "sequence", "dtstart", "summary"):
            assert wanted in one, wanted
        assert not one.errors
    return list(whole.events)


def _entry(title: str, text: str = "", at: int = NOON, uid: str = "one@here") -> Entry:
    return Entry(uid=uid, at=at, title=title, text=text, changed=NOON - 10**9, sequence=3)


@given(title=st.text(max_size=300), text=st.text(max_size=300))
def test_whatever_is_written_is_read_back_by_a_parser(title: str, text: str) -> None:
    (one,) = _read(calendar_file("A campaign", [_entry(title, text)]))
    assert str(one["summary"]) == (line(title, LONGEST_TITLE) or "—")
    assert str(one.get("description", "")) == plain(text, LONGEST_TEXT)
    assert one.start == datetime.fromtimestamp(NOON // 10**6, UTC)
    assert one["sequence"] == 3


def test_lines_are_folded_and_end_as_the_standard_wants() -> None:
    body = calendar_file("A campaign", [_entry("Ünïcode, 長; " * 30, "a\nb" * 500)])
    assert body.endswith(b"END:VCALENDAR\r\n")
    lines = body.split(b"\r\n")
    assert all(len(one) <= 75 for one in lines)
    assert not any(b"\n" in one or b"\r" in one for one in lines)
    for one in lines:
        one.decode()  # never folded within a character


def test_nobody_writes_a_date_or_a_property_of_their_own() -> None:
    told = "x\r\nATTACH:http://evil.example\r\nEND:VEVENT\r\nBEGIN:VALARM\x00\x07\u202eyllib"
    body = calendar_file("A\r\nMETHOD:CANCEL", [_entry(told, told)])
    (one,) = _read(body)
    assert [each.name for each in one.walk()] == ["VEVENT"]
    assert "attach" not in one
    assert not {0, 7} & set(body)
    assert "\u202e" not in body.decode()


def test_a_million_characters_become_a_few() -> None:
    body = calendar_file("A campaign", [_entry("長" * 1_000_000, "\u200fא" * 1_000_000)])
    (one,) = _read(body)
    assert len(str(one["summary"])) == LONGEST_TITLE
    assert len(str(one["description"])) == LONGEST_TEXT
    assert str(one["description"]).startswith("\u200fא")
    assert len(body) < 10_000


def test_dates_stand_in_order_and_one_that_no_calendar_has_is_left_out() -> None:
    later, sooner = _entry("b", at=NOON + 10**6, uid="b"), _entry("a", uid="a")
    never = _entry("c", at=10**18, uid="c")
    body = calendar_file("A campaign", [later, never, sooner])
    assert [str(one["uid"]) for one in _read(body)] == ["a", "b"]
    assert body == calendar_file("A campaign", [sooner, later])
