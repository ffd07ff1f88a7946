"""Every page, entered into an application."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from service.web import feeds, public, signing_in, unsubscribing
from service.web.frame import manifest, nothing_here, shows, static, worker
from service.web.player_routes import enter_player_pages
from service.web.signing_in import RUNNING
from service.web.staff_routes import enter_staff_pages

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Site


def enter_pages(app: web.Application, site: Site) -> None:
    """Let an application show pages."""
    app[RUNNING] = set()
    app.middlewares.append(nothing_here(site))
    app.on_cleanup.append(_give_up)
    get, post = app.router.add_get, app.router.add_post
    get("/static/{name}", static)
    get("/sw.js", worker)
    get("/manifest.webmanifest", manifest)
    get("/", shows(site, signing_in.front))
    post("/sign-in", shows(site, signing_in.by_password))
    post("/sign-in/link", shows(site, signing_in.ask_for_link))
    get("/sign-in/{secret}", shows(site, signing_in.show_link))
    post("/sign-in/{secret}", shows(site, signing_in.use_link))
    post("/sign-out", shows(site, signing_in.sign_out))
    get("/invitation/{secret}", shows(site, signing_in.show_invitation))
    post("/invitation/{secret}", shows(site, signing_in.take_invitation))
    get("/public", shows(site, public.campaigns))
    get("/public/{campaign}", shows(site, public.paper))
    get("/public/{campaign}/map.svg", shows(site, public.country))
    get(feeds.CALENDAR, shows(site, feeds.calendar))
    get(feeds.NOTICES, shows(site, feeds.notices))
    leave = "/unsubscribe/{campaign}/{channel}/{seal}"
    get(leave, shows(site, unsubscribing.show))
    post(leave, shows(site, unsubscribing.stop, from_anywhere=True))
    enter_staff_pages(app, site)
    # Last: a person's name stands where other pages have words of their own.
    enter_player_pages(app, site)


async def _give_up(app: web.Application) -> None:
    """Mails that have not left by now do not leave: whoever waits for one asks again."""
    for task in app[RUNNING]:
        task.cancel()
    await asyncio.gather(*app[RUNNING], return_exceptions=True)
