"""Chat services by Apprise: Slack, Matrix, Telegram, ntfy and the rest, by their addresses.

The services are an allow-list: what reaches this machine (``dbus``, ``syslog``), what any web
address does better (``json``), and mail have no place in it.  Several notices that are due together
go out as one message; a service that knows threads is told of one in the address.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

import msgspec

from service.language.catalogue import english
from service.notify.attempt import Attempt
from service.notify.guard import require_allowed
from service.notify.plain import called_off, cut_off, units
from service.notify.webhook import GONE, TOO_MANY
from world.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from service.notify.chats import Chats
    from service.notify.kind import Means, Message, Told
    from service.notify.reach import Reach
    from service.store.channels import Channel

__all__ = ["WHAT", "attempt", "compose", "shown", "together"]

WHAT = english("chat")

#: The services, by the beginnings of their addresses.
NAMES = {
    "bark": "Bark", "barks": "Bark", "gchat": "Google Chat", "gotify": "Gotify",
    "gotifys": "Gotify", "groupme": "GroupMe", "lark": "Lark", "line": "LINE",
    "matrix": "Matrix", "matrixs": "Matrix", "mmost": "Mattermost", "mmosts": "Mattermost",
    "nctalk": "Nextcloud Talk", "nctalks": "Nextcloud Talk", "ntfy": "ntfy", "ntfys": "ntfy",
    "pbul": "Pushbullet", "pover": "Pushover", "prowl": "Prowl", "revolt": "Revolt",
    "rocket": "Rocket.Chat", "rockets": "Rocket.Chat", "signal": "Signal", "signals": "Signal",
    "slack": "Slack", "tgram": "Telegram", "twist": "Twist", "webex": "Webex",
    "workflows": "Teams", "zulip": "Zulip",
}  # fmt: skip
#: Those whose address names a host of somebody's own.
OWN_HOST = {
    "bark", "barks", "gotify", "gotifys", "matrix", "matrixs", "mmost", "mmosts", "nctalk",
    "nctalks", "ntfy", "ntfys", "rocket", "rockets", "signal", "signals",
}  # fmt: skip
#: What may stand behind the question mark: where to, and how loudly.  Others name files, switch off
#: what protects, or go elsewhere.
ASIDES = {"channel", "channels", "mode", "priority", "thread", "to", "token", "topic", "version"}
#: Characters of a notice and of all that go out as one message: more than people read in a chat,
#: and less than any of the services takes.
TEXT, TITLE, IN_ALL, MOST = 1_200, 150, 1_800, 10

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]{0,30})://", re.ASCII | re.IGNORECASE)
_SLACK = re.compile(
    r"https://hooks\.slack\.com/services/([A-Z0-9]+)/([A-Z0-9]+)/([A-Za-z0-9]+)/?", re.ASCII
)
_LONGEST = 600
_WHY_NOT = {
    "discord": "copy the webhook's own address from Discord, https://discord.com/api/webhooks/…",
    "mailto": "give the e-mail address itself",
    "mailtos": "give the e-mail address itself",
    "json": "give the web address itself: it gets JSON, signed",
    "jsons": "give the web address itself: it gets JSON, signed",
    "xml": "give the web address itself: it gets JSON, signed",
    "form": "give the web address itself: it gets JSON, signed",
}


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a notice."""

    title: str
    text: str
    link: str


