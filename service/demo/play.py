"""Play the demonstration: found, run, answer some decisions, wait for the post, count."""

from __future__ import annotations

import asyncio
import base64
import math
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import msgspec
import trio

from service.app import run_daemon
from service.bridge import from_asyncio, held
from service.config import Config, from_environment
from service.demo.post import Post, mail_server, receiver
from service.demo.show import TITLE, picture, show_live, show_summary
from service.demo.tally import Summary, Tally, decisions_of, faults_of, letters_of, telegrams_of
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import answer_decision, change_clock
from service.notify.reach import Reach
from service.packs import pack_named
from service.people.accounts import register
from service.people.sessions import make_link
from service.people.who import Membership
from service.sending import Smtp
from service.store.accounts import account_of
from service.store.deliveries import count_deliveries
from service.store.endings import end_campaign
from service.store.memberships import add_member
from service.store.session import writing
from world.clock import Rate
from world.decision import Decision
from world.errors import GalloperError, Refused
from world.kernel.nouns import REFEREE
from world.said import SetRate
from world.scenario.scenario import pack_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    import asyncpg
    from rich.console import Console

    from service.app import Daemon
    from service.people.who import Account
    from world.state import World

CAMPAIGN = "demo"
#: Whose letters are offered to be read, where the scenario has him.
_READER = "napoleon"
_HOUR_MS = 3_600_000
#: Wall seconds that people have for a decision here, where a campaign would give them a day.
_DECISION_SECONDS = 6
#: The figures that say so, where the rules have them.
_LIMITS = ("decision.timeout_h", "battle.plan_timeout_h")
#: Wall seconds after the last game day in which no post arrives, and no more of it is waited for.
_POST_SECONDS = 20.0


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to show: a scenario's files, so many game days at so many game hours a second.

    ``stay`` leaves the daemon up afterwards, at an hour a minute, until it is stopped.
    """

    files: Mapping[str, str]
    days: int = 10
    speed: int = 4
    seed: int = 1815
    stay: bool = False


async def play(plan: Plan, console: Console) -> tuple[Summary, str]:
    """Play a scenario on a fresh database with all its post.

    Returns the figures, and the last view of it as an SVG picture.
    """
    post, tally = Post(), Tally()
    loop = asyncio.get_running_loop()
    began = time.monotonic()
    with TemporaryDirectory(prefix="galloper-demo-") as folder:
        async with (
            held(receiver(post)) as web_port,
            held(mail_server(post, loop)) as smtp_port,
        ):
            config = _config(Path(folder), smtp_port)
            async with run_daemon(config, observe=tally.observe) as daemon:
                await _found(daemon, plan, post, web_port)
                await _invite(daemon, console)
                world = await _run(daemon, plan, console, post, tally)
                counts = await _wait_for_post(daemon, plan)
                summary = _summary(world, post, tally, counts, time.monotonic() - began)
                if plan.stay:
                    show_summary(console, summary)
                    await _stay(daemon, console)
    return summary, picture(tally, post, plan.days * 24 * _HOUR_MS, summary)


async def _invite(daemon: Daemon, console: Console) -> None:
    """Print an address under which somebody's letters can be read in a browser."""
    address = await from_asyncio(_place_at_desk, daemon)
    if address:
        console.print("Read a commander's letters in a browser, while it runs:", style="bold")
        console.print(address, style="bold", soft_wrap=True, markup=False)


async def _place_at_desk(daemon: Daemon) -> str:
    """Make a reader who has a part, and a link that signs them in; "" where nobody is played."""
    async with daemon.store.pool.acquire() as conn:
        world = await Readings().world(conn, CAMPAIGN)
    persons = [one for one in world.pack.answers.persons(world) if ":" not in one]
    if not persons:
        return ""
    person = _READER if _READER in persons else persons[0]
    async with writing(daemon.store.pool) as conn:
        account = await _reader(conn)
        part = Membership(campaign_id=CAMPAIGN, account_id=account.id, role="player", person=person)
        await add_member(conn, part)
        secret = await make_link(conn, account)
    return f"http://127.0.0.1:{daemon.port}/sign-in/{secret}"


async def _reader(conn: asyncpg.Connection) -> Account:
    """The demonstration's reader."""
    address = "reader@demo.invalid"
    return await account_of(conn, address) or await register(conn, address, "A reader")


async def _set_pace(daemon: Daemon, pace: int) -> None:
    """So many game seconds a second; said again it changes nothing."""
    change = SetRate(numerator=pace)
    await change_clock(daemon.store.pool, Readings(), CAMPAIGN, change, f"pace {pace}")


async def _stay(daemon: Daemon, console: Console) -> None:
    """Leave everything up, at an hour a minute: nobody who looks around is overrun by it."""
    await from_asyncio(_set_pace, daemon, 60)
    address = await from_asyncio(_place_at_desk, daemon)
    console.print("It stays up until Ctrl-C. Read and write as a commander:", style="bold")
    console.print(address, style="bold", soft_wrap=True, markup=False)
    await trio.sleep_forever()


