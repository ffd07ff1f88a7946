"""A person's preferences: read, checked, kept, and kept to by what waits already."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING

import msgspec

from service.intake.speak import require_person
from service.notify.arranging import arranging_of, wishes
from service.notify.kinds import KINDS
from service.notify.preferences import Preferences, require_sensible
from service.people.parts import require_own, require_voice
from service.store.channels import list_channels
from service.store.held import arrange_again
from service.store.outbox import lock_outbox
from service.store.preferences import keep_preference, read_preference

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Who
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
    """A channel of the person's, by its id in preferences."""

    id: str
    kind: str
    shown: str


class PreferencesShown(msgspec.Struct, frozen=True):
    """A person's preferences, and what may stand in them."""

    preferences: Preferences
    chapters: list[ChapterOfNotices]
    channels: list[ChannelInUse]


async def preferences_of(
    conn: asyncpg.Connection, readings: Readings, who: Who, campaign_id: str, person: str
) -> PreferencesShown:
    """A person's preferences; where none were kept, everything at once, in the account's zone.

    Raises:
        NoSuchCampaign, NotAllowed: the person is not theirs.
    """
    require_own(await require_voice(conn, who, campaign_id, person, to_speak=False), person)
    world = await readings.recent(conn, campaign_id)
    body = await read_preference(conn, campaign_id, person)
    kept = Preferences(zone=who.account.zone) if body is None else wishes(body)
    return PreferencesShown(
        preferences=kept,
        chapters=chapters_of(world.pack),
        channels=await _channels(conn, campaign_id, person),
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
    world = await readings.recent(conn, campaign_id)
    require_person(world, person)
    channels = [one.id for one in await _channels(conn, campaign_id, person)]
    require_sensible(wanted, _names(world.pack), channels)
    body = msgspec.json.encode(wanted, order="deterministic")
    async with conn.transaction():
        await lock_outbox(conn, campaign_id)
        await keep_preference(conn, campaign_id, person, body)
        await arrange_again(conn, campaign_id, person, arranging_of(world.pack).again)


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


async def _channels(conn: asyncpg.Connection, campaign_id: str, person: str) -> list[ChannelInUse]:
    return [
        ChannelInUse(one.id, one.kind, KINDS[one.kind].shown(one))
        for one in await list_channels(conn, campaign_id, person)
        if one.state != "closed"
    ]
