"""Notices go as far as the operator lets them, however an address is written or turned."""

from __future__ import annotations

import asyncio
import socket
from typing import TYPE_CHECKING, Any

import pytest

from service.config import from_environment
from service.notify import guard, webhook
from service.notify.guard import NotAllowed, look_up, require_reachable
from service.notify.posts import Posts
from service.notify.reach import Reach, is_public, read_reach
from tests.service.notify.test_webhook import Fickle, channel
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ANYWHERE = Reach(private=True)


def knows(*addresses: str) -> Callable[[str, int], Awaitable[Any]]:
    """A resolver to which every name is these addresses, from look-up to look-up the next one."""
    turns = list(addresses)

    async def resolve(_host: str, port: int) -> Any:
        address = turns.pop(0) if len(turns) > 1 else turns[0]
        kind = socket.AF_INET6 if ":" in address else socket.AF_INET
        return [(kind, socket.SOCK_STREAM, 6, "", (address, port))]

    return resolve


async def _attempt(host: str, reach: Reach, resolve: Any = look_up) -> tuple[str, int]:
    """How an attempt goes at a receiver of this machine under that name, and what it was sent."""
    receiver = Fickle()
    async with receiver.listen() as address, webhook.open_session(reach, resolve) as session:
        target = address.replace("127.0.0.1", host)
        attempt = await webhook.post(Posts(session), channel(target), "msg_1", b"{}", reach)
        return attempt.outcome, len(receiver.got)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "2130706433",
        "017700000001",
        "0177.0.0.1",
        "0x7f.1",
        "0x7f000001",
        "１２７.0.0.1",  # noqa: RUF001 - digits of another alphabet
        "127。0。0。1",
        "localhost",
        "[::1]",
        "[::127.0.0.1]",
        "[::ffff:127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
    ],
)
def test_this_machine_is_reached_by_no_way_of_writing_its_address(host: str) -> None:
    """Neither when a webhook is added nor when one is sent."""

    async def story() -> None:
        with pytest.raises(NotAllowed, match="nothing was changed"):
            await require_reachable(f"http://{host}/hook", Reach(), look_up)
        _, requests = await _attempt(host, Reach())
        assert requests == 0

    asyncio.run(story())


def test_the_same_receiver_is_reached_where_the_operator_allows_it() -> None:
    """So the refusals above are the guard's, and not those of a receiver that is away."""
    assert asyncio.run(_attempt("127.0.0.1", ANYWHERE)) == ("sent", 1)
    assert asyncio.run(_attempt("localhost", ANYWHERE)) == ("sent", 1)


@pytest.mark.parametrize(
    "address", ["::7f00:1", "fec0::1", "::ffff:0:7f00:1", "64:ff9b::c0a8:1", "5f00::1"]
)
def test_what_is_no_unicast_address_of_the_internet_is_not_public(address: str) -> None:
    assert not is_public(address)


def test_a_name_that_is_turned_inwards_after_it_was_added_leads_nowhere() -> None:
    """DNS rebinding: public when it is added, this machine when it is sent to."""
    turning = knows("9.9.9.9", "127.0.0.1")

    async def story() -> tuple[str, int]:
        assert not await require_reachable("https://turning.example/hook", Reach(), turning)
        return await _attempt("turning.example", Reach(), turning)

    assert asyncio.run(story()) == ("retry", 0)


def test_a_name_of_private_addresses_alone_is_refused_when_it_is_added() -> None:
    """And of several addresses one that is public is enough; only that one is used."""

    async def both(_host: str, port: int) -> Any:
        inner, outer = await knows("10.0.0.7")("", port), await knows("9.9.9.9")("", port)
        return inner + outer

    async def story() -> list[str]:
        with pytest.raises(NotAllowed, match=r"inner\.example has no address"):
            await require_reachable("https://inner.example/", Reach(), knows("10.0.0.7"))
        assert not await require_reachable("https://both.example/", Reach(), both)
        return [one["host"] for one in await guard.Guard(Reach(), both).resolve("both", 443)]

    assert asyncio.run(story()) == ["9.9.9.9"]


def test_a_name_nobody_knows_yet_is_let_pass_with_a_warning() -> None:
    async def nobody(_host: str, _port: int) -> Any:
        raise OSError("not known")

    warned = asyncio.run(require_reachable("https://new.example/", Reach(), nobody))
    assert warned.startswith("new.example could not be looked up")


def test_a_look_up_that_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """And holds up nothing else meanwhile."""
    import threading  # noqa: PLC0415

    ended = threading.Event()
    known = socket.getaddrinfo

    def hangs(host: str, *more: Any, **named: Any) -> Any:
        if host == "slow.example":
            ended.wait(30)
        return known(host, *more, **named)

    monkeypatch.setattr(socket, "getaddrinfo", hangs)
    monkeypatch.setattr(guard, "LOOK_UP_SECONDS", 0.9)

    async def story() -> None:
        slow = asyncio.create_task(look_up("slow.example", 443))
        assert await look_up("127.0.0.1", 443)
        assert not slow.done()
        with pytest.raises(OSError, match="could not be looked up in 0"):
            await slow

    try:
        asyncio.run(story())
    finally:
        ended.set()


def test_the_operators_list_lets_notices_go_to_what_is_private() -> None:
    """A host, a domain with what is under it, or addresses."""
    listed = read_reach(("hooks.lan", ".corp.example", "127.0.0.0/8"), private=False, only=False)
    inward = knows("10.0.0.7")

    async def story() -> None:
        for host in ("hooks.lan", "HOOKS.lan.", "corp.example", "a.b.corp.example"):
            assert not await require_reachable(f"https://{host}/", listed, inward)
        for host in ("other.lan", "nothooks.lan", "evilcorp.example"):
            with pytest.raises(NotAllowed):
                await require_reachable(f"https://{host}/", listed, inward)
        assert await _attempt("127.0.0.1", listed) == ("sent", 1)
        by_name = read_reach(("hooks.lan",), private=False, only=False)
        assert await _attempt("hooks.lan", by_name, knows("127.0.0.1")) == ("sent", 1)

    asyncio.run(story())


def test_where_only_what_is_listed_is_allowed_the_rest_of_the_internet_is_not() -> None:
    """Names and numbers; and private ones stay out, whatever else is set."""
    only = read_reach(("hooks.example", "9.9.9.0/24"), private=True, only=True)
    outward = knows("9.9.9.9")

    async def story() -> None:
        for address in ("https://hooks.example/", "https://9.9.9.9/", "https://other.example/"):
            assert not await require_reachable(address, only, outward)
        for address in ("https://149.112.112.112/", "http://127.0.0.1/"):
            with pytest.raises(NotAllowed):
                await require_reachable(address, only, outward)
        with pytest.raises(NotAllowed):
            await require_reachable("https://other.example/", only, knows("149.112.112.112"))

    asyncio.run(story())


@pytest.mark.parametrize("entry", ["http://hooks.lan/", "10.0.0.1/8", "127.1", "a b..c", "*"])
def test_a_list_that_means_nothing_is_said_before_anything_starts(
    entry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALLOPER_ALLOW_HOSTS", f"hooks.lan, {entry}")
    with pytest.raises(GalloperError, match="nothing was started"):
        from_environment()
