"""Where people are told, and how it went, is seen and set from the command line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.intake.founding import found_campaign
from service.packs import load_pack
from service.store.deliveries import begin_attempts, finish, lane_deliveries
from service.store.session import open_pool
from tests.faults.daemons import ferry_posts, in_asyncio
from tests.service.cli.test_bad_input import FERRY
from tests.service.cli.typed import Typed, typed

load_pack(FERRY)

HOOK, SHOWN = "https://example.org/hooks/ben-9f3a", "https://example.org/…"


async def _founded(dsn: str) -> None:
    async with open_pool(dsn) as pool:
        await found_campaign(pool, "c", ferry_posts(1), seed=1)


async def _sent(dsn: str, channel_id: str) -> None:
    """What waits on a channel goes out."""
    async with open_pool(dsn) as pool, pool.acquire() as conn:
        from service.store.channels import list_channels  # noqa: PLC0415

        (channel,) = [one for one in await list_channels(conn, "c") if one.id == channel_id]
        waiting = await lane_deliveries(conn, "c", channel_id)
        await begin_attempts(conn, channel, [(one, b"bytes") for one in waiting])
        await finish(conn, "c", channel_id, [(one, "sent", "204") for one in waiting])


@pytest.fixture
def founded(dsn: str) -> str:
    in_asyncio(_founded(dsn))
    return dsn


def _typed(dsn: str, *arguments: str) -> Typed:
    done = typed(dsn, *arguments)
    assert "Traceback" not in done.err
    return done


def _read(dsn: str, *arguments: str) -> Any:
    done = _typed(dsn, *arguments, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def _told(dsn: str, *more: str) -> Any:
    return _read(
        dsn, "campaign", "tell", "c", "ben", "--webhook", HOOK, "--pack", FERRY, *more
    )  # fmt: skip


def test_a_test_message_is_listed_and_can_be_sent_again(founded: str) -> None:
    """No key is shown; the message keeps its number."""
    made = _told(founded)
    assert _typed(founded, "campaign", "ping", "c", made["id"]).status == 0
    in_asyncio(_sent(founded, made["id"]))
    (listed,) = _read(founded, "campaign", "channels", "c", "--person", "ben")
    assert (listed["address"], listed["state"], listed["failures"]) == (SHOWN, "active", 0)
    assert "secret" not in json.dumps(listed)
    (message,) = listed["messages"]
    assert (message["number"], message["kind"], message["outcome"]) == (1, "ping", "sent")
    again = _typed(founded, "campaign", "resend", "c", made["id"], "1")
    assert again.out.startswith("1 go out again")
    (listed,) = _read(founded, "campaign", "channels", "c")
    assert [one["outcome"] for one in listed["messages"]] == ["waiting"]
    assert "ping" in _typed(founded, "campaign", "channels", "c").out


def test_a_channel_is_strict_and_signs_by_a_key_pair_where_somebody_asks_for_it(
    founded: str,
) -> None:
    made = _told(founded, "--strict", "--ed25519")
    assert made["public_key"].startswith("whpk_")
    (listed,) = _read(founded, "campaign", "channels", "c")
    assert listed["strict"] is True


@pytest.mark.parametrize(
    "command", [("ping", "c", "nonsuch"), ("resend", "c", "nonsuch", "1")], ids=["ping", "resend"]
)
def test_a_channel_that_is_not_there_is_said_to_be_none(
    founded: str, command: tuple[str, ...]
) -> None:
    done = _typed(founded, "campaign", *command)
    assert done.status == 2
    assert "nothing was sent" in " ".join(done.err.split())


def test_a_chats_address_is_shown_nowhere_once_it_is_given(founded: str) -> None:
    """Neither where it was added, listed or refused: almost all of it is a password."""
    token = "a-token_of-" + "x" * 50

    def tell(address: str) -> int:
        told = _typed(founded, "campaign", "tell", "c", "ben", "--chat", address, "--pack", FERRY)
        assert token not in told.out + told.err
        return told.status

    assert tell(f"https://discord.com/api/webhooks/123456789/{token}") == 0
    assert tell(f"ntfys://ntfy.sh/{token}") == 0
    assert tell(f"htps://discord.com/api/webhooks/1/{token}") == 2
    listed = _typed(founded, "campaign", "channels", "c", "--json").out
    assert sorted(one["kind"] for one in json.loads(listed)) == ["chat", "discord"]
    assert token not in listed


def test_an_address_is_written_to_no_more_and_again(founded: str) -> None:
    """A channel to it cannot be added meanwhile; what changes nothing says so."""
    assert "every address" in _typed(founded, "mail", "suppressed").out
    silenced = ("mail", "suppress", "Ben@example.org", "--reason", "a complaint")
    assert _typed(founded, *silenced).status == 0
    assert "nothing was changed" in _typed(founded, *silenced).err
    (listed,) = _read(founded, "mail", "suppressed")
    assert (listed["folded"], listed["reason"], listed["status"]) == (
        "ben@example.org", "operator", "a complaint",
    )  # fmt: skip
    assert "a complaint" in _typed(founded, "mail", "suppressed").out
    tell = ("campaign", "tell", "c", "ben", "--email", "ben@example.org", "--pack", FERRY)
    refused = _typed(founded, *tell)
    assert (refused.status, "nothing sent to that address" in refused.err) == (2, True)
    assert _typed(founded, "mail", "release", "ben@example.org").status == 0
    assert _typed(founded, "mail", "release", "ben@example.org").status == 2
    assert _typed(founded, *tell).status == 0
