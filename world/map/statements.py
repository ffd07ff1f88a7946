"""What each kind of line in a map file says (docs/scenario-map.md has the grammar)."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import msgspec

from world.map.atlas import Station, StrongholdKind, StrongholdSite
from world.map.draft import Draft
from world.map.edges import (
    BANKS,
    ROAD_KINDS,
    Crossing,
    CrossingKind,
    RiverLine,
    RoadLine,
    meet,
    river_along,
)
from world.map.hexes import LAYOUTS, Hex
from world.map.hexes import line as straight
from world.map.reading import (
    Options,
    choice,
    edge_at,
    hex_at,
    kilometres,
    offset,
    rectangle_at,
    rest,
    settlement,
    whole,
)
from world.map.terrain import ALIASES, COLOURS, STRONGHOLD_KINDS, TERRAINS, Terrain
from world.map.tokens import Line, Token
from world.scenario.problems import nearest, quoted

FLAGS = ("port", "tower", "coast")
#: Text Mapper's icons of places that are no strongholds: a name and nothing else.
PLACES = ("village", "thorp", "house")
#: Words that declare a stronghold; the last two are Text Mapper's.
KINDS: dict[str, StrongholdKind] = {
    "town": "town",
    "city": "city",
    "fortress": "fortress",
    "castle": "fortress",
    "keep": "fortress",
}
#: Words that say what crosses a river.
CROSSINGS: dict[str, CrossingKind] = {
    "bridge": "bridge",
    "ford": "ford",
    "unbridged": "unbridged",
}

#: Hexes in one line of road or river.
LONGEST = 2_000

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_WORD = re.compile(r"[a-z][a-z0-9-]{0,39}")


def map_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``map "Title" layout=odd-q``: the first line, if it is there at all."""
    if draft.began:
        line.mistake("a map line here", "it once, before every line that names a hex", tokens[0])
        return
    draft.began = True
    options = rest(tokens[1:], line, names=1, keys=("layout",))
    if options.name:
        draft.title = options.name.text
    layout = options.pairs.get("layout")
    if layout is not None:
        found = choice(layout, LAYOUTS, line)
        if found is not None:
            draft.grid = msgspec.structs.replace(draft.grid, layout=found)


def terrain_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``terrain heath rough like=forest``: one more terrain word for this map."""
    options = rest(tokens[1:], line, keys=("like",), words=2 + len(("rough", "water")))
    if not options.words:
        line.mistake("no word", "the name of a terrain, such as: terrain heath rough", tokens[0])
        return
    name, *marks = options.words
    if not _WORD.fullmatch(name.text):
        line.unexpected(name, "a terrain's name in small letters, digits and hyphens")
        return
    taken = (*FLAGS, *PLACES, *KINDS, *ALIASES, *COLOURS, *TERRAINS)
    if name.text in taken or name.text in draft.terrains:
        line.unexpected(name, "a word that does not mean something already")
        return
    like = "flatland"
    if "like" in options.pairs:
        like = choice(options.pairs["like"], TERRAINS, line) or like
    for mark in marks:
        if mark.text not in ("rough", "water"):
            line.unexpected(mark, "rough, water or like=")
    said = {mark.text for mark in marks}
    terrain = Terrain(name.text, "rough" in said, "water" in said, like)
    draft.terrains[name.text] = (terrain, line)


def hex_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``0831 flatland city "Paris" settlement=40 port tower``, or a rectangle ``0101:0916 sea``."""
    first = tokens[0]
    if ":" in first.text:
        _rectangle_line(draft, tokens, line)
        return
    at = hex_at(draft, first, line)
    keys = ("settlement", "population", "id", "region", "weather")
    options = rest(tokens[1:], line, names=1, keys=keys, words=10, size=True)
    if at is None:
        return
    draft.present.setdefault(at, line)
    kind = _kind(options, line)
    _ground(draft, at, options, line)
    for word in options.words:
        if word.text in FLAGS:
            draft.say(word.text, at, value=True, line=line, token=word)
    if options.name is not None:
        draft.say("name", at, options.name.text, line, options.name)
    _numbers(draft, at, options, line)
    _stronghold(draft, at, kind, options, line)


def _kind(options: Options, line: Line) -> tuple[StrongholdKind, Token] | None:
    """The stronghold a hex line declares, if it does."""
    found: tuple[StrongholdKind, Token] | None = None
    for word in options.words:
        kind = KINDS.get(word.text)
        if kind is not None and found is not None:
            line.unexpected(word, f"one stronghold only; it is a {found[0]} already")
        elif kind is not None:
            found = (kind, word)
    return found


