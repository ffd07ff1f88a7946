"""What an operator sets about mail that leaves: relay, address for bounces, signature."""

from __future__ import annotations

import ipaddress
import os
import re
from email.utils import parseaddr
from pathlib import Path

import msgspec

from world.errors import GalloperError


class Dkim(msgspec.Struct, frozen=True):
    """How mails are signed: domain, selector (where its public key stands), the key's file."""

    domain: str
    selector: str
    key: Path


class Smtp(msgspec.Struct, frozen=True):
    """The relay that mail leaves by.

    Attributes:
        security: ``starttls``, ``tls`` or ``none`` (for a relay on this machine only).
        ca: certificates to trust besides those of the system (PEM); None for no others.
        bounces: the address that bounces come to, or a domain all of whose addresses do; empty
            where they go to the sender.
        dkim: how mails are signed; None where the relay does it, or nobody.
    """

    host: str
    port: int = 587
    user: str = ""
    password: str = ""
    security: str = "starttls"
    sender: str = "Galloper <galloper@localhost>"
    ca: Path | None = None
    bounces: str = ""
    dkim: Dkim | None = None

    @property
    def address(self) -> str:
        """The sender's address without a name."""
        return parseaddr(self.sender)[1]

    @property
    def domain(self) -> str:
        """The sender's domain, which stands in the ids of messages too."""
        return self.address.rpartition("@")[2] or "localhost"


_HOST = r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*"
_DOMAIN = re.compile(_HOST)
#: A token of up to forty characters is added to what stands before the @, of 64 in all.
_BOUNCES = re.compile(rf"([A-Za-z0-9._-]{{1,20}}@)?{_HOST}")


def smtp_from_environment() -> Smtp | None:
    """The relay; None where no mail is sent.

    Raises:
        GalloperError: a variable does not mean anything.
    """
    host = os.environ.get("GALLOPER_SMTP_HOST")
    if not host:
        return None
    security = _one_of("GALLOPER_SMTP_SECURITY", ("starttls", "tls", "none"))
    port = os.environ.get("GALLOPER_SMTP_PORT", "587")
    if not port.isdecimal() or not 0 < int(port) < 65_536:
        raise GalloperError(
            f"GALLOPER_SMTP_PORT is {port!r}; nothing was started. Give a port such as 587."
        )
    password = os.environ.get("GALLOPER_SMTP_PASSWORD", "")
    if password and security == "none" and not _is_here(host):
        raise GalloperError(
            "GALLOPER_SMTP_SECURITY is 'none', and the password would go to another machine in"
            " clear; nothing was started. Use starttls or tls."
        )
    smtp = Smtp(
        host=host,
        port=int(port),
        user=os.environ.get("GALLOPER_SMTP_USER", ""),
        password=password,
        security=security,
        sender=os.environ.get("GALLOPER_MAIL_FROM", "Galloper <galloper@localhost>"),
        ca=Path(ca) if (ca := os.environ.get("GALLOPER_SMTP_CA")) else None,
        bounces=_bounces(),
    )
    if smtp.ca is not None and not smtp.ca.is_file():
        raise GalloperError(
            f"GALLOPER_SMTP_CA is {str(smtp.ca)!r}, which is no file; nothing was started. Give a"
            " file of certificates (PEM), or leave it out to trust those of the system alone."
        )
    return msgspec.structs.replace(smtp, dkim=_dkim(smtp))


def _one_of(name: str, allowed: tuple[str, ...]) -> str:
    value = os.environ.get(name, allowed[0])
    if value not in allowed:
        raise GalloperError(
            f"{name} is {value!r}; nothing was started. Use {', '.join(allowed[:-1])} or"
            f" {allowed[-1]}."
        )
    return value


def _bounces() -> str:
    bounces = os.environ.get("GALLOPER_BOUNCES", "").strip()
    if bounces and not _BOUNCES.fullmatch(bounces):
        raise GalloperError(
            f"GALLOPER_BOUNCES is {bounces!r}; nothing was started. Give an address such as"
            " bounces@example.org, with at most twenty characters before the @ (mail to"
            " bounces+ANYTHING@example.org must reach it), or a domain of its own such as"
            " bounces.example.org."
        )
    return bounces


def _dkim(smtp: Smtp) -> Dkim | None:
    key, selector = os.environ.get("GALLOPER_DKIM_KEY"), os.environ.get("GALLOPER_DKIM_SELECTOR")
    domain = os.environ.get("GALLOPER_DKIM_DOMAIN")
    if not key and not selector and not domain:
        return None
    if not key or not selector:
        raise GalloperError(
            "GALLOPER_DKIM_KEY and GALLOPER_DKIM_SELECTOR belong together, and one is missing;"
            " nothing was started. Give the file of the private key and the name its public key has"
            " in the DNS, or neither."
        )
    domain = domain or smtp.domain
    for name, value in (("GALLOPER_DKIM_SELECTOR", selector), ("GALLOPER_DKIM_DOMAIN", domain)):
        if not _DOMAIN.fullmatch(value):
            raise GalloperError(
                f"{name} is {value!r}, which is no name in the DNS; nothing was"
                " started. Use letters, figures, hyphens and dots."
            )
    return Dkim(domain=domain, selector=selector, key=Path(key))


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() in {"localhost", "localhost.localdomain"}
