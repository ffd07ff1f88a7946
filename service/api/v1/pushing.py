"""Notices in a browser: the server's key, and subscriptions by it."""

from __future__ import annotations

import msgspec

from service.api.endpoint import Asked, Endpoints
from service.notify.vapid import PushKeys
from service.people.browsers import Subscription, subscribe
from service.people.telling import SENDING_COST, NewPlace

endpoints = Endpoints("Notices in a browser")


class ServerKey(msgspec.Struct, frozen=True):
    """The public key that a browser subscribes by (``applicationServerKey``), in base64url."""

    key: str


@endpoints.get("/pushes/key", gives=ServerKey)
async def push_key(asked: Asked) -> ServerKey:
    """The key that a browser subscribes by."""
    return ServerKey((await PushKeys(asked.pool, asked.services.config).key()).public)


@endpoints.post(
    "/campaigns/{campaign}/persons/{person}/pushes",
    takes=Subscription,
    gives=NewPlace,
    scope="play",
)
async def add_push(asked: Asked) -> NewPlace:
    """Have a person told in a browser, by its subscription; it is listed among the channels."""
    asked.services.pace.take(f"send {asked.known.account.id}", cost=SENDING_COST)
    return await subscribe(
        asked.pool,
        asked.services.config,
        asked.known,
        asked.path["campaign"],
        asked.path["person"],
        asked.body,
    )
