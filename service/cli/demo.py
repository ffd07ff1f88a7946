"""``galloper demo``: a campaign in a minute."""

from __future__ import annotations

from pathlib import Path

from service.cli.main import app, console, errors
from service.cli.options import Json
from service.cli.printing import print_json
from service.scenario_files import read_files


@app.command
def demo(
    scenario: str = "hundred_days",
    *,
    days: int = 10,
    speed: int = 4,
    seed: int = 1815,
    stay: bool = False,
    picture: Path | None = None,
    json: Json = False,
) -> int:
    """Run a real campaign in about a minute, on a fresh database of its own.

    Parameters
    ----------
    scenario
        A scenario's directory, or the name of one that comes with Galloper.
    days
        Game days to play.
    speed
        Game hours a second, at most 24 (``clock.fastest``).
    seed
        Seeds the dice.
    stay
        Stay up afterwards, at an hour a minute, to be looked at and played in a browser.
    picture
        Write the last view to this file, as SVG.
    """
    # It brings along the daemon, and servers to receive what it sends: not before it is wanted.
    from service import bridge
    from service.demo.play import Plan, play
    from service.demo.show import show_summary
    from service.logs import set_up_logging
    from service.stopping import Stopped

    set_up_logging("error")
    plan = Plan(files=read_files(Path(scenario)), days=days, speed=speed, seed=seed, stay=stay)
    try:
        summary, view = bridge.run(play, plan, errors if json else console)
    except Stopped:
        console.print("Stopped; nothing of it is kept.")
        return 0
    if picture is not None:
        picture.write_text(view, encoding="utf-8")
    if json:
        print_json(summary)
    else:
        show_summary(console, summary)
        console.print("To go on in a browser: galloper demo --stay (make demo STAY=1)")
    return 1 if summary.faults else 0
