"""The frame every page stands in: templates, headers, who looks, and what becomes of errors."""

from __future__ import annotations

import base64
import functools
import hashlib
import importlib.resources
import json
import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

import jinja2
import structlog
from aiohttp import web

from service.api.problem import Unproved, problem, problem_of
from service.api.written import require_names, require_prose
from service.language.reader import Reader
from service.language.times import wall
from service.pace import TooMany
from service.people.reading import who_reads
from service.people.secret import PREFIX, digest
from service.store.accounts import who_has
from service.trouble import account_of
from world.errors import BadInput, GalloperError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    import asyncpg
    from aiohttp.typedefs import Handler, Middleware

    from service.config import Config
    from service.intake.reading import Readings
    from service.ops import Shape
    from service.pace import Pace
    from service.people.who import Who

log = structlog.get_logger(__name__)

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self';"
    " img-src 'self' data:; connect-src 'self'; font-src 'self'; form-action 'self';"
    " manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    # A path may be an invitation: it is told to nobody.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "private, no-store",
}


#: What was done is told on the next page, by a cookie that lasts until then.
_TOLD = "told"
#: Bytes of it, of the four thousand of a cookie, which base64 and escapes take most of.
_LONGEST_SAID = 1_200
_NOWHERE = "Nothing is at this address. Go on from a page of ours."


class Site(NamedTuple):
    """What pages work with."""

    pool: asyncpg.Pool
    readings: Readings
    config: Config
    pace: Pace
    shape: Shape

    @property
    def secure(self) -> bool:
        """Whether people come by https."""
        return self.config.url.startswith("https://")

    @property
    def cookie(self) -> str:
        """The session cookie's name; browsers hold what begins with __Host- to this very host."""
        return "__Host-galloper" if self.secure else "galloper"

    async def who(self, request: web.Request) -> Who | None:
        """Whose session the browser has."""
        secret = request.cookies.get(self.cookie, "")
        if not secret.startswith(PREFIX):
            return None
        async with self.pool.acquire() as conn:
            return await who_has(conn, digest(secret), ("session",))


class Look(NamedTuple):
    """A request for a page: the site, the request, and who looks (None: somebody not signed in)."""

    site: Site
    request: web.Request
    who: Who | None

    @property
    def known(self) -> Who:
        """Who looks.

        Raises:
            Unproved: nobody has signed in.
        """
        if self.who is None:
            raise Unproved("Sign in first.")
        return self.who

    def reader(self, *, real: bool = True, now: int | None = None) -> Reader:
        """Whoever looks, as a reader; *now* (wall µs) lets instants be said as seen from it."""
        liked = self.request.headers.get("Accept-Language", "")
        return who_reads(self.known.account, liked, real=real, now=now)

    def clock(self, at: int) -> str:
        """A real instant (wall µs) by the clock of whoever looks: "Tue 1 Dec 2026, 21:00 CET"."""
        return wall(at, Reader(zone=self.known.account.zone))

    def address(self, path: str) -> str:
        """The whole address of a path, to be handed on to others.

        A request may call this server anything; it is believed only where the system chose the
        port, which no setting can name (as in the demo, on this machine).
        """
        if self.site.config.url.endswith(":0"):
            return f"{self.request.scheme}://{self.request.host}{path}"
        return self.site.config.at(path)

    async def form(self) -> dict[str, str]:
        """What was filled in.

        Raises:
            BadInput: it is too large, or holds files or control characters.
        """
        try:
            posted = await self.request.post()
        except web.HTTPRequestEntityTooLarge:
            raise BadInput("That is too large; nothing was kept. Make it shorter.") from None
        except (ValueError, LookupError):
            # Bytes that are not of their charset, or a charset that nobody knows.
            raise BadInput("That is no form in UTF-8; nothing was kept. Send it anew.") from None
        found = {}
        for name, value in posted.items():
            if not isinstance(value, str):
                raise BadInput("A file is not wanted here; nothing was kept.")
            # Browsers send line ends as the mail of 1982 wanted them.
            found[name] = value.replace("\r\n", "\n")
        require_prose(found.values())
        return found

    def page(self, template: str, *, status: int = 200, **values: Any) -> web.Response:
        """A page of a template; what was said on the way here is on it, once."""
        told = self._told()
        values["said"] = told.get("said", "")
        values["link"] = told.get("link", "")
        text = (
            _templates()
            .get_template(template)
            .render(
                who=self.who,
                path=self.request.path,
                key=secrets.token_hex(12),
                static=static_names(),
                **values,
            )
        )
        response = web.Response(text=text, status=status, content_type="text/html", headers=HEADERS)
        if told:
            response.del_cookie(_TOLD, path="/")
        return response

    def go(self, path: str, *, said: str = "", then: str = "", link: str = "") -> web.Response:
        """Go to another page of ours after something was done, and say there what it was.

        A page that is looked at again must not do again what was done.  What is *said* may be of
        any length, and is cut off; what comes *then* is not.
        """
        response = web.Response(status=303, headers={"Location": path, **HEADERS})
        if said or link:
            words = {"said": _cut_off(said) + then, "link": link}
            told = json.dumps(words, ensure_ascii=False).encode(errors="replace")
            response.set_cookie(
                _TOLD,
                base64.urlsafe_b64encode(told).decode(),
                max_age=60,
                path="/",
                httponly=True,
                secure=self.site.secure,
                samesite="Lax",
            )
        return response

    def _told(self) -> dict[str, str]:
        try:
            told = json.loads(base64.urlsafe_b64decode(self.request.cookies.get(_TOLD, "e30=")))
        except ValueError:
            return {}
        if not isinstance(told, dict):
            return {}
        return {name: value for name, value in told.items() if isinstance(value, str)}


