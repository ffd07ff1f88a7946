"""A program of its own: sends messages to chat services by Apprise, and reaches nothing else.

``python -I chat_program.py``; it is run, never imported by the service.  Requests come as lines of
JSON on standard input and are answered on standard output, each in a thread, so that a service that
hangs holds up no other.  Apprise has a hundred services written by as many hands; here all of them
meet one guard below them, that no library can go around: the interpreter's own audit of what
connects, and of what opens files and starts programs.  Nothing is logged, and no secret stands in
an argument or the environment.
"""

from __future__ import annotations

import json
import logging
import os
import resource
import socket
import sys
import threading
from email.utils import parsedate_to_datetime
from pathlib import Path
from time import time
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2]))

import apprise
import requests
from apprise.common import NotifyFormat, OverflowMode, PersistentStoreMode

from service.notify.reach import Reach, read_reach

#: Bytes of memory at most, and of an answer that are read.
MEMORY, ANSWER = 1 << 31, 65_536
#: Seconds to connect, and between two pieces of an answer.
PATIENCE = (5.0, 8.0)
#: Requests one message may take: to sign in, to find a room, to send.
REQUESTS = 8

#: The services there are, by Apprise's names of them, with their class.
SERVICES = {
    "bark": "NotifyBark", "barks": "NotifyBark", "gchat": "NotifyGoogleChat",
    "gotify": "NotifyGotify", "gotifys": "NotifyGotify", "groupme": "NotifyGroupMe",
    "lark": "NotifyLark", "line": "NotifyLine", "matrix": "NotifyMatrix",
    "matrixs": "NotifyMatrix", "mmost": "NotifyMattermost", "mmosts": "NotifyMattermost",
    "nctalk": "NotifyNextcloudTalk", "nctalks": "NotifyNextcloudTalk", "ntfy": "NotifyNtfy",
    "ntfys": "NotifyNtfy", "pbul": "NotifyPushBullet", "pover": "NotifyPushover",
    "prowl": "NotifyProwl", "revolt": "NotifyRevolt", "rocket": "NotifyRocketChat",
    "rockets": "NotifyRocketChat", "signal": "NotifySignalAPI", "signals": "NotifySignalAPI",
    "slack": "NotifySlack", "tgram": "NotifyTelegram", "twist": "NotifyTwist",
    "webex": "NotifyWebexTeams", "workflows": "NotifyWorkflows", "zulip": "NotifyZulip",
}  # fmt: skip

_asset = apprise.AppriseAsset(
    app_id="Galloper",
    app_desc="Galloper",
    app_url="",
    image_url_mask="",
    image_url_logo="",
    async_mode=False,
    secure_logging=True,
    http_redirects=False,
    storage_mode=PersistentStoreMode.MEMORY,
)


class Course(threading.local):
    """How the message of this thread fares: what was answered, and whether the guard stepped in."""

    requests = 0
    status = 0
    retry_after: float | None = None
    refused = False


course = Course()