def _config(folder: Path, smtp_port: int) -> Config:
    return msgspec.structs.replace(
        from_environment(folder, "127.0.0.1:0"),
        database_url=None,
        passing=True,
        allow_private=True,
        smtp=Smtp("127.0.0.1", smtp_port, security="none", sender="Galloper <demo@demo.invalid>"),
    )


async def _found(daemon: Daemon, plan: Plan, post: Post, web_port: int) -> None:
    pool, readings = daemon.store.pool, Readings()
    hours = f"{_DECISION_SECONDS}/3600"
    params = pack_named(pack_name(plan.files)).params

    async def found() -> None:
        await found_campaign(
            pool,
            CAMPAIGN,
            plan.files,
            rate=Rate(plan.speed * 3_600, 1),
            seed=plan.seed,
            overrides={name: hours for name in _LIMITS if name in params},
        )
        async with pool.acquire() as conn:
            world = await readings.world(conn, CAMPAIGN)
        persons = (REFEREE, *(p for p in world.pack.answers.persons(world) if ":" not in p))
        for index, person in enumerate(persons):
            if index % 3 == 2:
                await add_channel(pool, readings, CAMPAIGN, person, f"p{index}@demo.invalid")
                continue
            address = f"http://127.0.0.1:{web_port}/p{index}"
            made = await add_channel(
                pool, readings, CAMPAIGN, person, address, reach=Reach(private=True)
            )
            secret = made["secret"].removeprefix("whsec_")
            post.keys[f"p{index}"] = base64.b64decode(secret)

    await from_asyncio(found, timeout=60.0)
    daemon.keeper.wake()


async def _run(daemon: Daemon, plan: Plan, console: Console, post: Post, tally: Tally) -> World:
    """Let the days pass; the referee answers decisions, but leaves the first to its default."""
    until = plan.days * 24 * _HOUR_MS
    stop = trio.Event()
    readings = Readings()
    left: set[str] = set()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(show_live, console, TITLE, tally, post, until, stop)
        while True:
            world = await from_asyncio(_read, daemon, readings)
            if _is_over(world, until):
                break
            asked = [d for d in world.of(Decision) if d.state == "open" and d.mode == "waits"]
            for decision in asked:
                if not left:
                    left.add(decision.id)
                elif decision.id not in left:
                    await from_asyncio(_answer, daemon, readings, decision)
            await trio.sleep(0.3)
        stop.set()
    return world


def _is_over(world: World, until: int) -> bool:
    """Whether the days have passed, and everything due in them has taken place."""
    ends, due = world.face.wall(until), world.next_due()
    return world.now >= until and (due is None or ends is None or due > ends)


async def _read(daemon: Daemon, readings: Readings) -> World:
    async with daemon.store.pool.acquire() as conn:
        return await readings.world(conn, CAMPAIGN)


async def _answer(daemon: Daemon, readings: Readings, decision: Decision) -> None:
    option = decision.options[0].name
    try:
        await answer_decision(
            daemon.store.pool, readings, CAMPAIGN, decision.who, decision.id, option
        )
    except Refused:
        return  # settled in the meantime
    except GalloperError:
        return  # asked of somebody who has no voice here


async def _wait_for_post(daemon: Daemon, plan: Plan) -> dict[str, int]:
    """Wait until nothing is left to send, or nothing leaves any more, then count."""

    async def count() -> dict[str, int]:
        if plan.stay:
            await _set_pace(daemon, 0)
        async with daemon.store.pool.acquire() as conn:
            if not plan.stay:
                await end_campaign(conn, CAMPAIGN)
            return await count_deliveries(conn, CAMPAIGN)

    counts, fewest, ends = {"waiting": 1}, math.inf, math.inf
    while counts["waiting"] and trio.current_time() < ends:
        counts = await from_asyncio(count)
        if counts["waiting"] < fewest:
            fewest, ends = counts["waiting"], trio.current_time() + _POST_SECONDS
        await trio.sleep(0.2)
    return counts


def _summary(
    world: World, post: Post, tally: Tally, counts: dict[str, int], seconds: float
) -> Summary:
    letters, decisions = letters_of(world), decisions_of(world)
    faults = [*tally.faults, *post.faults, *faults_of(world)]
    faults += [
        f"{counts[what]} deliveries {what}" for what in ("waiting", "failed") if counts[what]
    ]
    arrived = len(post.webhooks) + len(post.mails)
    if arrived != counts.get("sent", 0):
        faults.append(f"{counts.get('sent', 0)} deliveries were sent, {arrived} arrived")
    return Summary(
        events=tally.events,
        notices=tally.notices,
        letters_sent=letters["sent"],
        letters_arrived=letters["arrived"],
        letters_lost=letters["lost"],
        letters_captured=letters["captured"],
        letters_riding=letters["riding"],
        telegrams=telegrams_of(world),
        decisions_asked=decisions["asked"],
        decisions_answered=decisions["answered"],
        decisions_defaulted=decisions["defaulted"],
        webhooks=len(post.webhooks),
        mails=len(post.mails),
        retried=int(post.refused is not None),
        overtaken=counts["dropped"],
        lateness_p50_ms=tally.lateness_ms(0.5),
        lateness_p99_ms=tally.lateness_ms(0.99),
        seconds=seconds,
        faults=tuple(faults),
    )