def _ground(draft: Draft, at: Hex, options: Options, line: Line) -> None:
    """The terrain a hex line gives; a colour counts only where no terrain word stands."""
    terrain: tuple[str, Token] | None = None
    background: tuple[str, Token] | None = None
    for word in options.words:
        if word.text in COLOURS:
            background = (COLOURS[word.text], word)
        elif word.text not in FLAGS and word.text not in PLACES and word.text not in KINDS:
            name = _terrain(draft, word, line)
            if name is not None and terrain is not None and name != terrain[0]:
                line.unexpected(word, f"one terrain only; it is {terrain[0]} already")
            elif name is not None:
                terrain = (name, word)
    found = terrain or background
    if found is not None:
        draft.say("terrain", at, found[0], line, found[1])


def _numbers(draft: Draft, at: Hex, options: Options, line: Line) -> None:
    score = options.pairs.get("settlement")
    if score is not None:
        value = settlement(draft, score, line)
        if value is not None:
            draft.say("settlement", at, value, line, score)
    for key, field in (("region", "region"), ("weather", "weather region")):
        pair = options.pairs.get(key)
        if pair is not None:
            draft.say(field, at, pair.text, line, pair)


def _stronghold(
    draft: Draft,
    at: Hex,
    kind: tuple[StrongholdKind, Token] | None,
    options: Options,
    line: Line,
) -> None:
    if kind is None:
        for key in ("population", "id"):
            if key in options.pairs:
                line.unexpected(options.pairs[key], f"{key}= only beside town, city or fortress")
        return
    population = 0
    if "population" in options.pairs:
        population = whole(options.pairs["population"], line) or 0
    if options.name is None:
        line.mistake(f"a {kind[0]} without a name", 'its name, such as "Paris"', kind[1])
        return
    given = options.pairs.get("id")
    id_ = given.text if given is not None else slug(options.name.text)
    if not _ID.fullmatch(id_) or len(id_) > 60:
        line.mistake(
            f"the id {quoted(id_)}",
            "id= with small letters and digits in groups joined by hyphens, at most 60",
            given or options.name,
        )
        return
    draft.sites.append((StrongholdSite(id_, at, kind[0], options.name.text, population), line))


def slug(name: str) -> str:
    """The id a stronghold has when none is given: ``Saint-Quentin`` becomes ``saint-quentin``."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")


def _terrain(draft: Draft, word: Token, line: Line) -> str | None:
    if word.text in TERRAINS or word.text in draft.terrains:
        return word.text
    if word.text in ALIASES:
        return ALIASES[word.text]
    known = (*TERRAINS, *draft.terrains, *STRONGHOLD_KINDS, "village", *FLAGS)
    line.unexpected(
        word, nearest(word.text, known) or f"one of: {', '.join(known)} (terrain declares more)"
    )
    return None


def _rectangle_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    hexes = rectangle_at(draft, tokens[0], line)
    options = rest(tokens[1:], line, keys=("settlement", "region", "weather"), words=1)
    if hexes is None:
        return
    if not options.words:
        line.mistake(
            "a rectangle without a terrain", "a terrain, such as: 0101:0916 sea", tokens[0]
        )
        return
    word = options.words[0]
    terrain = COLOURS.get(word.text) or _terrain(draft, word, line)
    if terrain is not None:
        draft.paint("terrain", hexes, terrain)
        for at in hexes:
            draft.present.setdefault(at, line)
    score = options.pairs.get("settlement")
    value = settlement(draft, score, line) if score is not None else None
    if value is not None:
        draft.paint("settlement", hexes, value)
    for key, field in (("region", "region"), ("weather", "weather region")):
        if key in options.pairs:
            draft.paint(field, hexes, options.pairs[key].text)


def spread_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``region "Flanders" 1205 1305:1408``, and ``weather`` likewise."""
    options = rest(tokens[1:], line, names=1, words=5_000)
    if options.name is None:
        line.mistake(
            f"a {tokens[0].text} without a name", 'its name, such as "Flanders"', tokens[0]
        )
        return
    field = "region" if tokens[0].text == "region" else "weather region"
    if not options.words:
        line.mistake("no hexes", "hexes such as 1205, or rectangles such as 1305:1408", tokens[0])
    for word in options.words:
        if ":" in word.text:
            hexes = rectangle_at(draft, word, line)
            if hexes is not None:
                draft.paint(field, hexes, options.name.text)
            continue
        at = hex_at(draft, word, line)
        if at is not None:
            draft.mentioned.append((at, line, word))
            draft.paint(field, (at,), options.name.text)


