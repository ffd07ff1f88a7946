"""Where webhooks may go: public addresses only, unless the operator allows more.

The resolver below is the connector's own, so what was checked is what is connected to; addresses
given as numbers never reach a resolver and are checked before the request.  Names are looked up in
trio's threads, never in the loop's default executor, which a hanging look-up would fill.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from typing import TYPE_CHECKING, Any

import trio
from aiohttp.abc import AbstractResolver, ResolveResult

from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Callable


class NotAllowed(GalloperError):  # noqa: N818
    """An address points into this machine or a private network."""


# An IPv4 address in IPv6 dress (RFC 6052), and the prefix for such within a network (RFC 8215).
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_LOCAL_NAT64 = ipaddress.ip_network("64:ff9b:1::/48")


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in _LOCAL_NAT64:
            return False
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)
        if ip in _NAT64:
            inner = ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
        if inner is not None:
            ip = inner
    return ip.is_global and not ip.is_multicast


def require_allowed(host: str, *, allow_private: bool) -> None:
    """Refuse a host that is a number outside the public internet.

    Raises:
        NotAllowed: saying so, without naming what stands there.
    """
    try:
        public = is_public(host.strip("[]"))
    except ValueError:
        return  # a name: the resolver will see what it means
    if not public and not allow_private:
        raise NotAllowed(
            f"{host} is not a public address; nothing was sent. An operator may allow private ones."
        )


class GuardedResolver(AbstractResolver):
    """Looks names up and hands on public addresses only."""

    def __init__(self, resolve: Callable[[str, int], Any], *, allow_private: bool) -> None:
        self._resolve = resolve
        self._allow_private = allow_private

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Addresses of a host.

        Raises:
            OSError: it has none that is allowed; the connector reports it as a failed connection.
        """
        del family
        found = await self._resolve(host, port)
        results = []
        for kind, _, proto, _, address in found:
            if self._allow_private or is_public(address[0]):
                results.append(
                    ResolveResult(
                        hostname=host,
                        host=address[0],
                        port=address[1],
                        family=kind,
                        proto=proto,
                        flags=socket.AI_NUMERICHOST,
                    )
                )
        if not results:
            raise OSError(f"{host} has no public address")
        return results

    async def close(self) -> None:
        """Nothing is held open."""


class Lookups:
    """Name look-ups in trio's threads, for asyncio code: plain calls either way, one thread."""

    def __init__(self, limit: float = 5.0) -> None:
        self._limit = limit
        self._send: trio.MemorySendChannel[tuple[str, int, asyncio.Future[Any]]]
        self._send, self._receive = trio.open_memory_channel(1_000)

    async def run(self) -> None:
        """Serve look-ups until cancelled (trio side)."""
        async with trio.open_nursery() as nursery:
            async for host, port, future in self._receive:
                nursery.start_soon(self._look_up, host, port, future)

    async def _look_up(self, host: str, port: int, future: asyncio.Future[Any]) -> None:
        result: Any = OSError(f"{host} could not be looked up in {self._limit:g} s")
        try:
            with trio.move_on_after(self._limit):
                result = await trio.to_thread.run_sync(
                    lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM),
                    abandon_on_cancel=True,
                )
        except (OSError, UnicodeError) as error:
            result = OSError(str(error))
        finally:
            if not future.done():
                if isinstance(result, OSError):
                    future.set_exception(result)
                else:
                    future.set_result(result)

    async def resolve(self, host: str, port: int) -> Any:
        """Look a name up (asyncio side).

        Raises:
            OSError: it has no address, or nobody said so in time.
        """
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        try:
            self._send.send_nowait((host, port, future))
        except trio.WouldBlock:
            raise OSError("too many names to look up") from None
        return await future
