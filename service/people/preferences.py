"""A person's preferences: read, checked, kept, and kept to by what waits already."""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING

import msgspec

from service.intake.speak import require_person
from service.notify.arranging import arranging_of, wishes
from service.notify.kinds import KINDS
from service.notify.preferences import Preferences, Use, require_sensible
from service.people.parts import require_own, require_voice
from service.store.channels import closed_of_others, list_channels
from service.store.held import arrange_again
from service.store.outbox import lock_outbox
from service.store.preferences import keep_preference, read_preference
from world.kernel.nouns import REFEREE

if TYPE_CHECKING:
    from collections.abc import Container

    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Who
    from service.store.channels import Channel
    from world.pack import Pack


class KindOfNotice(msgspec.Struct, frozen=True):
    """A kind of notice: its name in preferences, what it tells, and whether it cannot wait."""

    kind: str
    about: str
    urgent: bool = False


class ChapterOfNotices(msgspec.Struct, frozen=True):
    """A chapter of the rules that tells something; ``name`` stands for all its kinds."""

    name: str
    about: str
    kinds: list[KindOfNotice]


class ChannelInUse(msgspec.Struct, frozen=True):
    """A channel of the person's, by its id in preferences.

    ``used_for`` is what it is used for now: everything, where those the person chose for that are
    closed.
    """

    id: str
    kind: str
    shown: str
    used_for: Use = "all"


class ClosedChannel(msgspec.Struct, frozen=True):
    """A channel that preferences name and that is closed; ``use`` is what they say of it.

    ``shown`` is empty where its address is somebody else's.
    """

    id: str
    shown: str
    use: Use


class PreferencesShown(msgspec.Struct, frozen=True):
    """A person's preferences, what may stand in them, and which channels of theirs are closed."""

    preferences: Preferences
    chapters: list[ChapterOfNotices]
    channels: list[ChannelInUse]
    closed: list[ClosedChannel] = []


async def preferences_of(
    conn: asyncpg.Connection, readings: Readings, who: Who, campaign_id: str, person: str
) -> PreferencesShown:
    """A person's preferences; where none were kept, everything at once, in the account's zone.

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs.
    """
    require_own(await require_voice(conn, who, campaign_id, person, to_speak=False), person)
    hidden = await closed_of_others(
        conn, campaign_id, person, who.account.id, referee=person == REFEREE
    )
    return await shown_preferences(
        conn, readings, campaign_id, person, who.account.zone, hidden=hidden
    )


async def shown_preferences(
    conn: asyncpg.Connection,
    readings: Readings,
    campaign_id: str,
    person: str,
    zone: str,
    *,
    hidden: Container[str] = (),
) -> PreferencesShown:
    """A person's preferences for whoever may see them; *zone* is theirs who keep none.

    *hidden* are closed channels whose addresses are not for them.
    """
    world = await readings.recent(conn, campaign_id)
    body = await read_preference(conn, campaign_id, person)
    kept = Preferences(zone=zone) if body is None else wishes(body)
    listed = await list_channels(conn, campaign_id, person)
    in_use = [one for one in listed if one.state != "closed"]
    uses = kept.uses(one.id for one in in_use)
    known = {one.id: one for one in listed if one.id not in hidden and one.address}
    return PreferencesShown(
        preferences=kept,
        chapters=chapters_of(world.pack),
        channels=[ChannelInUse(one.id, one.kind, _shown(one), uses[one.id]) for one in in_use],
        closed=[
            ClosedChannel(id, _shown(known[id]) if id in known else "", use)
            for id, use in kept.channels.items()
            if id not in uses
        ],
    )


async def set_preferences(
    conn: asyncpg.Connection,
    readings: Readings,
    who: Who,
    campaign_id: str,
    person: str,
    wanted: Preferences,
) -> None:
    """Keep a person's preferences; what waits already leaves by them.

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs.
        BadInput, Refused: they cannot be kept to; nothing is changed.
    """
    require_own(await require_voice(conn, who, campaign_id, person, to_speak=True), person)
    await keep_preferences(conn, readings, campaign_id, person, wanted)


async def keep_preferences(
    conn: asyncpg.Connection,
    readings: Readings,
    campaign_id: str,
    person: str,
    wanted: Preferences,
) -> None:
    """Keep what somebody wishes who may; what waits already leaves by it.

    A closed channel may be named if it was before: what was read can be kept as it stands.

    Raises:
        BadInput, Refused: they cannot be kept to; nothing is changed.
    """
    world = await readings.recent(conn, campaign_id)
    require_person(world, person)
    async with conn.transaction():
        await lock_outbox(conn, campaign_id)
        before = await read_preference(conn, campaign_id, person, to_change=True)
        in_use = [
            one.id
            for one in await list_channels(conn, campaign_id, person)
            if one.state != "closed"
        ]
        named = () if before is None else wishes(before).channels
        require_sensible(wanted, _names(world.pack), {*in_use, *named})
        body = msgspec.json.encode(wanted, order="deterministic")
        await keep_preference(conn, campaign_id, person, body)
        again = functools.partial(arranging_of(world.pack).again, in_use)
        await arrange_again(conn, campaign_id, person, again)


def chapters_of(pack: Pack) -> list[ChapterOfNotices]:
    """The chapters that tell something, and what."""
    return [
        ChapterOfNotices(
            f"{chapter.name}.*",
            chapter.about,
            [
                KindOfNotice(kind, _about(pack, kind), pack.notices[kind].urgent)
                for kind, teller in pack.told_by.items()
                if teller == chapter.name
            ],
        )
        for chapter in pack.chapters
        if chapter.notices
    ]


def _about(pack: Pack, kind: str) -> str:
    return (inspect.getdoc(pack.notices[kind]) or kind).partition("\n")[0]


def _names(pack: Pack) -> list[str]:
    return [
        name
        for chapter in chapters_of(pack)
        for name in (chapter.name, *(one.kind for one in chapter.kinds))
    ]


def _shown(channel: Channel) -> str:
    return KINDS[channel.kind].shown(channel)
