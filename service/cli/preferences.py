"""``galloper preferences``: when a person is told of what, quiet hours and digests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cyclopts
import msgspec

from service.cli.desk import ask_store, with_store
from service.cli.main import app
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.cli.server import HERE, Server
from service.notify.preferences import WEEKDAYS, Preferences, Weekday
from world.errors import BadInput, GalloperError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from service.opening import Store
    from service.people.preferences import PreferencesShown

preferences = cyclopts.App(
    name="preferences", help="When a person is told of what: at once, in a digest, not at all."
)
app.command(preferences)

#: What takes a choice away, so that the next wider one holds.
_AS_ABOVE, _FORGET = "as_above", "forget"


@preferences.command
def show(
    campaign_id: str,
    person: str,
    *,
    kinds: bool = False,
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Show a person's preferences, and what their channels are used for.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        The person's id; gm for the referee.
    kinds
        List the kinds of notice there are as well, by the names that `set --tell` takes.
    """
    load_packs(pack)
    shown = _ask(campaign_id, person, None, there, data)
    if json:
        print_json(shown)
        return
    _say(shown)
    for chapter in shown.chapters if kinds else ():
        say(f"{chapter.name:<24} {chapter.about}", "bold")
        for one in chapter.kinds:
            say(f"  {one.kind:<22} {one.about}{' It cannot wait.' if one.urgent else ''}")


@preferences.command(name="set")
def set_(  # noqa: PLR0913 - as many as there are preferences
    campaign_id: str,
    person: str,
    *,
    tell: tuple[str, ...] = (),
    zone: str = "",
    quiet: str = "",
    quiet_day: tuple[str, ...] = (),
    digest: str = "",
    digest_day: str = "",
    urgent: bool | None = None,
    channel: tuple[str, ...] = (),
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Change a person's preferences; what is not named stays as it is.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        The person's id; gm for the referee.
    tell
        NAME=HOW: a kind of notice, a chapter (letters.*) or all others (*), and how they are told:
        at_once, digest, off, or as_above for as what is wider. Give it several times for several.
    zone
        The IANA zone of all hours, such as Europe/Berlin.
    quiet
        Quiet hours as 22:00-07:00, or none.
    quiet_day
        A weekday that is quiet throughout, or none; give it several times for all of them.
    digest
        The hour of the digest, such as 08:00.
    digest_day
        Its weekday, or daily.
    urgent
        Whether what cannot wait breaks quiet hours and needs no digest.
    channel
        ID=USE: a channel as show lists it, and what it is used for: all, urgent, or forget.
    """
    load_packs(pack)

    def changed(shown: PreferencesShown) -> Preferences:
        now = shown.preferences
        changes: dict[str, object] = {
            "kinds": _pairs(now.kinds, tell, "tell", _AS_ABOVE),
            "channels": _pairs(now.channels, channel, "channel", _FORGET),
        }
        if zone:
            changes["zone"] = zone
        if quiet:
            begin, _, end = ("", "", "") if quiet == "none" else quiet.partition("-")
            changes |= {"quiet_from": begin.strip(), "quiet_to": end.strip()}
        if quiet_day:
            named = () if quiet_day == ("none",) else tuple(map(_weekday, quiet_day))
            changes["quiet_days"] = tuple(day for day in WEEKDAYS if day in named)
        if digest:
            changes["digest_at"] = digest
        if digest_day:
            changes["digest_day"] = "" if digest_day == "daily" else _weekday(digest_day)
        if urgent is not None:
            changes["urgent"] = urgent
        try:
            return msgspec.convert({**msgspec.structs.asdict(now), **changes}, Preferences)
        except msgspec.ValidationError as error:
            raise BadInput(f"That is no preference ({error}); nothing was kept.") from None

    words = (*tell, zone, quiet, *quiet_day, digest, digest_day, *channel)
    if not any(words) and urgent is None:
        raise GalloperError(
            "Nothing is said to be changed, and nothing was. See: galloper preferences set --help."
        )
    shown = _ask(campaign_id, person, changed, there, data)
    if json:
        print_json(shown)
    else:
        _say(shown)


def _weekday(name: str) -> Weekday:
    for day in WEEKDAYS:
        if day == name.lower():
            return day
    raise BadInput(f"{name[:20]!r} is no weekday; nothing was kept. Write it as friday.")


def _pairs(
    before: Mapping[str, str], said: tuple[str, ...], option: str, nothing: str
) -> dict[str, str]:
    found = dict(before)
    for one in said:
        name, equals, value = one.rpartition("=")
        if not equals:
            raise BadInput(
                f"--{option} {one[:40]!r} has no =; nothing was kept. See: galloper preferences set"
                " --help."
            )
        found[name] = value
    return {name: value for name, value in found.items() if value != nothing}


def _ask(
    campaign_id: str,
    person: str,
    changed: Callable[[PreferencesShown], Preferences] | None,
    there: Server,
    data: Path | None,
) -> PreferencesShown:
    """The preferences as they are; with *changed*, as they are once it has changed them."""
    client = there.client()
    if client is not None:
        from service.api.v1 import preferring

        where: dict[str, Any] = {"campaign": campaign_id, "person": person}
        shown = client.ask(preferring.preferences, **where)
        return shown if changed is None else client.ask(preferring.prefer, changed(shown), **where)

    async def work(store: Store) -> PreferencesShown:
        found: PreferencesShown = await ask_store(_here, store, campaign_id, person, changed)
        return found

    return with_store(work, data)


async def _here(
    store: Store,
    campaign_id: str,
    person: str,
    changed: Callable[[PreferencesShown], Preferences] | None,
) -> PreferencesShown:
    from service.intake.reading import Readings
    from service.intake.speak import require_person
    from service.people.preferences import keep_preferences, shown_preferences
    from service.people.reading import reader_of
    from service.store.session import writing

    readings = Readings()
    async with writing(store.pool) as conn:
        require_person(await readings.recent(conn, campaign_id), person)
        zone = (await reader_of(conn, campaign_id, person)).zone
        shown = await shown_preferences(conn, readings, campaign_id, person, zone)
        if changed is None:
            return shown
        await keep_preferences(conn, readings, campaign_id, person, changed(shown))
        return await shown_preferences(conn, readings, campaign_id, person, zone)


def _say(shown: PreferencesShown) -> None:
    wanted = shown.preferences
    hours = f"{wanted.quiet_from} to {wanted.quiet_to}" if wanted.quiet_from else ""
    days = ", ".join(wanted.quiet_days)
    rows = [
        ("zone", wanted.zone),
        ("quiet", "; ".join(filter(None, (hours, days))) or "never"),
        ("digest", f"at {wanted.digest_at}, {wanted.digest_day or 'daily'}"),
        ("urgent", "breaks all that" if wanted.urgent else "waits like the rest"),
        *(("tell", f"{name}={how}") for name, how in sorted(wanted.kinds.items())),
    ]
    for one in shown.channels:
        use = wanted.channels.get(one.id, "all")
        why = "" if use == one.used_for else " for now, since what had the rest is closed"
        rows.append(("channel", f"{one.id}={use} ({one.shown}){_used(one.used_for, why)}"))
    for gone in shown.closed:
        shown_at = f"{gone.shown}, " if gone.shown else ""
        rows.append(("channel", f"{gone.id}={gone.use} ({shown_at}closed)"))
    for name, value in rows:
        say(f"{name:<9} {value}")


def _used(use: str, why: str) -> str:
    return f" used for {use}{why}" if why else ""
