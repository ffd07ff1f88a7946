"""The key by which push services know this server (RFC 8292): made once, and kept."""

from __future__ import annotations

import base64
import binascii
import time
from email.utils import parseaddr
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from service.store.mailboxes import server_key
from service.store.session import writing
from world.errors import GalloperError

if TYPE_CHECKING:
    import asyncpg

    from service.config import Config

#: Seconds for which a proof is good, and before whose end a new one is made.
GOOD_FOR, RENEWED = 12 * 3_600, 3_600
#: Proofs that are kept: there are few push services, and any address may call itself one.
_KEPT = 200

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256


class PushKey:
    """A private key, as what is signed by it."""

    def __init__(self, raw: bytes, contact: str) -> None:
        self._vapid = Vapid02.from_raw(base64.urlsafe_b64encode(raw))
        self._contact = contact
        self._proofs: dict[str, tuple[float, str]] = {}

    @property
    def public(self) -> str:
        """What browsers subscribe by: the public key in base64url."""
        numbers = self._vapid.public_key.public_numbers()
        point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def proof(self, endpoint: str) -> str:
        """The Authorization header for a push service; it says for how long it is good."""
        parts = urlsplit(endpoint)
        origin = f"{parts.scheme}://{parts.netloc}"
        until, proof = self._proofs.get(origin, (0.0, ""))
        now = time.time()
        if until < now + RENEWED:
            until = now + GOOD_FOR
            claims = {"aud": origin, "exp": int(until), "sub": self._contact}
            proof = self._vapid.sign(claims)["Authorization"]
            if len(self._proofs) >= _KEPT:
                self._proofs.clear()
            self._proofs[origin] = (until, proof)
        return proof


class PushKeys:
    """The server's key: the operator's, or one that is made when it is first wanted."""

    def __init__(self, pool: asyncpg.Pool, config: Config) -> None:
        self._pool = pool
        self._config = config
        self._key: PushKey | None = None

    async def key(self) -> PushKey:
        """The key (asyncio side).

        Raises:
            GalloperError: what the operator gave is none.
        """
        if self._key is None:
            raw = read_key(self._config.vapid_key) if self._config.vapid_key else None
            if raw is None:
                async with writing(self._pool) as conn:
                    kept = await server_key(conn, "vapid")
                # Any 32 bytes stand for a private key: a number below the curve's order.
                raw = (int.from_bytes(kept, "big") % (_ORDER - 1) + 1).to_bytes(32, "big")
            self._key = PushKey(raw, _contact(self._config))
        return self._key


def read_key(text: str) -> bytes:
    """A private key as tools for web push print it: 32 bytes in base64url.

    Raises:
        GalloperError: it is none; it is not quoted.
    """
    try:
        raw = base64.urlsafe_b64decode(text.strip() + "=" * (-len(text.strip()) % 4))
        ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    except (binascii.Error, ValueError):
        raw = b""
    if len(raw) != 32:
        raise GalloperError(
            "GALLOPER_VAPID_KEY is no private key; nothing was started. Give 32 bytes in base64url,"
            " or leave it out: one is made and kept."
        )
    return raw


def _contact(config: Config) -> str:
    """Whom a push service may write to: the sender of mails, or where people come."""
    sender = parseaddr(config.smtp.sender)[1] if config.smtp else ""
    if "@" in sender and not sender.endswith("@localhost"):
        return f"mailto:{sender}"
    host = urlsplit(config.url).hostname or "localhost"
    return f"https://{host}" if "." in host and config.url.startswith("https") else (
        "mailto:operator@localhost"
    )  # fmt: skip