def recognised(address: str) -> str | None:
    """A service's address in Apprise's form; None if it is none, but a web address or nothing.

    Raises:
        BadInput: of another kind of service, or with more than it may say.
    """
    if (slack := _SLACK.fullmatch(address)) is not None:
        return f"slack://{slack[1]}/{slack[2]}/{slack[3]}"
    found = _SCHEME.match(address)
    if found is None or (scheme := found[1].lower()) in {"http", "https"}:
        return None
    if scheme not in NAMES:
        why = _WHY_NOT.get(scheme, f"known are {', '.join(sorted(set(NAMES)))}")
        raise BadInput(f"No notices go to {scheme}:// addresses; nothing was changed: {why}.")
    if len(address) > _LONGEST or any(c.isspace() for c in address):
        raise BadInput(
            f"A chat's address has at most {_LONGEST} characters and no blanks; nothing was"
            " changed."
        )
    query = address.partition("?")[2]
    asides = {part.partition("=")[0].lower() for part in query.replace(";", "&").split("&") if part}
    if asides - ASIDES:
        raise BadInput(
            "Behind the question mark of a chat's address may stand"
            f" {', '.join(sorted(ASIDES))}; nothing was changed. Leave the rest out."
        )
    return f"{scheme}://{address[found.end() :]}"


async def require_service(address: str, reach: Reach, chats: Chats) -> None:
    """Refuse what Apprise cannot read, several rooms in one address, and numbers out of reach.

    Raises:
        BadInput: it is refused, or could not be looked at just now.
    """
    scheme, _, rest = address.partition("://")
    if scheme in OWN_HOST:
        require_allowed(_host(rest), reach)
    try:
        answered = await chats.ask(url=address)
    except (TimeoutError, OSError):
        raise BadInput(
            "The address could not be checked just now; nothing was changed. Try again."
        ) from None
    if answered.outcome != "known":
        raise BadInput(
            f"This is no address of {NAMES[scheme]}'s as Apprise writes them ({answered.status});"
            " nothing was changed. Their forms: https://appriseit.com/services/"
        )


def _host(rest: str) -> str:
    try:
        return urlsplit(f"//{rest}").hostname or ""
    except ValueError:
        raise BadInput("The address has no host; nothing was changed.") from None


def shown(channel: Channel) -> str:
    """The service alone: almost anything else in an address may be a password."""
    scheme = channel.address.partition("://")[0]
    return f"{scheme}://… ({NAMES.get(scheme, 'a chat')})"


async def compose(told: Told) -> bytes:
    """What is said of a notice in a chat, and where its person's desk is."""
    worded, channel = told.worded, told.channel
    text = f"{worded.date}\n{worded.text}" if worded.date else worded.text
    return msgspec.json.encode(
        Kept(
            title=cut_off(called_off(worded.title), TITLE),
            text=cut_off(called_off(text), TEXT),
            link=told.config.at(f"/c/{channel.campaign_id}/{channel.person}"),
        )
    )


def together(messages: Sequence[Message]) -> int:
    """As many as are still read."""
    size = 0
    for count, message in enumerate(messages[:MOST]):
        kept = msgspec.json.decode(message.body, type=Kept)
        size += units(kept.title) + units(kept.text)
        if count and size > IN_ALL:
            return count
    return min(len(messages), MOST)


def said(messages: Sequence[Message]) -> tuple[str, str]:
    """Title and text of one message."""
    kept = [msgspec.json.decode(message.body, type=Kept) for message in messages]
    if len(kept) == 1:
        return kept[0].title, f"{kept[0].text}\n{kept[0].link}"
    text = "\n\n".join(f"{one.title}\n{one.text}" for one in kept)
    return f"{len(kept)} messages", f"{text}\n{kept[-1].link}"


async def attempt(means: Means, channel: Channel, messages: Sequence[Message]) -> Attempt:
    """Send up to ten notices as one message."""
    title, text = said(messages)
    try:
        answered = await means.chats.ask(url=channel.address, title=title, body=text)
    except (TimeoutError, OSError) as error:
        return Attempt("retry", type(error).__name__)
    if answered.outcome == "sent":
        more = f", one message with {messages[0].id} to {messages[-1].id}"
        return Attempt("sent", answered.status + (more if len(messages) > 1 else ""))
    if answered.outcome == "unknown":
        return Attempt("failed", answered.status)
    if answered.status == str(GONE):
        return Attempt("closed", "410 gone")
    outcome: Literal["wait", "retry"] = "wait" if answered.status == str(TOO_MANY) else "retry"
    return Attempt(outcome, answered.status, answered.retry_after)