#: What stands in a part of a page in place of what is its reader's own, and is put in at the end.
HERE, KEY = "\x01here\x01", "\x01key\x01"


def drawn(template: str, **values: Any) -> str:
    """A part of a page that is the same for many readers but for :data:`HERE` and :data:`KEY`."""
    return _templates().get_template(template).render(here=HERE, key=KEY, **values)


def shows(
    site: Site,
    page: Callable[[Look], Awaitable[web.StreamResponse]],
    *,
    from_anywhere: bool = False,
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    """The aiohttp handler of a page.

    *from_anywhere*: it goes by its address alone, so that it does not matter who sends what it is
    told.
    """

    async def handle(request: web.Request) -> web.StreamResponse:
        look = Look(site, request, None)
        try:
            if request.method != "GET" and not from_anywhere:
                _require_ours(site, request)
            look = Look(site, request, await site.who(request))
            site.pace.take(look.who.account.id if look.who else f"page {request.remote}")
            require_names(request.match_info.values())
            require_prose(request.query.values())
            return await page(look)
        except Unproved:
            return look.go("/")
        except GalloperError as error:
            said = problem_of(error)
            if said is None:
                raise
            response = look.page("problem.html", status=said.status, problem=said)
            if isinstance(error, TooMany):
                response.headers["Retry-After"] = str(error.after)
            return response
        except web.HTTPException:
            raise
        except Exception as error:  # noqa: BLE001 - told as our fault, and logged for the operator
            log.warning(
                "page_failed",
                page=page.__name__,
                **account_of(error),
            )
            return look.page("problem.html", status=500, problem=None)

    return handle


def _cut_off(said: str) -> str:
    """Words, no longer than a cookie holds."""
    kept = said.encode(errors="replace")[:_LONGEST_SAID].decode(errors="ignore")
    return said if len(kept) == len(said) else f"{kept}…"


def nothing_here(site: Site) -> Middleware:
    """Addresses that lead nowhere, and what cannot be sent to them, are told on a page as well."""

    @web.middleware
    async def handle(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            return await handler(request)
        except (web.HTTPNotFound, web.HTTPMethodNotAllowed) as error:
            if request.path.startswith(("/api/", "/static/")):
                raise
            response = Look(site, request, None).page(
                "problem.html", status=error.status, problem=problem(error.status, _NOWHERE)
            )
            if "Allow" in error.headers:
                response.headers["Allow"] = error.headers["Allow"]
            return response

    return handle


def _require_ours(site: Site, request: web.Request) -> None:
    """Refuse what another site had a browser send.

    Browsers say so in Sec-Fetch-Site; older ones name the origin.

    Raises:
        BadInput: it comes from elsewhere.
    """
    fetched = request.headers.get("Sec-Fetch-Site")
    if fetched is not None:
        ours = fetched in {"same-origin", "none"}
    else:
        origin = request.headers.get("Origin")
        ours = origin in {None, f"{request.scheme}://{request.host}", site.config.url.rstrip("/")}
    if not ours:
        raise BadInput("This was sent by another site; nothing was done. Go on from our own page.")


@functools.cache
def _templates() -> jinja2.Environment:
    from service.web.wording import FILTERS, is_plain  # noqa: PLC0415 - it uses the frame's types

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("service.web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(FILTERS)
    environment.tests["plain_value"] = is_plain
    return environment


@functools.cache
def _static() -> Mapping[str, tuple[bytes, str]]:
    """Style sheets and scripts by the name they are served under; it changes with their bytes."""
    kinds = {
        "css": "text/css",
        "js": "text/javascript",
        "png": "image/png",
        "svg": "image/svg+xml",
    }
    found = {}
    for file in sorted(
        importlib.resources.files("service.web").joinpath("static").iterdir(),
        key=lambda file: file.name,
    ):
        stem, _, kind = file.name.rpartition(".")
        if kind in kinds:
            body = file.read_bytes()
            found[f"{stem}.{hashlib.sha256(body).hexdigest()[:12]}.{kind}"] = (body, kinds[kind])
    return found


@functools.cache
def static_names() -> dict[str, str]:
    """The path of each style sheet or script, by its file's name."""
    return {
        f"{name.split('.')[0]}.{name.rpartition('.')[2]}": f"/static/{name}" for name in _static()
    }


async def static(request: web.Request) -> web.Response:
    """A style sheet or script; its name changes with it, so that it may be kept for ever."""
    found = _static().get(request.match_info["name"])
    if found is None:
        raise web.HTTPNotFound
    body, kind = found
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return web.Response(body=body, content_type=kind, headers={**HEADERS, **headers})


async def worker(_request: web.Request) -> web.Response:
    """The script that shows notices while no page is open; it stands where it serves all pages."""
    (body,) = [body for name, (body, _) in _static().items() if name.startswith("sw.")]
    headers = {"Cache-Control": "no-cache"}
    return web.Response(body=body, content_type="text/javascript", headers={**HEADERS, **headers})


async def manifest(_request: web.Request) -> web.Response:
    """What an iPhone wants to know before it keeps the pages as an app, and shows their notices."""
    names = static_names()
    told = {
        "name": "Galloper",
        "short_name": "Galloper",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f6efdf",
        "theme_color": "#7a2e1f",
        "icons": [
            {"src": names["app.png"], "sizes": "512x512", "type": "image/png"},
            {"src": names["mark.svg"], "sizes": "any", "type": "image/svg+xml"},
        ],
    }
    return web.Response(
        body=json.dumps(told).encode(),
        content_type="application/manifest+json",
        headers={**HEADERS, "Cache-Control": "no-cache"},
    )
