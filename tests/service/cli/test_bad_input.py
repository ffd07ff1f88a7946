"""Whatever is typed wrong is said so, with what to do, status 2, and nothing changed."""

from __future__ import annotations

import asyncio
import json
import os
from typing import TYPE_CHECKING, Any

import asyncpg
import pytest

from service.bridge import new_loop
from service.intake.founding import found_campaign
from service.packs import load_pack
from service.store.session import open_pool
from tests import warm
from tests.service.cli.typed import typed

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

FERRY = "tests.packs.ferry:PACK"

load_pack(FERRY)


def galloper(dsn: str, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run the command line as somebody would."""
    return warm.run(arguments, {**os.environ, "DATABASE_URL": dsn}, stdin)


@pytest.fixture
def campaign(dsn: str) -> str:
    """A ferry campaign called ``c``."""

    async def found() -> None:
        async with open_pool(dsn) as pool:
            files = {"scenario.yaml": "title: Ferry\npack: ferry\n"}
            await found_campaign(pool, "c", files, seed=1)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(found())
    return dsn


def _state(dsn: str) -> list[tuple[Any, ...]]:
    async def read() -> list[tuple[Any, ...]]:
        conn = await asyncpg.connect(dsn)
        try:
            rows = await conn.fetch("SELECT 'input', person, body FROM input")
            rows += await conn.fetch("SELECT 'campaign', id, settings FROM campaign")
            rows += await conn.fetch("SELECT 'channel', address, secret FROM channel")
            return [tuple(row) for row in rows]
        finally:
            await conn.close()

    return asyncio.run(read())


BAD = {
    "an unknown order": (("order", "c", "ann", "fly"), "There is no order 'fly'"),
    "an order without a blank": (("order", "c", "ann", "post"), "It is written: post"),
    "a part the order does not have": (
        ("order", "c", "ann", "post", "to=ben", "text=x", "by=air"),
        "no part 'by'",
    ),
    "a misspelt name": (("order", "c", "ann", "post", "to=benn", "text=hi"), "Nobody called"),
    "a speaker nobody knows": (("order", "c", "zoe", "post", "to=ben", "text=x"), "'zoe'"),
    "a NUL in a text": (("order", "c", "ann", "post", "to=ben", 'text="a\\u0000b"'), "U+0000"),
    "a control character": (("order", "c", "ann", "post", "to=ben", "text=a\x07b"), "U+0007"),
    "a decision nobody asked": (("decide", "c", "ann", "D-TOLL", "fair"), "No open decision"),
    "a rate below nothing": (("campaign", "rate", "c", "--", "-1"), "rate"),
    "a rate that is none": (("campaign", "rate", "c", "fast"), "is no rate"),
    "a pause that ends in the past": (
        ("campaign", "pause", "c", "--reason", "tea", "--until", "2001-01-01T00:00"),
        "later end",
    ),
    "a pause without end in sight": (
        ("campaign", "pause", "c", "--reason", "tea", "--until", "400d"),
        "longest pause",
    ),
    "a resume while it runs": (("campaign", "resume", "c"), "No pause"),
    "an instant that is none": (
        ("campaign", "pause", "c", "--reason", "tea", "--until", "tomorrow"),
        "neither a span",
    ),
    "a campaign that is not there": (("campaign", "show", "d"), "There is no campaign 'd'"),
    "an id that is none": (
        ("campaign", "create", "SCENARIO", "--id", "../x"),
        "cannot be a campaign's id",
    ),
    "an id that is taken": (("campaign", "create", "SCENARIO", "--id", "c"), "already"),
    "a scenario that is not there": (("campaign", "create", "/nowhere"), "There is no scenario"),
    "an address that is none": (("campaign", "tell", "c", "ann", "--webhook", "ftp://x"), "web"),
    "an address with a password": (
        ("campaign", "tell", "c", "ann", "--webhook", "https://a:b@example.org/"),
        "password",
    ),
    "a command that is none": (("march",), "Unknown command"),
    "an option that is none": (("campaign", "list", "--colour"), "Unknown option"),
}


@pytest.mark.parametrize("what", list(BAD))
def test_bad_input_is_explained_with_status_2_and_changes_nothing(
    campaign: str, what: str, tmp_path: Path
) -> None:
    """No traceback, what happened, what to do."""
    (tmp_path / "scenario.yaml").write_text("title: Ferry\npack: ferry\n")
    arguments, said = BAD[what]
    arguments = tuple(str(tmp_path) if a == "SCENARIO" else a for a in arguments)
    before = _state(campaign)
    command = arguments if arguments[0] == "march" else _with_pack(arguments)
    done = galloper(campaign, *command)
    errors = " ".join(done.stderr.decode().split())
    assert done.returncode == 2, errors
    assert "Traceback" not in errors
    assert said in errors
    assert _state(campaign) == before


def _with_pack(arguments: tuple[str, ...]) -> tuple[str, ...]:
    """The pack option goes before a ``--``, after which nothing is an option."""
    place = arguments.index("--") if "--" in arguments else len(arguments)
    if arguments[:2] == ("campaign", "list"):
        return arguments
    return (*arguments[:place], "--pack", FERRY, *arguments[place:])


@pytest.mark.parametrize(
    "arguments",
    [("resend", "c", "x", "9" * 20), ("resend", "c", "x", "-1"), ("ping", "c", "\udcff")],
    ids=["no number", "less than none", "no channel"],
)
def test_what_no_channel_and_no_message_can_be_called_is_said_so(
    campaign: str, arguments: tuple[str, ...]
) -> None:
    done = galloper(campaign, "campaign", *arguments)
    assert (done.returncode, b"Traceback" in done.stderr) == (2, False), done.stderr
    assert b"nothing was" in b" ".join(done.stderr.lower().split())


@pytest.mark.parametrize(
    ("text", "said"),
    [(b"\xff\xfe hello", "is not UTF-8"), (b"x" * 10_000_000, "long; at most")],
    ids=["not UTF-8", "10 MB"],
)
def test_a_letter_that_cannot_be_kept_is_refused_before_it_is_read_whole(
    campaign: str, text: bytes, said: str
) -> None:
    """From standard input, as a script would hand it over."""
    before = _state(campaign)
    done = galloper(campaign, "letter", "c", "ann", "ben", "--pack", FERRY, stdin=text)
    assert done.returncode == 2
    assert said in " ".join(done.stderr.decode().split())
    assert _state(campaign) == before


def test_every_mistake_of_a_scenario_is_listed_with_its_line(tmp_path: Path) -> None:
    """All at once, and nothing is founded."""
    (tmp_path / "scenario.yaml").write_text(
        "title: Ferry\npack: ferry\nrate: fast\nparams:\n  ferry.crossing_msec: 3\n"
        "  ferry.sinks_in_20: many\nscript:\n- {at: noon, person: ann, order: 'post to=ben'}\n"
        "- {at: +1h, person: ann, order: 'swim'}\n"
    )
    done = galloper("", "scenario", "check", str(tmp_path), "--pack", FERRY)
    errors = done.stderr.decode()
    assert done.returncode == 2
    for place in ("scenario.yaml:3", "scenario.yaml:5", "scenario.yaml:6", "scenario.yaml:8"):
        assert place in errors.replace("\n", "")
    assert "swim" in errors


def test_json_output_is_one_document_a_program_can_read(campaign: str) -> None:
    """Lists, shows and receipts alike."""
    listed = json.loads(galloper(campaign, "campaign", "list", "--json").stdout)
    shown = json.loads(
        galloper(campaign, "campaign", "show", "c", "--json", "--pack", FERRY).stdout
    )
    receipt = json.loads(
        galloper(
            campaign, "order", "c", "ann", "post", "to=ben", "text=hi", "--json", "--pack", FERRY
        ).stdout
    )
    assert listed[0]["id"] == "c"
    assert shown["campaign"] == "c"
    assert receipt["echo"] == "post to=ben text=hi"


def test_whoever_leaves_out_a_word_is_led_to_the_help_of_that_very_command() -> None:
    for words, helpful in (
        (("campaign", "invite", "spring"), "galloper campaign invite --help"),
        (("campaign", "bogus"), "galloper campaign --help"),
        (("nonsense",), "galloper --help"),
    ):
        done = typed("", *words)
        assert done.status == 2
        assert done.err.endswith(f"Try: {helpful}\n")
