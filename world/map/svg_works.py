"""Roads, rivers, crossings and semaphore lines as ink."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from world.map.atlas import Atlas, SemaphoreLine
from world.map.edges import ROAD_KINDS, Edge, RoadKind, edge
from world.map.hexes import Hex
from world.map.svg_ink import INK, LAND, RIVER, ROAD, SIGNAL, Point, Spot, at, path
from world.map.svg_outline import calm_line, course, curve, cut


class Works(msgspec.Struct, frozen=True):
    """Roads and rivers as they are drawn: smooth lines, by kind or with their names."""

    roads: dict[RoadKind, list[list[Spot]]]
    rivers: list[tuple[str, list[Spot]]]


def works_of(atlas: Atlas) -> Works:
    """Lay out every road and river once, for the drawing and for whatever must keep clear."""
    return Works(_road_spots(atlas), _river_spots(atlas))


def river_corners(atlas: Atlas) -> list[tuple[str, list[Point]]]:
    """Every river line with the corners it passes."""
    return [(river.name, course(atlas.grid, river.edges)) for river in atlas.rivers]


def mouths(atlas: Atlas) -> frozenset[Point]:
    """Corners where a river begins or ends, and so where another, or a coast, meets it exactly."""
    return frozenset(corner for _, line in river_corners(atlas) for corner in (line[0], line[-1]))


def _river_spots(atlas: Atlas) -> list[tuple[str, list[Spot]]]:
    fixed = mouths(atlas) | {_where(atlas, at_) for at_ in _crossed(atlas)}
    found = []
    for name, line in river_corners(atlas):
        # The middle of each side, and the corner between two: enough to keep to the side.
        dense = [line[0]]
        for a, b in pairwise(line):
            dense.extend((_half(a, b), b))
        found.append((name, calm_line(dense, fixed, passes=2)))
    return found


def rivers(works: Works) -> Iterator[str]:
    """Rivers growing wider downstream, and on from line to line of a name."""
    done: Counter[str] = Counter()
    yield f'<g fill="none" stroke="{RIVER}" stroke-linecap="round" stroke-linejoin="round">'
    for name, spots in works.rivers:
        step = 8
        for i in range(0, len(spots) - 1, step):
            width = min(5.2, 1.3 + 0.055 * (done[name] + i))
            yield path(_part(spots, i, i + step), stroke_width=round(width, 1))
        done[name] += len(spots) if name else 0
    yield "</g>"


def _part(spots: list[Spot], start: int, end: int) -> str:
    """One stretch of a curve, drawn as it runs within the whole."""
    first, last = max(0, start - 1), min(len(spots), end + 2)
    whole = curve(spots[first:last]).split("C")
    begin = f"M{at(spots[start])}"
    kept = whole[1 + start - first : 1 + min(end, len(spots) - 1) - first]
    return begin + "".join(f"C{piece}" for piece in kept)


def _half(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def _where(atlas: Atlas, crossed: Edge) -> Point:
    """The middle of an edge, to the same unit for whatever passes it."""
    start, end = atlas.grid.side(crossed.a, crossed.a.direction(crossed.b) or 0)
    return _half(start, end)


def _crossed(atlas: Atlas) -> list[Edge]:
    """Edges where something crosses a river, so that both must be drawn through one point."""
    return [
        at_
        for at_, side in atlas.sides.items()
        if side.river is not None and (side.road is not None or side.river.crossing != "unbridged")
    ]


def _road_runs(atlas: Atlas) -> dict[RoadKind, list[tuple[Hex, ...]]]:
    """Roads as drawn, each edge once and as the best kind that runs over it."""
    drawn: set[Edge] = set()
    found: dict[RoadKind, list[tuple[Hex, ...]]] = {kind: [] for kind in ROAD_KINDS}
    for kind in ROAD_KINDS:
        for road in atlas.roads:
            if road.kind != kind:
                continue
            run: list[Hex] = [road.hexes[0]]
            for here, after in pairwise(road.hexes):
                crossed = edge(here, after)
                if crossed in drawn:
                    found[kind].append(tuple(run))
                    run = [after]
                else:
                    drawn.add(crossed)
                    run.append(after)
            found[kind].append(tuple(run))
    return {kind: [run for run in runs if len(run) > 1] for kind, runs in found.items()}


def _road_spots(atlas: Atlas) -> dict[RoadKind, list[list[Spot]]]:
    degree = Counter(
        end for at_, side in atlas.sides.items() if side.road for end in (at_.a, at_.b)
    )
    centre = {here: atlas.grid.centre(here) for here in degree}
    sharp = {
        centre[here]
        for here, count in degree.items()
        if count != 2 or here in atlas.stronghold_by_hex
    }
    crossed = {at_: _where(atlas, at_) for at_ in _crossed(atlas)}
    knots = {*crossed.values(), *(centre[here] for here in degree if atlas.tile(here).name)}

    def laid(run: tuple[Hex, ...]) -> list[list[Spot]]:
        points = [centre[run[0]]]
        for here, after in pairwise(run):
            bridge = crossed.get(edge(here, after))
            points.extend((bridge,) if bridge is not None else ())
            points.append(centre[after])
        return [calm_line(piece, knots) for piece in cut(points, sharp)]

    return {
        kind: [piece for run in runs for piece in laid(run)]
        for kind, runs in _road_runs(atlas).items()
    }


def roads(works: Works) -> Iterator[str]:
    """Highways double, roads single, trails dashed; smooth but where ways meet or towns stand."""
    lines = {kind: "".join(map(curve, pieces)) for kind, pieces in works.roads.items()}
    yield '<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
    if lines["trail"]:
        yield path(
            lines["trail"],
            stroke=ROAD,
            stroke_width=1.2,
            stroke_dasharray="5 3",
            stroke_opacity=0.9,
        )
    if lines["road"]:
        yield path(lines["road"], stroke=ROAD, stroke_width=1.7)
    if lines["highway"]:
        yield path(lines["highway"], stroke=ROAD, stroke_width=4.4)
        yield path(lines["highway"], stroke=LAND, stroke_width=2.2)
    yield "</g>"


def crossings(atlas: Atlas) -> Iterator[str]:
    """Bridges as two parapets over the river, fords as a row of stones."""
    bridges: list[str] = []
    fords: list[str] = []
    for where, side in atlas.sides.items():
        if side.river is None or side.river.crossing == "unbridged":
            continue
        (ax, ay), (bx, by) = atlas.grid.centre(where.a), atlas.grid.centre(where.b)
        x, y = _where(atlas, where)
        # Unit vectors over the river and along it, in thousandths.
        over = ((bx - ax) / 1732, (by - ay) / 1732)
        along = (-over[1], over[0])
        if side.river.crossing == "ford":
            fords.extend(
                f"M{at((x + over[0] * k, y + over[1] * k))}h0" for k in (-130, -45, 45, 130)
            )
            continue
        for hand in (-1, 1):
            start = (
                x + along[0] * 85 * hand - over[0] * 130,
                y + along[1] * 85 * hand - over[1] * 130,
            )
            end = (
                x + along[0] * 85 * hand + over[0] * 130,
                y + along[1] * 85 * hand + over[1] * 130,
            )
            bridges.append(f"M{at(start)}L{at(end)}")
    if bridges:
        yield path("".join(bridges), stroke=INK, stroke_width=1.3, stroke_linecap="round")
    if fords:
        yield path("".join(fords), stroke=INK, stroke_width=2.6, stroke_linecap="round")


def station_points(atlas: Atlas, line: SemaphoreLine) -> list[Point]:
    """Where the towers of a line stand; beside a town rather than on it unless the map says."""
    points = []
    seen: Counter[Hex] = Counter()
    for station in line.stations:
        x, y = atlas.grid.centre(station.hex)
        dx, dy = station.offset or (300 + 140 * seen[station.hex], -260 - 200 * seen[station.hex])
        seen[station.hex] += 1
        points.append((x + dx, y + dy))
    return points


def tower(x: float, y: float) -> str:
    """A semaphore tower: a mast with its beam and two arms, standing on (x, y)."""
    return (
        f"M{at((x - 70, y))}L{at((x - 40, y - 150))}L{at((x + 40, y - 150))}L{at((x + 70, y))}Z"
        f"M{at((x, y - 150))}L{at((x, y - 330))}M{at((x - 110, y - 290))}L{at((x + 110, y - 370))}"
        f"M{at((x - 110, y - 290))}L{at((x - 150, y - 370))}"
        f"M{at((x + 110, y - 370))}L{at((x + 140, y - 280))}"
    )


def semaphores(atlas: Atlas) -> Iterator[str]:
    """Lines of sight from tower to tower, then the towers, also those of no line."""
    lines = [station_points(atlas, line) for line in atlas.semaphores]
    for points in lines:
        d = "M" + "L".join(at((x, y - 330)) for x, y in points)
        yield path(
            d, fill="none", stroke=SIGNAL, stroke_width=0.9, stroke_dasharray="1.5 3",
            stroke_linecap="round",
        )  # fmt: skip
    manned = {station.hex for line in atlas.semaphores for station in line.stations}
    spots = [point for points in lines for point in points]
    for tile in atlas.tiles:
        if tile.tower and tile.hex not in manned:
            x, y = atlas.grid.centre(tile.hex)
            spots.append((x + 300, y - 260))
    if spots:
        yield path(
            "".join(tower(x, y) for x, y in sorted(spots)),
            fill=LAND, stroke=SIGNAL, stroke_width=1.1, stroke_linejoin="round",
        )  # fmt: skip
