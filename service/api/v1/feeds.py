"""Feeds of a person for calendars and feed readers, by a secret link."""

from __future__ import annotations

import msgspec

from service.api.endpoint import Asked, Done, Endpoints
from service.people.feeds import close_feeds, open_feeds
from service.store.session import writing

endpoints = Endpoints("Feeds")

_FEEDS = "/campaigns/{campaign}/persons/{person}/feeds"


class NewFeeds(msgspec.Struct, frozen=True):
    """Where the feeds are: an iCalendar and an Atom feed.  Shown once; a new link ends the old."""

    calendar: str
    notices: str


class MakeFeeds(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing more needs to be said."""


@endpoints.post(_FEEDS, takes=MakeFeeds, gives=NewFeeds, scope="account")
async def make_feeds(asked: Asked) -> NewFeeds:
    """Make a link to one's feeds, in place of the one there was; shown here and never again."""
    async with writing(asked.pool) as conn:
        secret = await open_feeds(conn, asked.known, asked.path["campaign"], asked.path["person"])
    at = asked.services.config.at
    return NewFeeds(at(f"/feeds/{secret}/calendar.ics"), at(f"/feeds/{secret}/notices.atom"))


@endpoints.delete(_FEEDS, gives=Done, scope="account")
async def end_feeds(asked: Asked) -> Done:
    """Let the link to one's feeds open nothing any more."""
    async with writing(asked.pool) as conn:
        ended = await close_feeds(conn, asked.known, asked.path["campaign"], asked.path["person"])
    return Done(done=ended)
