"""What an operator sets: by option, by environment variable, or not at all."""

from __future__ import annotations

import os
import re
import secrets
import socket
from pathlib import Path
from typing import Literal

import msgspec

from service.notify.reach import Reach, read_reach
from service.sending import Smtp, smtp_from_environment
from world.errors import GalloperError

DEFAULT_LISTEN = "127.0.0.1:8400"


class MailIn(msgspec.Struct, frozen=True, kw_only=True):
    """Where the relay hands over what people write by e-mail.

    Attributes:
        listen: host and port.
        domain: what stands after the @ of addresses to write to.
        protocol: ``lmtp`` or ``smtp``.
        authserv: the name by which the relay signs its ``Authentication-Results`` (RFC 8601); empty
            where it adds none, and nothing is known of who sent a mail but what it says itself.
        largest: bytes of a message.
    """

    listen: str
    domain: str
    protocol: Literal["lmtp", "smtp"] = "lmtp"
    authserv: str = ""
    largest: int = 1_000_000


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of one daemon or one command.

    Attributes:
        database_url: a PostgreSQL server's address; None for the embedded one in ``data``.
        data: directory of the embedded server.
        passing: the directory goes when the daemon does, so nothing in it is made safe at the end.
        listen: host and port of the HTTP server.
        url: the address people come by, which stands in mails and invitations.
        smtp: the mail relay; None where no mail is sent.
        mail_in: where mail comes in; None where none is taken.
        allow_private: webhooks may go to this machine and to private networks.
        allow_hosts: hosts, domains and addresses that notices may go to, private or not, and with
            ``allow_only`` nothing else.
        vapid_key: the key by which push services know this server, if not one of its own making.
        discord: where Discord's webhooks are posted to: Discord, or a relay of the operator's.
        backup_stamp: a file that a backup touches when it is done; None where none is known.
        daemon: this process's name, new at every start.
    """

    database_url: str | None = None
    data: Path
    passing: bool = False
    listen: str = DEFAULT_LISTEN
    url: str = f"http://{DEFAULT_LISTEN}"
    smtp: Smtp | None = None
    mail_in: MailIn | None = None
    allow_private: bool = False
    allow_hosts: tuple[str, ...] = ()
    allow_only: bool = False
    vapid_key: str = ""
    discord: str = "https://discord.com"
    backup_stamp: Path | None = None
    daemon: str = ""

    def at(self, path: str) -> str:
        """The address of a path as people come by it, whatever a request calls this server."""
        return self.url.rstrip("/") + path

    @property
    def reach(self) -> Reach:
        """Where notices may go.

        Raises:
            GalloperError: an entry of ``allow_hosts`` means nothing.
        """
        return read_reach(self.allow_hosts, private=self.allow_private, only=self.allow_only)


def default_data() -> Path:
    """Where the embedded database lies unless somebody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(os.environ.get("GALLOPER_DATA") or Path(home) / "galloper")


def from_environment(data: Path | None = None, listen: str | None = None) -> Config:
    """The settings of this process.

    Raises:
        GalloperError: a variable does not mean anything.
    """
    listen = listen or os.environ.get("GALLOPER_LISTEN") or DEFAULT_LISTEN
    config = Config(
        database_url=os.environ.get("DATABASE_URL") or None,
        data=data or default_data(),
        listen=listen,
        url=os.environ.get("GALLOPER_URL") or f"http://{listen}",
        smtp=smtp_from_environment(),
        mail_in=_mail_in(),
        allow_private=_is_set("GALLOPER_ALLOW_PRIVATE"),
        allow_hosts=tuple(os.environ.get("GALLOPER_ALLOW_HOSTS", "").replace(",", " ").split()),
        allow_only=_is_set("GALLOPER_ALLOW_ONLY"),
        vapid_key=os.environ.get("GALLOPER_VAPID_KEY", ""),
        discord=os.environ.get("GALLOPER_DISCORD") or "https://discord.com",
        backup_stamp=Path(stamp) if (stamp := os.environ.get("GALLOPER_BACKUP_STAMP")) else None,
        daemon=f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}",
    )
    _ = config.reach  # what means nothing is said now, not at the first message
    return config


def _is_set(name: str) -> bool:
    return os.environ.get(name, "") in {"1", "true", "yes"}


_DOMAIN = re.compile(r"[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})*")


def _mail_in() -> MailIn | None:
    listen = os.environ.get("GALLOPER_MAIL_IN_LISTEN")
    if not listen:
        return None
    host_and_port(listen)
    domain = os.environ.get("GALLOPER_MAIL_IN_DOMAIN", "")
    if not _DOMAIN.fullmatch(domain):
        raise GalloperError(
            f"GALLOPER_MAIL_IN_DOMAIN is {domain!r}; nothing was started. Give the domain of the"
            " addresses that people write to, such as play.example.org."
        )
    protocol = os.environ.get("GALLOPER_MAIL_IN_PROTOCOL", "lmtp")
    if protocol not in {"lmtp", "smtp"}:
        raise GalloperError(
            f"GALLOPER_MAIL_IN_PROTOCOL is {protocol!r}; nothing was started. Use lmtp or smtp."
        )
    largest = os.environ.get("GALLOPER_MAIL_IN_LARGEST", "1000000")
    if not largest.isdecimal() or not 10_000 <= int(largest) <= 50_000_000:
        raise GalloperError(
            f"GALLOPER_MAIL_IN_LARGEST is {largest!r}; nothing was started. Give bytes, 10000 to"
            " 50000000."
        )
    return MailIn(
        listen=listen,
        domain=domain.lower(),
        protocol="smtp" if protocol == "smtp" else "lmtp",
        authserv=os.environ.get("GALLOPER_MAIL_IN_AUTHSERV", "").lower(),
        largest=int(largest),
    )


def host_and_port(listen: str) -> tuple[str, int]:
    """Host and port of an address such as ``127.0.0.1:8400`` or ``[::1]:8400``.

    Raises:
        GalloperError: it is none.
    """
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise GalloperError(
            f"{listen!r} is no address to listen on; nothing was started. Give host:port, such as"
            f" {DEFAULT_LISTEN}."
        )
    return host, int(port)
