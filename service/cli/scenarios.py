"""``galloper scenario`` and ``simulate``: scenarios, checked and played without a daemon."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import cyclopts
from cyclopts import Parameter

from service.cli.asked import asked_of_the_referee, report
from service.cli.main import app, errors
from service.cli.options import Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.packs import pack_named
from service.scenario_files import read_files
from world.campaign import found
from world.decision import Decision
from world.dice import Secret
from world.errors import GalloperError
from world.scenario.scenario import instant_of, pack_name, read_scenario
from world.simulation import Simulation

scenario = cyclopts.App(name="scenario", help="Check and draw scenarios.")
app.command(scenario)


@scenario.command
def check(path: Path, *, json: Json = False, pack: Packs = ()) -> None:
    """Read a scenario and report every mistake with its file and line.

    Parameters
    ----------
    path
        A directory with a scenario.yaml, or the name of a scenario that comes with Galloper.
    """
    load_packs(pack)
    files = read_files(path)
    rules = pack_named(pack_name(files))
    read = read_scenario(files, rules)
    world, batch = found(rules, read, secret=Secret.of_seed(0), start=0)
    summary = {
        "title": read.title,
        "pack": rules.name,
        "entities": len(world.entities),
        "events": len(world.timeline),
        "scripted": len(read.script),
        "notices": len(batch.notice_rows),
        "digest": read.digest,
    }
    if json:
        print_json(summary)
    else:
        say(
            f"{read.title}: no mistakes. Rules: {rules.name}; {summary['entities']} things in the"
            f" world, {summary['events']} events ahead, {summary['scripted']} scripted lines."
        )


@app.command
def simulate(
    path: Path,
    *,
    until: str = "30d",
    seed: int = 1,
    json_lines: bool = False,
    profile: bool = False,
    pack: Packs = (),
) -> None:
    """Play a scenario headless, without a database, and print its journal.

    In the end it says what a referee would have been asked, and what waited for answers.

    Parameters
    ----------
    path
        A directory with a scenario.yaml, or the name of a scenario that comes with Galloper.
    until
        How long: 30d, 12h, or a date of the scenario's calendar.
    seed
        Seeds the dice; the same seed gives the same journal.
    json_lines
        Print each line of the journal as JSON instead of one readable line.
    profile
        Afterwards print the time taken by each chapter's events, in microseconds an event.
    """
    load_packs(pack)
    files = read_files(path)
    rules = pack_named(pack_name(files))
    read = read_scenario(files, rules)
    end = instant_of(until, read.calendar)
    if end is None:
        raise GalloperError(
            f"--until {until!r} is no span such as 30d or 12h and no date; nothing was simulated."
        )
    timer = time.perf_counter_ns if profile else None
    simulation = Simulation(rules, read, Secret.of_seed(seed), timer=timer)
    for row in simulation.run(end):
        if json_lines:
            print(row.body.decode())
        else:
            print(f"{row.seq:>6}  {read.calendar.format(row.at, 'datetime'):<28} {row.kind}")
    if not json_lines:
        asked = asked_of_the_referee(simulation.world.of(Decision), end)
        for text in report(asked, end):
            print(text)
    if profile:
        _print_profile(simulation)


def _print_profile(simulation: Simulation) -> None:
    rows = simulation.profile()
    errors.print(f"{'chapter':<16}{'event':<24}{'events':>9}{'µs/event':>11}{'share':>8}")
    total = sum(row.nanoseconds for row in rows) or 1
    for row in rows:
        share = f"{100 * row.nanoseconds / total:.1f} %"
        each = row.nanoseconds / 1_000 / row.events
        errors.print(f"{row.chapter:<16}{row.kind:<24}{row.events:>9}{each:>11.1f}{share:>8}")


Out = Annotated[Path, Parameter(help="Where to write the picture; .svg.")]


@scenario.command
def draw(path: Path, out: Out, *, pack: Packs = ()) -> None:
    """Draw a scenario's map as an SVG picture."""
    load_packs(pack)
    files = read_files(path)
    rules = pack_named(pack_name(files))
    read = read_scenario(files, rules)
    scene = rules.scene(read)
    read.problems.stop()
    if rules.draw is None:
        raise GalloperError(f"The rules {rules.name!r} have no map to draw; nothing was written.")
    out.write_text(rules.draw.sheet(scene, read.title), encoding="utf-8")
    say(f"Drawn: {out}")
