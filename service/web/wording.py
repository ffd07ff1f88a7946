"""How values are said on a page: names of fields, nothing, lists, and what a struct holds.

What a number counts and what an id names is read from the type of its field
(:mod:`world.units`): an instant becomes a date of the campaign's calendar, a place its name.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import msgspec

from couriers.offers import place_name
from service.papers.prose import prose
from world.clock import utc
from world.units import units_of

if TYPE_CHECKING:
    from world.state import World
    from world.units import Unit


def told(world: World, value: Any) -> Any:
    """A struct as pages show it: its fields by name, each said by its unit."""
    if isinstance(value, msgspec.Struct):
        units = units_of(type(value))
        return {
            name: _by_unit(world, units.get(name), getattr(value, name))
            for name in value.__struct_fields__
        }
    if isinstance(value, dict):
        return {str(key): told(world, part) for key, part in value.items()}
    if isinstance(value, list | tuple | frozenset):
        return [told(world, part) for part in value]
    return value


def _by_unit(world: World, unit: Unit | None, value: Any) -> Any:
    if unit is None or value is None or value == "":
        return told(world, value)
    if isinstance(value, tuple | list):
        return [_by_unit(world, unit, part) for part in value]
    match unit:
        case "game_ms":
            return world.calendar.format(value, "datetime")
        case "answering_ms":
            return minute(world.face.answering_wall(value))
        case "wall_us":
            return minute(value)
        case "place":
            return place_name(world, value)
        case "person":
            return world.pack.answers.title(world, value)


def minute(wall: int) -> str:
    """A wall instant (µs) to the minute, in UTC: "2026-12-04 20:00 UTC"."""
    return f"{utc(wall)[:16]} UTC"


@functools.lru_cache(maxsize=4096)
def said(name: str) -> str:
    """A field's or option's name in words: ``daily_need`` is "Daily need"."""
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]


def short(value: Any) -> str:
    """A plain value as it is read: nothing is a dash, truth is yes or no, thousands are apart."""
    match value:
        case None | "":
            return "—"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}".replace(",", "\u202f") if abs(value) >= 10_000 else str(value)
        case _:
            return str(value)


def is_plain(value: Any) -> bool:
    """Whether a value fits into a line."""
    return not isinstance(value, dict | list | tuple)


def columns(rows: list[dict[str, Any]]) -> list[str]:
    """Which fields of some structs make a table: plain ones that are not empty in every row."""
    names = dict.fromkeys(name for row in rows for name in row)
    return [
        name
        for name in names
        if all(is_plain(row.get(name)) for row in rows)
        and any(row.get(name) not in {None, "", 0} for row in rows)
    ]


def ago(ms: int) -> str:
    """How long something lasts (ms), roughly: 3 s, 5 min, 2 h, 4 days."""
    for span, word in ((86_400_000, "days"), (3_600_000, "h"), (60_000, "min")):
        if ms >= 2 * span:
            return f"{ms // span} {word}"
    return f"{ms // 1_000} s"


def upfirst(words: str) -> str:
    """Words as a heading or a sentence begins with them: "the referee" is "The referee"."""
    return words[:1].upper() + words[1:]


#: Browsers and systems by a word of what they call themselves; the first that fits counts, since
#: most claim to be several.
_BROWSERS = (
    "Firefox",
    "Edg",
    "OPR",
    "SamsungBrowser",
    "Chrome",
    "CriOS",
    "FxiOS",
    "Safari",
    "curl",
)
_SYSTEMS = ("iPhone", "iPad", "Android", "Windows", "Mac OS", "CrOS", "Linux")
_NAMED = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung Internet", "CriOS": "Chrome"}
_NAMED |= {"FxiOS": "Firefox", "Mac OS": "a Mac", "CrOS": "ChromeOS", "iPhone": "an iPhone"}
_NAMED |= {"iPad": "an iPad"}


def device(agent: str) -> str:
    """A browser as its owner knows it, from its User-Agent: "Firefox on Linux"."""
    browser = next((one for one in _BROWSERS if one in agent), "")
    system = next((one for one in _SYSTEMS if one in agent), "")
    if not browser:
        return agent[:40] or "A browser"
    browser = _NAMED.get(browser, browser)
    return f"{browser} on {_NAMED.get(system, system)}" if system else browser


#: What kept a message from arriving, by the name under which it is kept.
_HINDERED = {
    "ClientConnectorError": "it cannot be reached",
    "ClientConnectorDNSError": "its host is not known",
    "ClientConnectorCertificateError": "its certificate is not trusted",
    "ServerDisconnectedError": "it hung up",
    "SMTPConnectError": "the relay cannot be reached",
    "TimeoutError": "it did not answer in time",
}


def hindered(status: str) -> str:
    """Why a message did not arrive, in words where there are any; else what is kept of it."""
    return _HINDERED.get(status, status)


FILTERS = {
    "hindered": hindered,
    "device": device,
    "said": said,
    "upfirst": upfirst,
    "short": short,
    "plain": is_plain,
    "columns": columns,
    "prose": prose,
}
