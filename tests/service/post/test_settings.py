"""What an operator sets about mail in is taken as it is meant, or nothing is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.config import MailIn, from_environment
from world.errors import GalloperError

if TYPE_CHECKING:
    from pathlib import Path

GOOD = {"LISTEN": "127.0.0.1:8424", "DOMAIN": "Play.example.org", "AUTHSERV": "MX.example.org"}


def _settings(monkeypatch: pytest.MonkeyPatch, data: Path, **more: str) -> MailIn | None:
    for name, value in more.items():
        monkeypatch.setenv(f"GALLOPER_MAIL_IN_{name}", value)
    return from_environment(data).mail_in


def test_the_settings_are_taken_as_they_are_meant(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert _settings(monkeypatch, tmp_path) is None
    assert _settings(monkeypatch, tmp_path, **GOOD) == MailIn(
        listen="127.0.0.1:8424", domain="play.example.org", authserv="mx.example.org"
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("LISTEN", "8424"),
        ("DOMAIN", ""),
        ("DOMAIN", "play example"),
        ("DOMAIN", "a@b.org"),
        ("PROTOCOL", "http"),
        ("LARGEST", "12"),
        ("LARGEST", "1MB"),
    ],
)
def test_what_means_nothing_is_said_and_nothing_is_started(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(GalloperError, match="nothing was started"):
        _settings(monkeypatch, tmp_path, **{**GOOD, name: value})
