"""What an operator sets about mail that leaves: what means nothing stops the start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
)

from service.notify.mail_signature import signing_key
from service.sending import Dkim, smtp_from_environment
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"GALLOPER_SMTP_SECURITY": "ssl"}, "SECURITY is 'ssl'"),
        ({"GALLOPER_SMTP_PORT": "0"}, "PORT is '0'"),
        ({"GALLOPER_SMTP_SECURITY": "none", "GALLOPER_SMTP_PASSWORD": "p"}, "in clear"),
        ({"GALLOPER_SMTP_CA": "/nowhere.pem"}, "is no file"),
        ({"GALLOPER_BOUNCES": "bounces+x@example.org"}, "GALLOPER_BOUNCES"),
        ({"GALLOPER_BOUNCES": "a-name-that-is-too-long@example.org"}, "GALLOPER_BOUNCES"),
        ({"GALLOPER_DKIM_KEY": "key.pem"}, "belong together"),
        ({"GALLOPER_DKIM_SELECTOR": "spring"}, "belong together"),
        ({"GALLOPER_DKIM_DOMAIN": "example.org"}, "belong together"),
        ({"GALLOPER_DKIM_KEY": "k", "GALLOPER_DKIM_SELECTOR": "a b"}, "no name in the DNS"),
    ],
    ids=str,
)
def test_a_setting_that_means_nothing_stops_the_start_and_says_so(
    settings: dict[str, str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALLOPER_SMTP_HOST", "mail.example.org")
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(GalloperError, match="nothing was started") as found:
        smtp_from_environment()
    assert said in str(found.value)


def test_what_is_set_is_what_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert smtp_from_environment() is None
    monkeypatch.setenv("GALLOPER_SMTP_HOST", "127.0.0.1")
    monkeypatch.setenv("GALLOPER_SMTP_SECURITY", "none")
    monkeypatch.setenv("GALLOPER_SMTP_PASSWORD", "stays on this machine")
    monkeypatch.setenv("GALLOPER_MAIL_FROM", "The staff <staff@war.example.org>")
    monkeypatch.setenv("GALLOPER_BOUNCES", "bounces.example.org")
    monkeypatch.setenv("GALLOPER_DKIM_KEY", "key.pem")
    monkeypatch.setenv("GALLOPER_DKIM_SELECTOR", "spring")
    smtp = smtp_from_environment()
    assert smtp is not None
    assert (smtp.address, smtp.domain) == ("staff@war.example.org", "war.example.org")
    assert smtp.bounces == "bounces.example.org"
    assert smtp.dkim == Dkim("war.example.org", "spring", Path("key.pem"))


def _elliptic() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _locked() -> bytes:
    key = rsa.generate_private_key(65_537, 2_048)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x"))


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (None, "cannot be read"),
        (lambda: b"", "no private key"),
        (lambda: b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "no private"),
        (_locked, "has a password"),
        (_elliptic, "not an RSA key"),
    ],
    ids=["missing", "empty", "broken", "locked", "elliptic"],
)
def test_a_key_that_cannot_sign_stops_the_start_and_says_so(
    made: Callable[[], bytes] | None, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "dkim.pem"
    if made is not None:
        path.write_bytes(made())
    with pytest.raises(GalloperError, match="nothing was started") as found:
        signing_key(Dkim("example.org", "spring", path))
    assert said in str(found.value)
