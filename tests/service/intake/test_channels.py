"""A signing secret is made once, shown once, and changed only when somebody asks for that."""

from __future__ import annotations

import asyncio
import base64
from typing import TYPE_CHECKING, Any

import pytest

from service.intake.channels import add_channel, kind_of
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.packs import load_pack
from service.store.channels import list_channels, set_channel_state
from service.store.lanes import mark_ailing
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]

load_pack("tests.packs.ferry:PACK")

HOOK = "https://example.org/hook"
MAIL = "ben@example.org"


async def add(pool: asyncpg.Pool, address: str = HOOK, **more: Any) -> dict[str, str]:
    return await add_channel(pool, Readings(), "c", "ben", address, **more)


async def kept(pool: asyncpg.Pool) -> tuple[str, bytes]:
    """State and secret of the only channel."""
    (one,) = await list_channels(pool, "c", "ben")
    return one.state, one.secret


def shown(made: dict[str, str]) -> bytes:
    return base64.b64decode(made["secret"].removeprefix("whsec_"))


@pytest.fixture
def ferry(play: Play) -> Play:
    def run(story: Callable[[asyncpg.Pool], Any]) -> Any:
        async def begun(pool: asyncpg.Pool) -> Any:
            await found_campaign(pool, "c", {"scenario.yaml": "title: F\npack: ferry\n"})
            return await story(pool)

        return play(begun)

    return run


def test_a_webhook_added_again_keeps_its_secret_and_says_so(ferry: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first = await add(pool)
        assert await kept(pool) == ("active", shown(first))
        with pytest.raises(BadInput, match=r"left as it is.*--rotate") as refused:
            await add(pool)
        assert "whsec_" not in str(refused.value)
        assert await kept(pool) == ("active", shown(first))

    ferry(story)


def test_of_many_who_add_a_webhook_at_once_one_gets_the_secret_that_signs(ferry: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        done = await asyncio.gather(*(add(pool) for _ in range(6)), return_exceptions=True)
        (made,) = [one for one in done if isinstance(one, dict)]
        assert all(isinstance(one, BadInput) for one in done if one is not made)
        assert (await kept(pool))[1] == shown(made)

    ferry(story)


def test_a_secret_is_rotated_when_somebody_asks_for_it(ferry: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        first = await add(pool)
        second = await add(pool, rotate=True)
        assert shown(second) != shown(first)
        assert await kept(pool) == ("active", shown(second))

    ferry(story)


@pytest.mark.parametrize("address", [HOOK, MAIL])
def test_there_is_nothing_to_rotate_where_there_is_no_secret(ferry: Play, address: str) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        if address == MAIL:
            await add(pool, address)
        before = await list_channels(pool, "c")
        with pytest.raises(BadInput, match=r"nothing was changed"):
            await add(pool, address, rotate=True)
        assert await list_channels(pool, "c") == before

    ferry(story)


@pytest.mark.parametrize("address", [HOOK, MAIL])
@pytest.mark.parametrize("state", ["paused", "closed"])
def test_a_channel_at_rest_is_used_again_with_the_secret_it_had(
    ferry: Play, address: str, state: Any
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        made = await add(pool, address)
        await mark_ailing(pool, "c", made["id"])
        await set_channel_state(pool, "c", made["id"], state)
        again = await add(pool, address)
        assert again["secret"] == ""
        (one,) = await list_channels(pool, "c")
        assert (one.state, one.failing_since) == ("active", None)
        assert one.secret == (b"" if address == MAIL else shown(made))

    ferry(story)


def test_an_address_may_be_given_twice_where_nothing_is_signed(ferry: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        assert await add(pool, MAIL) == await add(pool, MAIL)

    ferry(story)


@pytest.mark.parametrize("gap", ["\n", "\r\n", "\t", " ", "\u2028"])
def test_an_address_with_a_gap_in_it_is_none(gap: str) -> None:
    with pytest.raises(BadInput, match=r"nothing was changed"):
        kind_of(f"https://hooks.example.org/one{gap}two")


@pytest.mark.parametrize("thread", ["", "thread_id=987654"])
def test_a_discord_webhook_is_one_channel_with_maps_or_without(ferry: Play, thread: str) -> None:
    """What was said last holds; one kept by another id, from before, is known by its address."""
    plain = f"https://discord.com/api/webhooks/123456/{'x' * 60}" + (thread and f"?{thread}")
    bare = f"{plain}{'&' if thread else '?'}map=off"

    async def story(pool: asyncpg.Pool) -> None:
        ids = set()
        for address in (plain, bare, plain):
            ids.add((await add(pool, address))["id"])
            (one,) = await list_channels(pool, "c", "ben")
            assert (one.address, one.state) == (address, "active")
        assert len(ids) == 1
        await pool.execute("UPDATE channel SET id = 'of before', address = $1", bare)
        assert (await add(pool, plain))["id"] == "of before"
        await set_channel_state(pool, "c", "of before", "closed")
        await add(pool, bare)
        (one,) = await list_channels(pool, "c", "ben")
        assert (one.address, one.state) == (bare, "active")

    ferry(story)


@pytest.mark.parametrize(
    "address",
    ["http://a\\b.org/", "http://\u200d.org/", "https://xn--\xfc.org/", "http://[1::2::3]/"],
    ids=ascii,
)
def test_an_address_that_no_client_can_read_is_refused(address: str) -> None:
    with pytest.raises(BadInput, match="neither an e-mail address nor a web address"):
        kind_of(address)
