"""The pages of whoever begins a campaign or leads somebody in one, entered into an application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.web import (
    almanac,
    channels,
    chart,
    desk,
    ending,
    feeds,
    letters,
    preferring,
    record,
    starting,
)
from service.web.frame import shows

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Site


def enter_player_pages(app: web.Application, site: Site) -> None:
    """Let an application begin campaigns, and show a person's desk and the papers on it."""
    get, post = app.router.add_get, app.router.add_post
    get("/start", shows(site, starting.scenarios))
    get("/start/{scenario}", shows(site, starting.scenario))
    post("/start/{scenario}", shows(site, starting.begin))
    get("/c/{campaign}/begun", shows(site, starting.begun))
    post("/c/{campaign}/begun", shows(site, starting.invite_all))
    get("/c/{campaign}/{person}", shows(site, desk.desk))
    post("/c/{campaign}/{person}/order", shows(site, desk.give))
    post("/c/{campaign}/{person}/answer/{decision}", shows(site, desk.answer))
    get("/c/{campaign}/{person}/letters", shows(site, letters.letters))
    post("/c/{campaign}/{person}/letters", shows(site, letters.begin))
    get("/c/{campaign}/{person}/letters/{other}", shows(site, letters.thread))
    post("/c/{campaign}/{person}/letters/{other}", shows(site, letters.send))
    post("/c/{campaign}/{person}/channels/push", shows(site, channels.subscribed))
    get("/c/{campaign}/{person}/map", shows(site, chart.chart))
    get("/c/{campaign}/{person}/map/ground.svg", shows(site, chart.ground))
    get("/c/{campaign}/{person}/map/marks.svg", shows(site, chart.marks))
    get("/c/{campaign}/{person}/map/markers.svg", shows(site, chart.markers))
    get("/c/{campaign}/{person}/map/map.svg", shows(site, chart.whole))
    get("/c/{campaign}/{person}/map/map.png", shows(site, chart.picture))
    post("/c/{campaign}/{person}/map", shows(site, chart.mark))
    get("/c/{campaign}/{person}/almanac", shows(site, almanac.almanac))
    post("/c/{campaign}/{person}/almanac", shows(site, almanac.note))
    get("/c/{campaign}/{person}/feeds", shows(site, feeds.feeds))
    post("/c/{campaign}/{person}/feeds", shows(site, feeds.change))
    get("/c/{campaign}/{person}/record", shows(site, record.record))
    get("/c/{campaign}/{person}/channels", shows(site, channels.channels))
    post("/c/{campaign}/{person}/channels", shows(site, channels.change))
    get("/c/{campaign}/{person}/record.zip", shows(site, ending.person_file))
    get("/c/{campaign}/{person}/preferences", shows(site, preferring.preferences))
    post("/c/{campaign}/{person}/preferences", shows(site, preferring.prefer))
