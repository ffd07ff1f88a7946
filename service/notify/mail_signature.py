"""The signature of mails that leave (DKIM, RFC 6376), where the operator gives a key."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import dkim
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from world.errors import GalloperError

if TYPE_CHECKING:
    from service.sending import Dkim

#: What is signed: all that a reader sees or a program goes by.  The link to be told no more must be
#: (RFC 8058).
SIGNED = (
    b"from",
    b"to",
    b"reply-to",
    b"subject",
    b"date",
    b"message-id",
    b"in-reply-to",
    b"references",
    b"mime-version",
    b"content-type",
    b"list-id",
    b"list-unsubscribe",
    b"list-unsubscribe-post",
    b"auto-submitted",
)
#: Bits of a key that receivers still take.
LEAST_BITS = 1_024


def signed(settings: Dkim, message: bytes) -> bytes:
    """A mail with its signature in front; the same bytes must be sent at every attempt.

    Raises:
        GalloperError: there is something wrong with the key's file; the message is left unsigned.
    """
    signature: bytes = dkim.sign(
        message,
        settings.selector.encode(),
        settings.domain.encode(),
        signing_key(settings),
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=[name for name in SIGNED if _has(message, name)],
    )
    return signature + message


@functools.lru_cache(maxsize=4)
def signing_key(settings: Dkim) -> bytes:
    """The private key, as PEM; its file is read once.

    Raises:
        GalloperError: it cannot be read, or is no RSA key of a size that receivers take.
    """
    where = f"The DKIM key {str(settings.key)!r}"
    try:
        key = load_pem_private_key(settings.key.read_bytes(), password=None)
    except OSError as error:
        raise GalloperError(
            f"{where} cannot be read ({error.strerror}); nothing was started. Set GALLOPER_DKIM_KEY"
            " to the file of the private key."
        ) from None
    except (ValueError, TypeError):
        raise GalloperError(
            f"{where} is no private key in PEM, or has a password; nothing was started. Make one:"
            " openssl genrsa -out dkim.pem 2048"
        ) from None
    if not isinstance(key, RSAPrivateKey) or key.key_size < LEAST_BITS:
        raise GalloperError(
            f"{where} is not an RSA key of {LEAST_BITS} bits or more; nothing was started. Make"
            " one: openssl genrsa -out dkim.pem 2048"
        )
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


def _has(message: bytes, name: bytes) -> bool:
    head = message.partition(b"\r\n\r\n")[0].lower()
    return head.startswith(name + b":") or b"\r\n" + name + b":" in head
