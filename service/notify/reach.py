"""How far notices may go: public addresses, and what the operator says beside or instead of them.

An entry of the operator's list is a host (``hooks.lan``), a domain with everything under it
(``.example.org``), or addresses (``10.8.0.0/16``, ``192.168.1.5``).
"""

from __future__ import annotations

import functools
import ipaddress
import re
from typing import TYPE_CHECKING

import msgspec

from world.errors import GalloperError

if TYPE_CHECKING:
    Address = ipaddress.IPv4Address | ipaddress.IPv6Address
    Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# An IPv4 address in IPv6 dress (RFC 6052).
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
# All that is ever given to hosts of the public internet (RFC 4291, IANA).
_UNICAST = ipaddress.ip_network("2000::/3")
_HOST = re.compile(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*", re.ASCII)


def address_of(text: str) -> Address:
    """A numeric address, the one within if it is IPv4 in the dress of IPv6.

    Raises:
        ValueError: it is none in the usual form; ``127.1`` and ``2130706433`` are not.
    """
    ip = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        if ip in _NAT64:
            return ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
        return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None) or ip
    return ip


def is_public(address: str) -> bool:
    """Whether a numeric address is one of the public internet."""
    ip = address_of(address)
    known = isinstance(ip, ipaddress.IPv4Address) or ip in _UNICAST
    return known and ip.is_global and not ip.is_multicast


class Reach(msgspec.Struct, frozen=True):
    """What the operator allows; without a word of his, public addresses.

    Attributes:
        private: addresses of this machine and of private networks, too.
        only: nothing but what is listed.
        hosts: names listed; one that begins with a dot is a domain and everything under it.
        networks: addresses listed.
    """

    private: bool = False
    only: bool = False
    hosts: tuple[str, ...] = ()
    networks: tuple[Network, ...] = ()

    def lists(self, host: str) -> bool:
        """Whether a name is listed, so that it may stand for any address."""
        host = host.lower().rstrip(".")
        return any(
            host == one or (one.startswith(".") and f".{host}".endswith(one)) for one in self.hosts
        )

    def allows(self, address: str) -> bool:
        """Whether a numeric address may be connected to, whatever its name.

        Raises:
            ValueError: it is no address in the usual form.
        """
        ip = address_of(address)
        if any(ip in network for network in self.networks):
            return True
        return not self.only and (self.private or is_public(address))


@functools.lru_cache(maxsize=16)
def read_reach(listed: tuple[str, ...], *, private: bool, only: bool) -> Reach:
    """What the operator's list says.

    Raises:
        GalloperError: an entry is neither a host nor addresses.
    """
    hosts: list[str] = []
    networks: list[Network] = []
    for entry in listed:
        try:
            networks.append(ipaddress.ip_network(entry))
        except ValueError:
            name = entry.lower().rstrip(".")
            if not _HOST.fullmatch(name) or name.replace(".", "").isdigit():
                raise GalloperError(
                    f"{entry[:80]!r} is neither a host nor addresses that notices may go to;"
                    " nothing was started. Give a name (hooks.lan), a domain (.example.org) or"
                    " addresses (10.8.0.0/16), with spaces between."
                ) from None
            hosts.append(name)
    return Reach(private, only, tuple(hosts), tuple(networks))
