"""Every chapter of the API, entered into an application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

from service.api.answering import SAFE, answers
from service.api.chapters import CHAPTERS
from service.api.openapi import BASE, document_bytes

if TYPE_CHECKING:
    from service.api.endpoint import Services
    from service.pace import Pace

__all__ = ["CHAPTERS", "enter_routes"]


def enter_routes(app: web.Application, services: Services, pace: Pace) -> None:
    """Let an application answer everything under ``/api/v1``."""
    for chapter in CHAPTERS:
        for endpoint in chapter.all:
            app.router.add_route(
                endpoint.method, BASE + endpoint.path, answers(endpoint, services, pace)
            )
    app.router.add_get(f"{BASE}/openapi.json", _openapi)


async def _openapi(_request: web.Request) -> web.Response:
    return web.Response(body=document_bytes(), content_type="application/json", headers=SAFE)
