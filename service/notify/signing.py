"""Signatures of Standard Webhooks: by a shared secret (v1), and by a key pair (v1a)."""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
import hmac
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

if TYPE_CHECKING:
    from service.store.channels import Channel


def sign(secret: bytes, message_id: str, timestamp: int, body: bytes) -> str:
    """The ``v1`` signature of Standard Webhooks over id, timestamp (s) and the very bytes."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    keyed = _keyed(secret).copy()
    keyed.update(signed)
    return f"v1,{binascii.b2a_base64(keyed.digest(), newline=False).decode()}"


@functools.lru_cache(maxsize=1024)
def _keyed(secret: bytes) -> hmac.HMAC:
    """What has taken in the secret, and then takes in one message after another."""
    return hmac.new(secret, digestmod=hashlib.sha256)


@functools.lru_cache(maxsize=1024)
def signing_key(secret: bytes) -> Ed25519PrivateKey:
    """The ed25519 key that goes with a webhook's secret, so that one rotation turns both."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"ed25519|" + secret).digest())


def public_key(secret: bytes) -> str:
    """What a receiver checks ``v1a`` signatures with, in Standard Webhooks' form (``whpk_…``)."""
    raw = signing_key(secret).public_key().public_bytes_raw()
    return f"whpk_{base64.b64encode(raw).decode()}"


def sign_openly(secret: bytes, message_id: str, timestamp: int, body: bytes) -> str:
    """The ``v1a`` signature (ed25519), which whoever has the public key can check."""
    signed = f"{message_id}.{timestamp}.".encode() + body
    return f"v1a,{base64.b64encode(signing_key(secret).sign(signed)).decode()}"


def signatures(channel: Channel, message_id: str, timestamp: int, body: bytes) -> str:
    """The signature header: by each key in force, in each way the channel asks for."""
    secrets = [channel.secret]
    if channel.previous and (channel.previous_until or 0) > timestamp * 1_000_000:
        secrets.append(channel.previous)
    signed = [sign(secret, message_id, timestamp, body) for secret in secrets]
    if channel.ed25519:
        signed += [sign_openly(secret, message_id, timestamp, body) for secret in secrets]
    return " ".join(signed)
