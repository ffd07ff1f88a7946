"""Endpoints of the HTTP API: declared once, from which routes and the OpenAPI document come.

A handler gets an :class:`Asked` and returns a struct (or builtins); it neither reads a header nor
writes a status.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec

from service.intake.speak import LONGEST_LINE
from world.errors import BadInput

if TYPE_CHECKING:
    import asyncpg

    from service.api.streams import Streams
    from service.config import Config
    from service.intake.reading import Readings
    from service.ops import Shape
    from service.pace import Pace
    from service.people.who import Scope, Who

Method = Literal["GET", "POST", "DELETE"]

#: Rows of one answer where nobody says otherwise, and at most.
USUAL_PAGE = 100
LONGEST_PAGE = 500


class Services(NamedTuple):
    """What handlers work with; ``later`` does something after the answer.

    ``pace`` is for what counts as more than a request, by another measure than its account.
    """

    pool: asyncpg.Pool
    readings: Readings
    streams: Streams
    shape: Shape
    config: Config
    later: Callable[[Coroutine[Any, Any, None]], None]
    pace: Pace


class Asked(NamedTuple):
    """A request as a handler sees it.

    Attributes:
        services: database and worlds.
        who: who asks; None where an endpoint is open to all.
        path: the parts of the path that have names.
        query: the query's parts.
        body: what was sent, as the endpoint's type.
        key: the Idempotency-Key, or ""; always "" where the endpoint does not heed one.
        seen: the Last-Event-ID of whoever takes up a stream again, or "".
        gone: tells whether whoever asked has left.
    """

    services: Services
    who: Who | None
    path: dict[str, str]
    query: dict[str, str]
    body: Any
    key: str
    seen: str = ""
    gone: Callable[[], bool] = bool

    @property
    def pool(self) -> asyncpg.Pool:
        """Connections."""
        return self.services.pool

    @property
    def known(self) -> Who:
        """Who asks, where the endpoint is not open to all."""
        assert self.who is not None  # noqa: S101 - the endpoint's own declaration
        return self.who

    def text(self, name: str) -> str:
        """A text of the query; "" where it is not given.

        Raises:
            BadInput: it is long, or holds what no text holds.
        """
        value = self.query.get(name, "")
        if len(value) > LONGEST_LINE or "\0" in value or not _writable(value):
            raise BadInput(f"{name} is no text of at most {LONGEST_LINE} characters.")
        return value

    def number(self, name: str, usual: int, least: int, most: int) -> int:
        """A whole number of the query.

        Raises:
            BadInput: it is none, or out of bounds.
        """
        text = self.query.get(name, "")
        if not text:
            return usual
        if not (text.isascii() and text.isdecimal()) or len(text) > 18:
            raise BadInput(f"{name} is {text[:40]!r}; give a whole number from {least} to {most}.")
        value = int(text)
        if not least <= value <= most:
            raise BadInput(f"{name} is {value}; give a whole number from {least} to {most}.")
        return value


def _writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


Handler = Callable[[Asked], Awaitable[Any]]
H = TypeVar("H", bound=Handler)


class Stream(NamedTuple):
    """An answer that goes on: its pieces; the first is made before anything is sent."""

    pieces: AsyncGenerator[bytes, None]


class Parameter(NamedTuple):
    """A part of the query: its name, what it is, and its JSON type."""

    name: str
    about: str
    type: str = "string"


AFTER = Parameter("after", "only what comes after this number", "integer")
LIMIT = Parameter("limit", f"how many at most (1 to {LONGEST_PAGE})", "integer")


class Endpoint(NamedTuple):
    """One method of one path.

    Attributes:
        method, path: as in HTTP; parts in braces have names.
        summary: what it does, in a line.
        scope: what a token must allow; None where it is open to all.
        takes: type of the request's body, if it has one.
        gives: type of the answer's body.
        query: parts of the query it reads.
        handler: what answers.
        streams: the answer goes on: a :class:`Stream` of events, each of the type it gives, or of
            the bytes of a file.
        media: content type of an answer that is no JSON but bytes.
        cost: as how many requests it counts where somebody's pace is kept.
        keyed: under one Idempotency-Key it is done once.
    """

    method: Method
    path: str
    summary: str
    scope: Scope | None
    takes: Any
    gives: Any
    query: tuple[Parameter, ...]
    handler: Handler
    streams: bool = False
    media: str = ""
    cost: int = 1
    keyed: bool = False

    @property
    def name(self) -> str:
        """The operation's id in the OpenAPI document."""
        return self.handler.__name__


class Endpoints:
    """A chapter of the API: used as decorators at module level."""

    def __init__(self, about: str) -> None:
        self.about = about
        self.all: list[Endpoint] = []

    def get(
        self,
        path: str,
        *,
        gives: Any,
        scope: Scope | None = "read",
        query: tuple[Parameter, ...] = (),
    ) -> Callable[[H], H]:
        """Declare what answers a GET."""
        return self._enter("GET", path, scope, None, gives, query)

    def stream(
        self, path: str, *, gives: Any, query: tuple[Parameter, ...] = ()
    ) -> Callable[[H], H]:
        """Declare what answers a GET with events (text/event-stream), one after another."""
        return self._enter("GET", path, "read", None, gives, query, streams=True)

    def picture(
        self,
        path: str,
        *,
        media: str,
        scope: Scope | None = "read",
        query: tuple[Parameter, ...] = (),
        cost: int = 1,
    ) -> Callable[[H], H]:
        """Declare what answers a GET with the bytes of a picture."""
        return self._enter("GET", path, scope, None, bytes, query, media=media, cost=cost)

    def file(self, path: str, *, media: str) -> Callable[[H], H]:
        """Declare what answers a GET with the bytes of a file, sent while it is made."""
        return self._enter("GET", path, "read", None, bytes, (), streams=True, media=media)

    def post(
        self, path: str, *, takes: Any, gives: Any, scope: Scope | None, keyed: bool = False
    ) -> Callable[[H], H]:
        """Declare what answers a POST, and whether it heeds a key under which it is done once."""
        return self._enter("POST", path, scope, takes, gives, (), keyed=keyed)

    def delete(self, path: str, *, gives: Any, scope: Scope) -> Callable[[H], H]:
        """Declare what answers a DELETE."""
        return self._enter("DELETE", path, scope, None, gives, ())

    def _enter(
        self,
        method: Method,
        path: str,
        scope: Scope | None,
        takes: Any,
        gives: Any,
        query: tuple[Parameter, ...],
        *,
        streams: bool = False,
        media: str = "",
        cost: int = 1,
        keyed: bool = False,
    ) -> Callable[[H], H]:
        def register(handler: H) -> H:
            summary = (handler.__doc__ or "").strip().partition("\n")[0]
            self.all.append(
                Endpoint(
                    method,
                    path,
                    summary,
                    scope,
                    takes,
                    gives,
                    query,
                    handler,
                    streams,
                    media,
                    cost,
                    keyed,
                )
            )
            return handler

        return register


class Done(msgspec.Struct, frozen=True):
    """Whether there was something to do."""

    done: bool
