"""Every page, entered into an application."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from service.web import correct, signing_in, table
from service.web.frame import shows, static
from service.web.player_routes import enter_player_pages
from service.web.signing_in import RUNNING

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Site


def enter_pages(app: web.Application, site: Site) -> None:
    """Let an application show pages."""
    app[RUNNING] = set()
    app.on_cleanup.append(_give_up)
    get, post = app.router.add_get, app.router.add_post
    get("/static/{name}", static)
    get("/", shows(site, signing_in.front))
    post("/sign-in", shows(site, signing_in.by_password))
    post("/sign-in/link", shows(site, signing_in.ask_for_link))
    get("/sign-in/{secret}", shows(site, signing_in.show_link))
    post("/sign-in/{secret}", shows(site, signing_in.use_link))
    post("/sign-out", shows(site, signing_in.sign_out))
    get("/invitation/{secret}", shows(site, signing_in.show_invitation))
    post("/invitation/{secret}", shows(site, signing_in.take_invitation))
    get("/c/{campaign}/table", shows(site, table.table))
    post("/c/{campaign}/table/clock", shows(site, table.set_clock))
    post("/c/{campaign}/table/invite", shows(site, table.invite))
    post("/c/{campaign}/table/invitation/{invitation}", shows(site, table.withdraw))
    get("/c/{campaign}/things", shows(site, correct.things))
    get("/c/{campaign}/things/{entity}", shows(site, correct.show))
    post("/c/{campaign}/things/{entity}", shows(site, correct.correct))
    # Last: a person's name stands where other pages have words of their own.
    enter_player_pages(app, site)


async def _give_up(app: web.Application) -> None:
    """Mails that have not left by now do not leave: whoever waits for one asks again."""
    for task in app[RUNNING]:
        task.cancel()
    await asyncio.gather(*app[RUNNING], return_exceptions=True)
