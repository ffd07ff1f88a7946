"""The page of a person's preferences: what is told how, quiet hours, digests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from service.api.problem import words_of
from service.notify.preferences import OTHERS, WEEKDAYS, Preferences
from service.people.preferences import PreferencesShown, preferences_of, set_preferences
from service.store.campaigns import campaign_name
from service.store.session import writing
from service.web.papers import papers_of
from world.errors import BadInput, Refused

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look

#: How each may be told, in the page's words; empty: as what stands above it.
_HOW = (("at_once", "At once"), ("digest", "In a digest"), ("off", "Not at all"))


async def preferences(
    look: Look, *, wrong: str = "", wanted: Preferences | None = None
) -> web.Response:
    """The preferences as they are, or as they were *wanted* and could not be kept."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    async with look.site.pool.acquire() as conn:
        shown = await preferences_of(conn, look.site.readings, look.known, campaign, person)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.recent(conn, campaign)
    return look.page(
        "preferences.html",
        status=422 if wrong else 200,
        campaign=campaign,
        person=person,
        name=name,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        wanted=wanted or shown.preferences,
        chapters=shown.chapters,
        channels=shown.channels,
        closed=shown.closed,
        hows=_HOW,
        others=OTHERS,
        weekdays=WEEKDAYS,
        wrong=wrong,
    )


async def prefer(look: Look) -> web.Response:
    """Keep what the form says."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    form, readings = await look.form(), look.site.readings
    wanted = None
    try:
        async with writing(look.site.pool) as conn:
            shown = await preferences_of(conn, readings, look.known, campaign, person)
            wanted = _read(form, shown)
            await set_preferences(conn, readings, look.known, campaign, person, wanted)
    except (BadInput, Refused) as error:
        return await preferences(look, wrong=words_of(error), wanted=wanted)
    return look.go(f"/c/{campaign}/{person}/preferences", said="Your preferences are kept.")


def _read(form: dict[str, str], shown: PreferencesShown) -> Preferences:
    """What a form says; what it leaves out is as if it had not been there."""
    names = [OTHERS]
    for chapter in shown.chapters:
        names += [chapter.name, *(one.kind for one in chapter.kinds)]
    in_use = [one.id for one in shown.channels]
    said: dict[str, Any] = {
        "zone": form.get("zone", "").strip(),
        "kinds": {name: form[f"how.{name}"] for name in names if form.get(f"how.{name}")},
        "quiet_from": form.get("quiet_from", "").strip(),
        "quiet_to": form.get("quiet_to", "").strip(),
        "quiet_days": [day for day in WEEKDAYS if form.get(f"quiet.{day}")],
        "digest_at": form.get("digest_at", "").strip(),
        "digest_day": form.get("digest_day", ""),
        "urgent": bool(form.get("urgent")),
        "channels": {
            **{id: "urgent" for id in in_use if form.get(f"channel.{id}") == "urgent"},
            **{one.id: one.use for one in shown.closed if form.get(f"channel.{one.id}")},
        },
    }
    try:
        return msgspec.convert(said, Preferences)
    except msgspec.ValidationError as error:
        raise BadInput(f"That is no preference ({error}); nothing was kept.") from None
