"""The guard at every connection: nothing goes where the operator's reach does not.

The resolver below is the connector's own, so what was checked is what is connected to; addresses
given as numbers never reach a resolver and are checked before the request, and once more when the
socket is made.  Names are looked up in threads of their own, never in the loop's default executor,
which a hanging look-up would fill.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import socket
import threading
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from service.notify.reach import Reach, is_public
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    LookUp = Callable[[str, int], Awaitable[Any]]

__all__ = ["Guard", "NotAllowed", "is_public", "is_web_address", "look_up", "require_allowed",
           "require_reachable"]  # fmt: skip

#: Seconds a name may take to be looked up, and how many may be looked up at once.
LOOK_UP_SECONDS = 5.0
LOOK_UPS = 256
_places = threading.BoundedSemaphore(LOOK_UPS)


class NotAllowed(BadInput):
    """An address points to where nothing may be sent."""


class OutOfReach(OSError):  # noqa: N818
    """A name stands for nothing but addresses that notices may not go to."""


def _refused(host: str) -> NotAllowed:
    return NotAllowed(
        f"{host[:80]} has no address that notices may go to (private networks, unless the operator"
        " allows them, are not for webhooks); nothing was changed or sent. Give a public address,"
        " or ask the operator."
    )


def require_allowed(host: str, reach: Reach) -> None:
    """Refuse a host that is a number out of reach; of a name only whether it must be listed.

    Raises:
        NotAllowed: saying so, without naming what stands there.
    """
    if not _may_be_allowed(host, reach):
        raise _refused(host)


@functools.lru_cache(maxsize=4096)  # the same few thousand hosts, at every attempt
def _may_be_allowed(host: str, reach: Reach) -> bool:
    if reach.lists(host):
        return True
    try:
        return reach.allows(host.strip("[]"))
    except ValueError:
        # A name, and the resolver sees what it means.  But what is written in digits alone is taken
        # for an address by whoever connects, and never looked up: 2130706433 is this machine.
        numeric = ":" in host or host.replace(".", "").isdigit()
        return not numeric and not (reach.only and not reach.networks)


@functools.lru_cache(maxsize=4096)
def is_web_address(address: str) -> bool:
    """Whether an address is one of the web for all who read it: for us, and for the HTTP client."""
    try:
        ours, theirs = urlsplit(address), URL(address)
        host, port = ours.hostname, ours.port
    except ValueError:
        return False
    known = {ours.scheme, theirs.scheme} <= {"http", "https"}
    return known and bool(host and theirs.raw_host) and port != 0


async def require_reachable(address: str, reach: Reach, look_up: LookUp) -> str:
    """Refuse a web address that leads nowhere one may send to, as far as can be seen now.

    Returns a warning, or "".  A name that nobody knows now, or that is not answered for in time, is
    let pass with one: names come and go, and each attempt looks them up again.

    Raises:
        NotAllowed: its host is an address out of reach, or a name for nothing but such.
    """
    parts = urlsplit(address)
    host, port = parts.hostname or "", parts.port or 443
    require_allowed(host, reach)
    try:
        await Guard(reach, look_up).resolve(host, port)
    except OutOfReach:
        raise _refused(host) from None
    except OSError:
        return f"{host} could not be looked up just now; it is tried again with each message."
    return ""


class Guard(AbstractResolver):
    """Looks names up and hands on what is within reach; makes sockets for nothing else."""

    def __init__(self, reach: Reach, look_up: LookUp) -> None:
        self._reach = reach
        self._look_up = look_up
        self._listed: set[str] = set()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Addresses of a host.

        Raises:
            OSError: it has none, or none within reach; the connector reports it as a failed
                connection, which is tried again: a name may be put right.
        """
        del family
        listed = self._reach.lists(host)
        found = await self._look_up(host, port)
        results = []
        for kind, _, proto, _, address in found:
            if listed or self._reach.allows(address[0]):
                if listed:
                    self._listed.add(address[0])
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
            raise OutOfReach(f"{host} has no address within reach")
        return results

    def open_socket(self, info: tuple[Any, ...]) -> socket.socket:
        """A socket for an address; the last look at it before it is connected.

        Raises:
            OSError: it is out of reach, or written so that it would be looked up once more.
        """
        kind, type_, proto, _, address = info
        try:
            allowed = address[0] in self._listed or self._reach.allows(address[0])
        except ValueError:
            allowed = False
        if not allowed:
            raise OSError(f"{address[0]} is out of reach")
        return socket.socket(kind, type_, proto)

    async def close(self) -> None:
        """Nothing is held open."""


async def look_up(host: str, port: int) -> Any:
    """What the system's resolver says of a name.

    Raises:
        OSError: it has no address, nobody said so in time, or too many are looked up already.
    """
    if not _places.acquire(blocking=False):
        raise OSError("too many names are looked up at once")
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Any] = loop.create_future()

    def settle(found: Any) -> None:
        if not future.done():
            if isinstance(found, OSError):
                future.set_exception(found)
            else:
                future.set_result(found)

    def work() -> None:
        found: Any
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            found = OSError(str(error))
        finally:
            _places.release()
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            loop.call_soon_threadsafe(settle, found)

    # A thread of its own, which holds up neither other look-ups nor the end of the program.
    threading.Thread(target=work, name=f"look-up {host[:40]}", daemon=True).start()
    try:
        async with asyncio.timeout(LOOK_UP_SECONDS):
            return await future
    except TimeoutError:
        raise OSError(f"{host} could not be looked up in {LOOK_UP_SECONDS:g} s") from None
