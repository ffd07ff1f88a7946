"""The pages of whoever leads somebody in a campaign, entered into an application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.web import chart, desk, letters, record
from service.web.frame import shows

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Site


def enter_player_pages(app: web.Application, site: Site) -> None:
    """Let an application show a person's desk and the papers on it."""
    get, post = app.router.add_get, app.router.add_post
    get("/c/{campaign}/{person}", shows(site, desk.desk))
    post("/c/{campaign}/{person}/order", shows(site, desk.give))
    post("/c/{campaign}/{person}/answer/{decision}", shows(site, desk.answer))
    get("/c/{campaign}/{person}/letters", shows(site, letters.letters))
    post("/c/{campaign}/{person}/letters", shows(site, letters.begin))
    get("/c/{campaign}/{person}/letters/{other}", shows(site, letters.thread))
    post("/c/{campaign}/{person}/letters/{other}", shows(site, letters.send))
    get("/c/{campaign}/{person}/map", shows(site, chart.chart))
    get("/c/{campaign}/{person}/map/ground.svg", shows(site, chart.ground))
    get("/c/{campaign}/{person}/map/marks.svg", shows(site, chart.marks))
    get("/c/{campaign}/{person}/record", shows(site, record.record))
