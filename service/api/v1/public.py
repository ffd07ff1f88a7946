"""Public campaigns: what anybody reads of them without an account."""

from __future__ import annotations

import msgspec

from service.api.endpoint import Asked, Done, Endpoints
from service.papers.newspaper import Newspaper, news_map, newspaper
from service.people.parts import NotFound
from service.people.public import let_look_on
from service.store.public import public_campaigns
from service.store.session import writing

endpoints = Endpoints("Public campaigns")

#: Campaigns in the list at most.
_MOST = 50


class PublicCampaign(msgspec.Struct, frozen=True):
    """A campaign at which anybody may look on."""

    id: str
    name: str


class LookOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether anybody may look on."""

    public: bool


@endpoints.get("/public", gives=list[PublicCampaign], scope=None)
async def public_list(asked: Asked) -> list[PublicCampaign]:
    """The campaigns at which anybody may look on."""
    async with asked.pool.acquire() as conn:
        return [PublicCampaign(*one) for one in await public_campaigns(conn, _MOST)]


@endpoints.get("/public/{campaign}", gives=Newspaper, scope=None)
async def public_news(asked: Asked) -> Newspaper:
    """What is told in a public campaign, as late as its spectators see."""
    async with asked.pool.acquire() as conn:
        return await newspaper(conn, asked.services.readings, asked.path["campaign"])


@endpoints.picture("/public/{campaign}/map.svg", media="image/svg+xml", scope=None)
async def public_map(asked: Asked) -> bytes:
    """The country with the places of the news on it, as an SVG document."""
    async with asked.pool.acquire() as conn:
        body = await news_map(conn, asked.services.readings, asked.path["campaign"])
    if body is None:
        raise NotFound("This game has no map.")
    return body


@endpoints.post("/campaigns/{campaign}/public", takes=LookOn, gives=Done, scope="referee")
async def make_public(asked: Asked) -> Done:
    """Let anybody read a campaign's news without an account, or nobody any more."""
    async with writing(asked.pool) as conn:
        await let_look_on(conn, asked.known, asked.path["campaign"], public=asked.body.public)
    return Done(done=True)
