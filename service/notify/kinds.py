"""The kinds of channel there are, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.notify import chat, discord, mail, push, webhook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from service.notify.kind import Kind

KINDS: Mapping[str, Kind] = {
    "webhook": webhook,
    "email": mail,
    "discord": discord,
    "chat": chat,
    "push": push,
}
