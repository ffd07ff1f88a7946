"""The API from the other side: for the command line, and for programs in Python.

Method, path and types of what is sent and got are the endpoints' own; nothing is written twice::

    client = Client("https://galloper.example.org", token)
    client.order("spring", "maria", "march army=maria-1 to=Ligny")
    for told in client.stream("spring", "maria", after=12):
        print(told.title)

It waits for its answer (no loop is needed), and follows no redirects: a token is meant for one
server.
"""

from __future__ import annotations

import functools
import http.client
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from service.api.chapters import CHAPTERS
from service.api.openapi import BASE
from service.api.problem import Problem
from service.api.v1 import campaigns as of_campaigns
from service.api.v1 import me as of_me
from service.api.v1 import papers, speaking, streaming
from world.errors import GalloperError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.api.endpoint import Asked, Endpoint
    from service.intake.speak import Receipt

T = TypeVar("T")

#: Seconds an answer may take; the server gives up after ten.
TIMEOUT = 20.0
#: Seconds in which a stream says something, if only that it is still there.
SILENCE = 60.0


class Declined(GalloperError):  # noqa: N818
    """The server declined; nothing was changed.  ``problem`` is what it said."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem


class NoAnswer(GalloperError):  # noqa: N818
    """The server cannot be reached, or what answers is none of ours."""


@functools.cache
def _endpoints() -> dict[Callable[..., Any], Endpoint]:
    return {one.handler: one for chapter in CHAPTERS for one in chapter.all}


class Client:
    """A server, and the token by which one speaks to it.

    Args:
        server: its address, such as ``https://galloper.example.org``.
        token: a secret that begins with ``glp_``.

    Raises:
        NoAnswer: the address is none.
    """

    def __init__(self, server: str, token: str) -> None:
        parts = urlsplit(server)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise NoAnswer(
                f"{server[:80]!r} is no server's address; nothing was asked. Give it as"
                " https://name."
            )
        self._secure = parts.scheme == "https"
        self._host = parts.netloc
        self._under = parts.path.rstrip("/")
        self._token = token
        #: Wall seconds at which the last answer was given, by the server's clock.
        self.told_at: float | None = None

    def ask(
        self,
        handler: Callable[[Asked], Awaitable[T]],
        body: Any = None,
        *,
        key: str = "",
        query: dict[str, Any] | None = None,
        **path: str,
    ) -> T:
        """Ask what an endpoint's handler answers.

        Where the connection is lost it is asked once more, if that does nothing twice: a GET, or
        what is done once under one key.  Anything else may have been done already.

        Raises:
            Declined: with the server's own words.
            NoAnswer: nobody answered, or nobody we know.
        """
        endpoint = _endpoints()[handler]
        headers = {"Idempotency-Key": key or secrets.token_hex(12)} if endpoint.keyed else {}
        sent = None if body is None else msgspec.json.encode(body)
        try:
            got = self._get(endpoint, path, query, sent, headers)
        except _Lost as lost:
            if endpoint.method != "GET" and not endpoint.keyed:
                raise self._nobody(lost.why, endpoint) from None
            got = self._get(endpoint, path, query, sent, headers, again=True)
        if endpoint.media:
            return got  # type: ignore[return-value]
        return msgspec.json.decode(got, type=endpoint.gives)  # type: ignore[no-any-return]

    def _get(
        self,
        endpoint: Endpoint,
        path: dict[str, str],
        query: dict[str, Any] | None,
        body: bytes | None,
        headers: dict[str, str],
        *,
        again: bool = False,
    ) -> bytes:
        try:
            with self._asked(endpoint, path, query, body, headers, TIMEOUT) as answer:
                return answer.read()
        except (OSError, http.client.HTTPException) as error:
            if again or isinstance(error, TimeoutError):
                raise self._nobody(error, endpoint) from None
            raise _Lost(error) from None

    @contextmanager
    def _asked(
        self,
        endpoint: Endpoint,
        path: dict[str, str],
        query: dict[str, Any] | None,
        body: bytes | None,
        headers: dict[str, str],
        timeout: float,
    ) -> Iterator[http.client.HTTPResponse]:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        conn = kind(self._host, timeout=timeout)
        where = self._under + BASE + endpoint.path
        for name, value in path.items():
            where = where.replace(f"{{{name}}}", quote(value, safe=""))
        if query:
            where += "?" + urlencode(query)
        said = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        try:
            conn.request(endpoint.method, where, body, {**said, **headers})
            answer = conn.getresponse()
            date = answer.getheader("Date")
            self.told_at = parsedate_to_datetime(date).timestamp() if date else None
            if answer.status != 200:
                raise self._declined(answer)
            yield answer
        finally:
            conn.close()

    def _declined(self, answer: http.client.HTTPResponse) -> GalloperError:
        try:
            return Declined(msgspec.json.decode(answer.read(), type=Problem))
        except msgspec.DecodeError:
            return NoAnswer(
                f"What answers at {self._host} is no Galloper (status {answer.status}); whether"
                " anything was changed is unknown. Check the address."
            )

    def _nobody(self, error: Exception, endpoint: Endpoint) -> NoAnswer:
        if endpoint.keyed:
            then = (
                "whether what was said has reached it is unknown. Say it again with the same --key,"
                " and it is done once."
            )
        elif endpoint.method == "GET":
            then = "nothing was changed. Ask again in a while."
        else:
            then = "whether it was done is unknown. Look whether it was before you ask again."
        return NoAnswer(
            f"The server at {self._host} does not answer ({type(error).__name__}); {then}"
        )

    # -- what is asked most ----------------------------------------------------------------------

    def me(self) -> of_me.Me:
        """Who the token stands for."""
        return self.ask(of_me.me)

    def campaigns(self) -> list[of_campaigns.Campaign]:
        """The campaigns one has a part in."""
        mine = dict.fromkeys(part.campaign_id for part in self.ask(of_campaigns.campaigns))
        return [self.campaign(one) for one in mine]

    def campaign(self, campaign: str) -> of_campaigns.Campaign:
        """A campaign's date and clock."""
        return self.ask(of_campaigns.campaign, campaign=campaign)

    def page(self, campaign: str, person: str) -> dict[str, Any]:
        """Everything a person's page is drawn from."""
        found: dict[str, Any] = self.ask(papers.page, campaign=campaign, person=person)
        return found

    def notices(self, campaign: str, person: str, after: int = 0) -> Iterator[papers.Told]:
        """What a person was told, the oldest first."""
        following: int | None = after
        while following is not None:
            page = self.ask(
                papers.notices, campaign=campaign, person=person, query={"after": following}
            )
            yield from page.notices
            following = page.next

    def decisions(self, campaign: str, person: str) -> list[papers.Question]:
        """The decisions that wait for a person."""
        return self.ask(papers.decisions, campaign=campaign, person=person)

    def order(self, campaign: str, person: str, text: str, key: str = "") -> Receipt:
        """Give an order in its text form."""
        body = speaking.Ordered(text=text)
        return self.ask(speaking.order, body, key=key, campaign=campaign, person=person)

    def decide(
        self, campaign: str, person: str, decision: str, option: str, text: str = "", key: str = ""
    ) -> Receipt:
        """Answer a decision."""
        body = speaking.Answered(option=option, text=text)
        return self.ask(
            speaking.answer,
            body,
            key=key,
            campaign=campaign,
            person=person,
            decision=decision,
        )

    def clock(self, campaign: str, change: speaking.ClockChange, key: str = "") -> Receipt:
        """Pause a campaign, resume it, or set its rate."""
        return self.ask(speaking.clock, change, key=key, campaign=campaign)

    def stream(self, campaign: str, person: str, after: int) -> Iterator[papers.Told]:
        """A person's notices as they come, after a number, until the server ends the stream.

        Raises:
            Declined: with the server's own words.
            NoAnswer: the connection was lost; go on after the last number.
        """
        endpoint = _endpoints()[streaming.stream]
        path, query = {"campaign": campaign, "person": person}, {"after": after}
        try:
            with self._asked(endpoint, path, query, None, {}, SILENCE) as answer:
                for line in answer:
                    if line.startswith(b"data: "):
                        yield msgspec.json.decode(line[6:], type=papers.Told)
        except (OSError, http.client.HTTPException) as error:
            raise self._nobody(error, endpoint) from None


class _Lost(Exception):  # noqa: N818
    """The connection broke before there was an answer; ``why`` is what broke it."""

    def __init__(self, why: Exception) -> None:
        super().__init__()
        self.why = why
