"""What somebody wrote is told from what their program quoted, signed and added.

The corpus holds replies as mail programs shape them, each with the words that are its writer's own.
"""

from __future__ import annotations

import contextlib
import gc
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.post.markup import words_of_page
from service.post.message import words_of_mail
from service.post.reply import answer_in
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

CORPUS = Path(__file__).parent / "corpus"
REPLIES = sorted(path.stem for path in CORPUS.glob("*.eml"))


def _own(name: str) -> str:
    return (CORPUS / f"{name}.txt").read_text("utf-8").rstrip("\n")


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_is_cut_to_what_its_writer_wrote(name: str) -> None:
    assert words_of_mail((CORPUS / f"{name}.eml").read_bytes()) == _own(name)


@pytest.mark.parametrize("name", REPLIES)
def test_what_is_cut_once_stays_as_it_is(name: str) -> None:
    assert answer_in(_own(name)) == _own(name)


def test_the_corpus_is_as_wide_as_it_says() -> None:
    assert len(REPLIES) >= 40


# -- whatever the text ----------------------------------------------------------------------------

_MARKS = [
    *("> ", ">", "-- ", "--", "On 30 Nov 2026, at 20:30, A <a@b.c> wrote:", "A wrote:", "wrote:"),
    *("From: a@b.c", "To: me", "Sent: today", "Subject: s", "Date: 1815", "_" * 32, "*From:* x"),
    *("-----Original Message-----", "Begin forwarded message:", "Sent from my iPhone", ""),
    *("30.11.2026, 20:30, A <a@b.c>:", "2026年11月30日(月) 20:30 A <a@b.c>:"),
]
LINES = st.lists(st.sampled_from(_MARKS) | st.text(max_size=30), max_size=30).map("\n".join)


@given(LINES | st.text(max_size=300))
def test_lines_are_left_out_and_nothing_else_is_done(text: str) -> None:
    """Never an error, a word that was not there, or two in another order."""
    left = iter(text.replace("\xa0", " ").replace("\u200b", "").replace("\ufeff", "").splitlines())
    for line in answer_in(text).split("\n"):
        if line:
            assert any(line.strip() == one.strip() for one in left), line


PROSE = st.text(
    st.sampled_from("abcdefghij .,;!?()'\"äöüßéèñçłжшщ中文かな\n")
    | st.characters(categories=["L"]),
    max_size=400,
)


@given(PROSE)
def test_a_letter_without_marks_is_left_as_it_is(text: str) -> None:
    # A telephone's line would be a mark; these letters begin with a word of their own.
    lines = [f"Sire {line}".rstrip() for line in text.splitlines()]
    assert answer_in("\n".join(lines)) == "\n".join(lines)


@given(PROSE, st.sampled_from(REPLIES))
def test_a_quotation_below_takes_nothing_from_the_words_above(text: str, name: str) -> None:
    quoted = "".join(f"> {line}\n" for line in _own(name).splitlines())
    below = "\n\nOn Mon, Nov 30, 2026 at 8:30 PM A <\na@example.org> wrote:\n\n" + quoted
    assert answer_in(f"{text}{below}") == answer_in(text)


@given(
    st.binary(max_size=600)
    | st.sampled_from(REPLIES)
    .map(lambda name: (CORPUS / f"{name}.eml").read_bytes())
    .flatmap(
        lambda raw: st.builds(
            lambda at, junk: raw[:at] + junk + raw[at:],
            st.integers(0, len(raw)),
            st.binary(max_size=40),
        )
    )
)
def test_no_bytes_are_an_error_of_any_kind_but_ours(raw: bytes) -> None:
    with contextlib.suppress(BadInput):
        assert "\x00" not in words_of_mail(raw)


# -- time -----------------------------------------------------------------------------------------

HOSTILE: dict[str, Callable[[int], str]] = {
    "quotes": lambda n: "> \n" * n,
    "quotes and words": lambda n: "> a\nb\n" * n,
    "attributions": lambda n: "On 1 2:30 a@b.c\n" * n,
    "attributions that end": lambda n: "On 1 2 wrote:\n" * n,
    "attributions and quotes": lambda n: "On 1 2 wrote:\n> a\n" * n,
    "one line of attributions": lambda n: "On 1 2 wrote " * n + ":",
    "empty lines": lambda n: "\n" * n,
    "dashes": lambda n: "--\n" * n,
    "dashes and blanks": lambda n: "-- \na\n" * n,
    "heads": lambda n: "From: a\nTo: b\n" * n,
    "one head": lambda n: "From" + " " * n + "\n",
    "stars": lambda n: "*" * n + ":",
    "devices": lambda n: "Sent from my \n" * n,
    "rules": lambda n: "____________\nFrom: \n" * n,
    "colons": lambda n: ":" * n,
    "blanks": lambda n: (" " * 50 + "x\n") * n,
    "a line": lambda n: "On " * n,
    "markers": lambda n: "-----a-----\n" * n,
}
PAGES: dict[str, Callable[[int], str]] = {
    "open": lambda n: "<" * n,
    "tags": lambda n: "<div>" * n,
    "closed": lambda n: "<div>" * 50 + "</p>" * n,
    "quotes": lambda n: "<blockquote>a" * n,
    "comments": lambda n: "<!--" * n,
    "entities": lambda n: "&lt" * n,
    "classes": lambda n: "<a class='" + "yahoo " * n + "'>",
    "blanks": lambda n: "<b> </b>" * n,
    "pre": lambda n: "<pre>a\n" * n,
    "attributes": lambda n: "<a class=class=" * n + ">",
}


#: Seconds below which a measurement says nothing.
_NOISE = 0.001


def _seconds(work: Callable[[str], object], text: str) -> float:
    """Of this thread's own, whatever else the machine does."""
    gc.disable()
    try:
        started = time.thread_time()
        work(text)
        return time.thread_time() - started
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("work", "make"),
    [(answer_in, make) for make in HOSTILE.values()]
    + [(words_of_page, make) for make in PAGES.values()],
    ids=[*HOSTILE, *(f"page: {name}" for name in PAGES)],
)
def test_twice_the_text_takes_at_most_two_and_a_half_times_as_long(
    work: Callable[[str], object], make: Callable[[int], str]
) -> None:
    """Of several tries the best, one size after the other in turn; more where it is disturbed."""
    size = 2_000
    while _seconds(work, make(size)) < 0.004 and size < 500_000:
        size *= 2
    once, twice = make(size), make(2 * size)
    tries = []
    for _ in range(10):
        short = min(_seconds(work, once) for _ in range(3))
        long = min(_seconds(work, twice) for _ in range(3))
        tries.append((short, long))
        if long <= 2.5 * short + _NOISE:
            return
    raise AssertionError(f"twice the text took (seconds, seconds): {tries}")


@pytest.mark.parametrize("name", [b"Content-Type: text/plain", b"Content-Disposition: inline"])
def test_a_mail_whose_headers_have_endless_parameters_is_read_at_once(name: bytes) -> None:
    for more in (b'; a="' + b";" * 900_000, b'; a=""' * 150_000, b'; a="\\"' * 150_000):
        part = b"\r\n\r\n--x\r\n" + name + more + b"\r\n\r\nwords\r\n--x--\r\n"
        started = time.thread_time()
        assert words_of_mail(b"Content-Type: multipart/mixed; boundary=x" + part) == "words"
        assert time.thread_time() - started < 2.0