class Guard:
    """An audit hook: connections within the operator's reach, and nothing else of the machine."""

    def __init__(self, reach: Reach) -> None:
        self.reach = reach
        self.listed: set[str] = set()
        self.homes = tuple({str(Path(home).resolve()) for home in (sys.prefix, sys.base_prefix)}
                           | {str(Path(__file__).resolve().parents[2])})  # fmt: skip

    def hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Raise where something is not allowed; the call it is about is not made."""
        if event == "socket.connect":
            self._require_reach(given[1])
        elif event in {"socket.bind", "socket.sendto", "socket.sendmsg"}:
            self._refuse(event)
        elif event == "open":
            self._require_own(given[0], given[2])
        elif event.partition(".")[0] == "subprocess" or event in {
            "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn",
            "os.remove", "os.rename", "os.mkdir", "os.symlink", "os.link", "ctypes.dlopen",
        }:  # fmt: skip
            self._refuse(event)

    def _require_reach(self, address: Any) -> None:
        try:
            host = address[0] if isinstance(address, tuple) else ""
            allowed = host in self.listed or self.reach.allows(host)
        except ValueError:
            allowed = False  # a name would be looked up once more, and may mean something else
        if not allowed:
            self._refuse("socket.connect")

    def _require_own(self, path: Any, flags: Any) -> None:
        writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
        if isinstance(path, int):
            return
        where = Path(os.fsdecode(path)).resolve()
        at_home = any(where.is_relative_to(home) for home in self.homes)
        if (isinstance(flags, int) and flags & writing) or not at_home:
            self._refuse("open")

    def _refuse(self, event: str) -> None:
        course.refused = True
        raise PermissionError(f"{event} is not allowed here")

    def look_up(self, host: Any, *given: Any, **named: Any) -> Any:
        """Look a name up, and remember the addresses of those that the operator lists."""
        found = _look_up(host, *given, **named)
        if isinstance(host, str) and self.reach.lists(host):
            self.listed.update(str(one[4][0]) for one in found)
        return found


_look_up = socket.getaddrinfo
_send = requests.sessions.Session.send


def send(session: requests.Session, request: requests.PreparedRequest, **given: Any) -> Any:
    """Send one request as we do it: no redirects, no proxies, patience and answers with limits."""
    course.requests += 1
    if course.requests > REQUESTS:
        course.refused = True
        raise requests.ConnectionError("too many requests for one message")
    given |= {"allow_redirects": False, "timeout": PATIENCE, "stream": True, "verify": True,
              "proxies": {}}  # fmt: skip
    response = _send(session, request, **given)
    response._content = response.raw.read(ANSWER, decode_content=True)  # noqa: SLF001 - theirs
    response._content_consumed = True  # noqa: SLF001 - as above
    response.close()
    course.status = response.status_code
    course.retry_after = _seconds(response.headers.get("Retry-After", ""))
    return response


def _seconds(said: str) -> float | None:
    try:
        return float(said) if said.replace(".", "", 1).isdecimal() else max(
            0.0, parsedate_to_datetime(said).timestamp() - time()
        )  # fmt: skip
    except (ValueError, OverflowError):
        return None


def made(url: str) -> Any:
    """The service an address stands for, or None if it is none as Apprise writes them."""
    scheme = url.partition("://")[0].lower()
    found = apprise.Apprise.instantiate(url, asset=_asset, suppress_exceptions=True)
    if found is None or type(found).__name__ != SERVICES.get(scheme):
        return None
    found.overflow_mode = OverflowMode.TRUNCATE
    found.request_rate_per_sec = 0  # lanes and their back-off see to that
    return found


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What became of a request: to check an address, or to send on it."""
    service = made(asked["url"])
    if service is None:
        return {"outcome": "unknown", "status": "no address of that service"}
    if len(service) > 1:
        return {"outcome": "unknown", "status": "several rooms; give each an address of its own"}
    if "body" not in asked:
        return {"outcome": "known", "status": ""}
    course.__dict__.clear()
    sent = service.notify(body=asked["body"], title=asked["title"], body_format=NotifyFormat.TEXT)
    status = str(course.status or "no answer")
    if course.refused:
        return {"outcome": "refused", "status": "address not allowed"}
    if sent:
        return {"outcome": "sent", "status": status}
    return {"outcome": "failed", "status": status, "retry_after": course.retry_after}


def main() -> None:
    """Answer what is asked, until nobody asks."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    # Whatever a library prints or logs may quote what it was given.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    os.dup2(sys.stdout.fileno(), sys.stderr.fileno())
    logging.disable(logging.CRITICAL)
    logging.raiseExceptions = False
    if sys.platform == "linux":  # others count what is only reserved, or nothing
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        os.nice(5)
    said = json.loads(sys.stdin.readline())
    guard = Guard(read_reach(tuple(said["hosts"]), private=said["private"], only=said["only"]))
    made("ntfy://example.org/warm")  # what is loaded late is loaded now
    socket.getaddrinfo = guard.look_up
    requests.sessions.Session.send = send  # type: ignore[assignment] # theirs has a name for each part
    sys.addaudithook(guard.hear)
    lock = threading.Lock()

    def work(asked: dict[str, Any]) -> None:
        try:
            done = answer(asked)
        except Exception as error:  # noqa: BLE001 - of any of a hundred libraries
            done = {"outcome": "failed", "status": type(error).__name__}
        with lock:
            out.write(json.dumps({**done, "n": asked["n"]}) + "\n")

    for line in sys.stdin:
        threading.Thread(target=work, args=(json.loads(line),), daemon=True).start()
    os._exit(0)  # threads that hang are no reason to stay


if __name__ == "__main__":
    main()
