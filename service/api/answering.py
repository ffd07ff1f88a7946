"""Answer requests by the endpoints: who asks, what was sent, and what went wrong (asyncio side)."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
from aiohttp import web

from service.api.endpoint import Asked, Endpoint, Services, Stream
from service.api.problem import CONTENT_TYPE, Problem, Unproved, problem, problem_of
from service.api.tags import has, tag_of
from service.api.written import require_json, require_names, require_prose
from service.pace import TooMany
from service.people.parts import require_scope
from service.people.secret import PREFIX, digest
from service.store.accounts import who_has
from service.trouble import account_of
from world.errors import BadInput, GalloperError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.pace import Pace
    from service.people.who import Who

log = structlog.get_logger(__name__)

#: Seconds within which a request is answered.
LIMIT = 10.0
#: Bytes of a body that are read: the largest saying, as JSON may write it.
LARGEST_BODY = 650_000
LONGEST_KEY = 200

_encoder = msgspec.json.Encoder(order="deterministic")


def answers(
    endpoint: Endpoint, services: Services, pace: Pace
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The aiohttp handler of an endpoint."""
    decoder = None if endpoint.takes is None else msgspec.json.Decoder(endpoint.takes)

    async def answer(request: web.Request) -> web.StreamResponse:
        try:
            async with asyncio.timeout(LIMIT):
                found = await _answer(endpoint, services, pace, decoder, request)
                first = await anext(found.pieces) if isinstance(found, Stream) else b""
        except TooMany as error:
            return tell(problem(429, str(error)), {"Retry-After": str(error.after)})
        except Unproved as error:
            return tell(problem(401, str(error)), {"WWW-Authenticate": "Bearer"})
        except TimeoutError:
            return tell(problem(503, "That took too long; ask again in a while."))
        except GalloperError as error:
            said = problem_of(error)
            if said is None:
                raise
            return tell(said)
        if isinstance(found, Stream):
            return await go_on(request, first, found, endpoint.media)
        return give(request, found, endpoint.media)

    return answer


async def _answer(
    endpoint: Endpoint,
    services: Services,
    pace: Pace,
    decoder: msgspec.json.Decoder[Any] | None,
    request: web.Request,
) -> Any:
    who = None
    if endpoint.scope is None:
        pace.take(f"address {request.remote}")
    else:
        who = await _who(services, request, pace, endpoint.cost)
        require_scope(who, endpoint.scope)
    key = request.headers.get("Idempotency-Key", "") if endpoint.keyed else ""
    if len(key) > LONGEST_KEY:
        raise BadInput(
            f"The Idempotency-Key has {len(key)} characters; give at most {LONGEST_KEY}. Nothing"
            " was changed."
        )
    require_names(request.match_info.values())
    require_prose(request.query.values())
    body = None if decoder is None else _read(decoder, await _body(request))
    seen = request.headers.get("Last-Event-ID", "")
    asked = Asked(
        services,
        who,
        dict(request.match_info),
        dict(request.query),
        body,
        key,
        seen,
        lambda: request.transport is None or request.transport.is_closing(),
    )
    return await endpoint.handler(asked)


async def _who(services: Services, request: web.Request, pace: Pace, cost: int) -> Who:
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not secret.startswith(PREFIX):
        pace.take(f"address {request.remote}")
        raise Unproved(
            "Say who you are with a token: Authorization: Bearer glp_…. Nothing was changed."
        )
    async with services.pool.acquire() as conn:
        who = await who_has(conn, digest(secret.strip()), ("session", "token"))
    if who is None:
        pace.take(f"address {request.remote}")
        raise Unproved("This token is not known, or its time is over. Nothing was changed.")
    pace.take(who.account.id, cost=cost)
    return who


async def _body(request: web.Request) -> bytes:
    try:
        return await request.read()
    except web.HTTPRequestEntityTooLarge:
        raise BadInput(
            f"What was sent is too large; at most {LARGEST_BODY:,} bytes are read. Nothing was"
            " changed."
        ) from None


def _read(decoder: msgspec.json.Decoder[Any], body: bytes) -> Any:
    try:
        require_json(body)
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(
            f"What was sent is not what is wanted: {error}. Nothing was changed."
        ) from None


def give(request: web.Request, value: Any, media: str = "") -> web.Response:
    """The answer's bytes with their hash as ETag; 304 for a reader who has them."""
    body = value if media else _encoder.encode(value)
    tag = tag_of(body)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache", **SAFE}
    if request.method == "GET" and has(request, tag):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=media or "application/json", headers=headers)


async def go_on(
    request: web.Request, piece: bytes, stream: Stream, media: str = "", name: str = ""
) -> web.StreamResponse:
    """Send events, or the pieces of a file, until there are no more, or nobody takes them.

    A file of a *name* is kept by a browser under it.

    A reader who takes nothing for ten seconds is left: he comes again where he was.
    """
    response = web.StreamResponse(
        headers={
            "Content-Type": media or "text/event-stream",
            "Cache-Control": "no-store",
            # Proxies that gather an answer before they pass it on would never pass this one on.
            "X-Accel-Buffering": "no",
            **SAFE,
            **({"Content-Disposition": f'attachment; filename="{name}"'} if name else {}),
        }
    )
    async with contextlib.aclosing(stream.pieces) as pieces:
        await response.prepare(request)
        with contextlib.suppress(ConnectionError, TimeoutError):
            await _write(response, piece)
            async for following in pieces:
                await _write(response, following)
    return response


async def _write(response: web.StreamResponse, piece: bytes) -> None:
    async with asyncio.timeout(LIMIT):
        await response.write(piece)


def tell(said: Problem, headers: dict[str, str] | None = None) -> web.Response:
    """A problem as an answer."""
    return web.Response(
        status=said.status,
        body=_encoder.encode(said),
        content_type=CONTENT_TYPE,
        headers={"Cache-Control": "no-store", **SAFE, **(headers or {})},
    )


#: Whatever a browser makes of an answer, it is neither a page nor part of one.
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


def _endpoint(request: web.Request) -> str:
    """The path as declared: what stands for its parts may be anybody's secret."""
    resource = request.match_info.route.resource
    return resource.canonical if resource is not None else "none"


@web.middleware
async def faults(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Whatever goes wrong under /api is told as a problem; our own faults say no more than that."""
    if not request.path.startswith("/api/"):
        return await handler(request)
    try:
        return await handler(request)
    except web.HTTPException as error:
        if error.status < 400:
            raise
        detail = {404: "There is nothing here.", 405: "This cannot be done here."}
        allow = {"Allow": error.headers["Allow"]} if "Allow" in error.headers else None
        return tell(problem(error.status, detail.get(error.status, error.reason)), allow)
    except asyncio.CancelledError:
        raise
    except Exception as error:  # noqa: BLE001 - told as our fault, and logged for the operator
        log.warning(
            "request_failed",
            endpoint=_endpoint(request),
            **account_of(error),
        )
        return tell(
            problem(500, "Something is wrong on our side; nothing was changed. It has been noted.")
        )
