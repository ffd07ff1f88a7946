"""The demonstration's face: a live view on a terminal, plain lines elsewhere."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import trio
from rich import box
from rich.align import Align
from rich.console import Console, Group
from rich.live import Live
from rich.padding import Padding
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType

    from service.demo.post import Post
    from service.demo.tally import Summary, Tally

TITLE = "Galloper · a campaign runs by itself"
_INK = "grey70"
_ACCENT = "dark_orange3"


def _head(tally: Tally, post: Post, until: int) -> RenderableType:
    figures = Text.assemble(
        ("events ", _INK),
        (f"{tally.events:<6}", "bold"),
        ("notices ", _INK),
        (f"{tally.notices:<6}", "bold"),
        ("webhooks ", _INK),
        (f"{len(post.webhooks):<6}", "bold"),
        ("mails ", _INK),
        (f"{len(post.mails):<5}", "bold"),
        ("late p50/p99 ", _INK),
        (f"{tally.lateness_ms(0.5):.0f}/{tally.lateness_ms(0.99):.0f} ms", "bold"),
    )
    bar = ProgressBar(total=until, completed=min(tally.game, until), complete_style=_ACCENT)
    # A bar ends without a line of its own; the padding gives it one.
    return Group(Text(tally.date or "…", style="bold"), Padding(bar, 0), figures)


def _recent(tally: Tally) -> RenderableType:
    table = Table(box=None, pad_edge=False, expand=True, show_header=True, header_style=_INK)
    table.add_column("campaign time", no_wrap=True, style=_INK, width=31)
    table.add_column("told", no_wrap=True, width=20, overflow="ellipsis")
    table.add_column("what has matured", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("late", justify="right", no_wrap=True, style=_INK, width=8)
    for row in tally.recent:
        title = Text(row.title, overflow="ellipsis")
        table.add_row(row.date, Text(row.person), title, f"{row.late / 1000:.0f} ms")
    return table


async def show_live(
    console: Console, title: str, tally: Tally, post: Post, until: int, stop: trio.Event
) -> None:
    """Show what matures until told to stop: a panel on a terminal, a line a game day elsewhere."""
    if not console.is_terminal:
        await _show_lines(console, tally, post, stop)
        return
    with Live(console=console, refresh_per_second=8, transient=False) as live:
        while not stop.is_set():
            live.update(_panel(title, tally, post, until))
            with trio.move_on_after(0.125):
                await stop.wait()
        live.update(_panel(title, tally, post, until))


def picture(tally: Tally, post: Post, until: int, summary: Summary, width: int = 116) -> str:
    """What the terminal shows at the end, as an SVG picture."""
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
    console.print(_panel(TITLE, tally, post, until))
    show_summary(console, summary)
    return console.export_svg(title="galloper demo")


def _panel(title: str, tally: Tally, post: Post, until: int) -> RenderableType:
    body = Group(_head(tally, post, until), Text(""), _recent(tally))
    return Panel(
        body, title=Text(title, style=f"bold {_ACCENT}"), box=box.ROUNDED, border_style=_INK
    )


async def _show_lines(console: Console, tally: Tally, post: Post, stop: trio.Event) -> None:
    shown = -1
    while not stop.is_set():
        day = tally.game // 86_400_000
        if day != shown and tally.date:
            shown = day
            console.print(
                f"day {day + 1:>2}  {tally.date:<28} {tally.events:>5} events"
                f" {tally.notices:>5} notices {len(post.webhooks):>5} webhooks"
                f" {len(post.mails):>4} mails",
                markup=False,
                soft_wrap=True,
            )
        with trio.move_on_after(0.1):
            await stop.wait()


def show_summary(console: Console, summary: Summary) -> None:
    """The figures at the end, and what went wrong, if anything did."""
    table = Table(box=box.SIMPLE_HEAD, show_header=False, pad_edge=False)
    table.add_column(style=_INK)
    table.add_column(justify="right", style="bold")
    table.add_column(style=_INK)
    letters = (
        f"{summary.letters_arrived} arrived, {summary.letters_lost} lost,"
        f" {summary.letters_captured} captured, {summary.letters_riding} still riding"
    )
    decisions = (
        f"{summary.decisions_answered} answered,"
        f" {summary.decisions_defaulted} left to their default"
    )
    post = f"{summary.retried} retried, {summary.overtaken} overtaken"
    rows = (
        ("events", summary.events, f"in {summary.seconds:.0f} s"),
        ("letters sent", summary.letters_sent, letters),
        ("telegrams", summary.telegrams, "passed along the semaphore"),
        ("decisions", summary.decisions_asked, decisions),
        (
            "deliveries",
            summary.webhooks + summary.mails,
            f"{summary.webhooks} webhooks, {summary.mails} mails; {post}",
        ),
        (
            "lateness",
            f"{summary.lateness_p50_ms:.0f} ms",
            f"p50; p99 {summary.lateness_p99_ms:.0f} ms, from due to committed",
        ),
    )
    for name, figure, note in rows:
        table.add_row(name, str(figure), note)
    console.print(Align.left(table))
    for fault in summary.faults:
        console.print(f"FAULT: {fault}", style="bold red", markup=False)
    if not summary.faults:
        console.print(
            "Every notice that was still news arrived once, and the journal's chain holds.",
            style=_ACCENT,
        )