def line_work(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``0831-0830-0930 road "Paris-Lille" km=25``, or a river drawn through hexes."""
    hexes = _chain(draft, tokens[0], line)
    options = rest(tokens[1:], line, names=1, keys=("km", "side"), words=1, size=True)
    kinds = (*ROAD_KINDS, "river")
    if not options.words:
        line.mistake("a line without a kind", f"one of: {', '.join(kinds)}", tokens[0])
        return
    word = options.words[0]
    if word.text not in kinds:
        line.unexpected(word, nearest(word.text, kinds) or f"one of: {', '.join(kinds)}")
        return
    name = options.name.text if options.name is not None else ""
    unwanted = options.pairs.get("km" if word.text == "river" else "side")
    if unwanted is not None:
        line.unexpected(unwanted, f"no {unwanted.key}= for a {word.text}")
    if word.text == "river":
        side = options.pairs.get("side")
        bank = choice(side, BANKS, line) if side is not None else "right"
        if hexes is not None and bank is not None:
            draft.rivers.append((RiverLine(name, river_along(hexes, bank)), line, True))
        return
    length = options.pairs.get("km")
    metres = kilometres(length, line) if length is not None else None
    if hexes is None:
        return
    if metres is not None and metres < len(hexes) - 1:
        line.mistake(f"{metres} m for {len(hexes) - 1} steps", "at least a metre a step", length)
        return
    kind = next(known for known in ROAD_KINDS if known == word.text)
    draft.roads.append((RoadLine(name, kind, hexes, metres), line))


def _chain(draft: Draft, token: Token, line: Line) -> tuple[Hex, ...] | None:
    """The hexes of ``0101-0102--0109``: ``-`` joins neighbours, ``--`` draws a straight line."""
    parts = re.split(r"(--?)", token.text)
    hexes: list[Hex] = []
    good = True
    column = token.column
    for i, part in enumerate(parts):
        here = Token("word", part, column)
        column += len(part)
        if i % 2:
            continue
        at = hex_at(draft, here, line)
        if at is None:
            good = False
            continue
        if not hexes or parts[i - 1] == "--":
            hexes.extend(straight(hexes[-1], at)[1:] if hexes else (at,))
        else:
            hexes.append(at)
        draft.mentioned.append((at, line, here))
        if len(hexes) > LONGEST:
            line.mistake("a line of very many hexes", f"at most {LONGEST}; break it up", token)
            return None
    if not good:
        return None
    for a, b in pairwise(hexes):
        if a.distance(b) != 1:
            line.mistake(
                f"{draft.called(a)}-{draft.called(b)}, which are {a.distance(b)} steps apart",
                "neighbours; write -- for a straight line, or name the hexes between",
                token,
            )
            good = False
    if len(hexes) < 2:
        line.mistake("a line of one hex", "two hexes or more", token)
        return None
    return tuple(hexes) if good else None


def river_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``river "Sambre" 2514/2614 2514/2515``: the edges it runs along, in order."""
    options = rest(tokens[1:], line, names=1, words=10 * LONGEST)
    edges = [edge_at(draft, word, line) for word in options.words]
    if not options.words:
        line.mistake("no edges", "edges such as 2514/2614", tokens[0])
    name = options.name.text if options.name is not None else ""
    found = tuple(at for at in edges if at is not None)
    for word, (before, after) in zip(options.words[1:], pairwise(edges), strict=True):
        if before is not None and after is not None and not meet(before, after):
            line.mistake(
                f"{quoted(word.text)}, which does not touch the edge before it",
                "the next edge of the course; begin a second river line after a gap",
                word,
            )
    draft.rivers.append((RiverLine(name, found), line, False))


def crossing_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``bridge 2514/2515 "Charleroi"``, ``ford …``, ``unbridged …``: one edge or several."""
    options = rest(tokens[1:], line, names=1, words=10 * LONGEST)
    if not options.words:
        line.mistake("no edge", "an edge such as 2514/2515", tokens[0])
    name = options.name.text if options.name is not None else ""
    kind = CROSSINGS[tokens[0].text]
    for word in options.words:
        at = edge_at(draft, word, line)
        if at is not None:
            draft.crossings.append((Crossing(at, kind, name), line))


def station_line(draft: Draft, tokens: tuple[Token, ...], line: Line) -> None:
    """``station "Paris-Lille" 0829 "Écouen" km=15 at=-120,300``, in the order of the line."""
    options = rest(tokens[1:], line, names=2, keys=("km", "at"), words=1)
    if options.name is None or not options.words:
        line.mistake(
            "a station without its line or its hex",
            'the line, the hex and the name: station "Paris-Lille" 0829 "Écouen"',
            tokens[0],
        )
        return
    at = hex_at(draft, options.words[0], line)
    hop = options.pairs.get("km")
    metres = kilometres(hop, line) if hop is not None else None
    spot = options.pairs.get("at")
    where = offset(spot, line) if spot is not None else None
    if at is None:
        return
    draft.mentioned.append((at, line, options.words[0]))
    name = options.second.text if options.second is not None else ""
    station = Station(at, name, metres, where)
    draft.stations.setdefault(options.name.text, []).append((station, line))
