"""When a person is told of what: at once, in a digest or not at all, and quiet hours."""

from __future__ import annotations

from service.api.endpoint import Asked, Endpoints
from service.notify.preferences import Preferences
from service.people.preferences import PreferencesShown, preferences_of, set_preferences
from service.store.session import writing

endpoints = Endpoints("Preferences")

_PREFERENCES = "/campaigns/{campaign}/persons/{person}/preferences"


@endpoints.get(_PREFERENCES, gives=PreferencesShown)
async def preferences(asked: Asked) -> PreferencesShown:
    """When a person of mine is told of what, with the kinds of notice and channels there are."""
    async with asked.pool.acquire() as conn:
        return await preferences_of(
            conn,
            asked.services.readings,
            asked.known,
            asked.path["campaign"],
            asked.path["person"],
        )


@endpoints.post(_PREFERENCES, takes=Preferences, gives=PreferencesShown, scope="read")
async def prefer(asked: Asked) -> PreferencesShown:
    """Keep all of a person's preferences in place of those there were."""
    where = (asked.services.readings, asked.known, asked.path["campaign"], asked.path["person"])
    async with writing(asked.pool) as conn:
        await set_preferences(conn, *where, asked.body)
        return await preferences_of(conn, *where)
