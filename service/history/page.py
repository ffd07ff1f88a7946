"""``docs/history.md``: what a campaign does beside what history says, with its pictures."""

from __future__ import annotations

from collections.abc import Iterator

from service.history.picture import picture
from service.history.stage import historical_figures
from service.history.wording import in_figures
from service.history.yard import Group, Yard
from service.history.yardstick import YARDS, measured
from service.packs import pack_named

_TITLES: dict[Group, str] = {
    "semaphore": "Semaphores",
    "post": "Riders, post and news",
    "armies": "Armies on the march",
    "campaigns": "Losses, sieges, concentration, food",
}
_ABOUT: dict[Group, str] = {
    "semaphore": (
        "Messages are handed in at Lille and read in Paris on the map of the scenario; the Prussian"
        " line stands on a plain of its own, with a pace of its own (`semaphores: {line:"
        " {symbol_ms: 30000, hop_ms: 7000}}`), because a line of 1833 with a telegraphist at every"
        " hand was four times as fast from tower to tower as Chappe's. A sign here is a letter or a"
        " digit. For row 6 a line is given more than it can carry in a year; what it has carried"
        " by its end tells how long it worked."
    ),
    "post": (
        "Letters are written and read, war is declared and heard of. The way from Brussels to Paris"
        " is the one the map has, the others are plain roads of the right length. For row 11 the"
        " bay's commander writes to Lyon at four in the afternoon of 1 March; the prefect has it"
        " signalled as soon as the rider is there, which is at night, so the towers take it up in"
        " the morning. No rider is lost and no day hazy in these trials: they measure how long a"
        " thing takes."
    ),
    "armies": (
        "Armies are ordered to march along a road that never ends. Rows 13 to 15 are of fair days,"
        " row 12 of twenty days of June with the weather that the dice gave them. Row 15 takes the"
        " length of the column from the commander's own page, and the pace at which he is seen to"
        " march."
    ),
    "campaigns": (
        "Row 16 lies outside, and is meant to be seen: a corps that forages by its road marches for"
        " eight weeks and comes home almost whole. The rules take men from an army by hunger, by"
        " failed checks of its morale and by weather, and know neither sickness nor the footsore;"
        " what 1812 and 1813 lost on the road a referee takes by correcting the army. In the script"
        " of the Hundred Days, where armies also starve, desert and fight, a third is gone in sixty"
        " days. For row 17 a fortress with 2,000 men is shut in by 12,000 with 30 heavy guns, who"
        " are fed and storm nothing; the Hundred Days let a fortress begin with a will to hold of"
        " 15, where the rules have 20 and a middle siege of 78 days. For row 19 every free army of"
        " Wellington's and Blücher's stands where it stood on 12 June 1815 and is ordered to march"
        " that night; the time is that at which four men of five are there, since Bülow lay a march"
        " behind all others. For row 20 a supply is a kilogram. It takes the rules' own figure of a"
        " horse: the Hundred Days let it find half of its fodder in the fields of June."
    ),
}
_FIGURES = (
    "semaphore.",
    "message.",
    "news.",
    "march.",
    "night.",
    "column.",
    "army.",
    "clock.",
    "siege.",
    "supply.",
)


def pages() -> dict[str, str]:
    """The page and its pictures, by path under ``docs/``."""
    found = {"history.md": "\n".join(_page())}
    for group, title in _TITLES.items():
        found[f"pictures/history-{group}.svg"] = picture(
            f"{title}: simulated and historical", _of(group)
        )
    return found


def _of(group: Group) -> list[Yard]:
    return [yard for yard in YARDS if yard.group == group]


def _page() -> Iterator[str]:
    yield "# The simulation beside history"
    yield ""
    yield (
        "<!-- Written by `galloper docs`; the text is in service/history. -->\n\n"
        "The campaign rules keep the figures of their source. The scenario of the Hundred Days sets"
        " its own, so that couriers, semaphores and armies take the time that they took. Here is"
        " what comes of it. Every figure was measured in a campaign that was played for it: letters"
        " ridden, telegrams signalled, marches made, by the code that runs a game. `tests/history`"
        " plays the same campaigns and fails when one leaves its range."
    )
    for group, title in _TITLES.items():
        yield f"\n## {title}\n"
        yield f"![{title}: simulated and historical](pictures/history-{group}.svg)\n"
        yield _ABOUT[group] + "\n"
        yield "| row | what | simulated | history allows | figures of history |"
        yield "|---|---|---|---|---|"
        for yard in _of(group):
            yield _line(yard)
    yield from _settings()
    yield from _missing()


def _line(yard: Yard) -> str:
    value = measured(yard.id)
    told = f"**{in_figures(value)} {yard.unit}".rstrip() + "**"
    if not yard.holds(value):
        told += " (outside)"
    allowed = f"{in_figures(yard.low)} to {in_figures(yard.high)} {yard.unit}".rstrip()
    return f"| {yard.id} | {yard.what} | {told} | {allowed} | {yard.source} |"


def _settings() -> Iterator[str]:
    known = pack_named("campaign").params
    yield "\n## The figures behind it\n"
    yield (
        "What `scenarios/hundred_days` sets beside what the rules say; [the rules"
        " reference](rules/campaign.md) explains each.\n"
    )
    yield "| parameter | Hundred Days | the rules | unit |"
    yield "|---|---|---|---|"
    for name, value in sorted(historical_figures().items()):
        if name.startswith(_FIGURES):
            param = known[name]
            default = _shown(param.default)
            yield f"| `{name}` | {value} | {default} | {param.unit} |"


def _shown(default: object) -> str:
    if isinstance(default, tuple):
        return ", ".join(map(str, default)) or "none"
    return str(default).lower() if isinstance(default, bool) else str(default)


def _missing() -> Iterator[str]:
    yield "\n## Where the figures come from\n"
    yield (
        "Rows and ranges were put together from published sources: for marches Carl von Clausewitz,"
        " *On War*, book V, chapters 9 to 12 (a day's march of three German miles, a German mile"
        " being 7.5 km; two a day over longer distances, rests included), and Antoine-Henri Jomini;"
        " for telegraphs the accounts of Chappe's lines and of the Prussian line between Berlin and"
        " Koblenz (62 stations, 1833 to 1849); for the post the contracts of the house of Taxis."
        " For losses the histories of 1812 and 1813, for sieges Henry Halleck's list, for June 1815"
        " the Encyclopædia Britannica of 1911, for food the study of Donald Engels. They are given"
        " as facts, in our words.\n"
    )
