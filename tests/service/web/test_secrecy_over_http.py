"""What a player fetches over HTTP does not follow from what their commander cannot know.

A campaign is played to an instant twice, the second time with one hidden change of which nothing
has reached the player by then (:mod:`tests.packs.secrecy` says when something does).  Both times it
is put into a real store, its clock held, and a server asked for everything a player can ask for.
Every status, ETag and byte must be the same.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from service.bridge import new_loop
from service.pace import Pace
from service.people.sessions import open_session
from service.people.who import Membership
from service.store.instants import clock_us
from service.store.session import writing
from service.web import desk
from tests.packs import secrecy
from tests.packs.secrecy import Edit, Hidden, Said
from tests.packs.test_secrecy import ARMIES, EDITS, PEOPLE, SMALL_WAR
from tests.service.api.site import Site, site
from tests.service.web.twice import CAMPAIGN, Reader, declared, hold, keep

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.packs.secrecy import Run
    from world.state import World

HOUR = 3_600_000
#: As many ways of the dice, each with another hidden change.
SEEDS = range(1, 101)
LOOKED = (18, 60)

ORDERS = (
    "march to=Weir army=main-army",
    "besiege stronghold=ledabruck",
    'letter to=captain:harbour-battalion text="x"',
    'letter to="the captain of Harbour battalion" text="x" towards=Atlantis',
    'letter to=falk text="x"',
    'talk to=reuss text="x"',
)


class Pair(NamedTuple):
    """Somebody, a hidden change, and the hour at which they look."""

    seed: int
    person: str
    hidden: Hidden
    hours: int


def drawn(seed: int) -> Pair:
    """The change of a seed, and when somebody looks."""
    dice = random.Random(seed)
    person = PEOPLE[seed % len(PEOPLE)]
    far = [army for army, who in ARMIES.items() if who != person]
    meddled = dice.choice(
        [
            f"thin army={dice.choice(far)} men={dice.randint(1, 400)}",
            f"destroy army={dice.choice(far)}",
            f"succeed army={far[0]} into={far[1]}",
        ]
    )
    others = [who for who in PEOPLE if who != person]
    places = ["Weir", "Grauburg", "Aldermouth", '"Port Selm"']
    said = dice.choice(
        [
            f"march to={dice.choice(places)} pace=forced",
            f'letter to={dice.choice(PEOPLE)} text="I march."',
            "halt",
            "build_engines",
        ]
    )
    changes: list[Hidden] = [
        Said(dice.randint(1, 40 * 60), "gm", meddled),
        Said(dice.randint(1, 40 * 60), dice.choice(others), said),
        dice.choice([edit for knows, edit in EDITS if person not in knows]),
    ]
    hidden = dice.choice(changes)
    return Pair(seed, person, hidden, dice.randint(*LOOKED))


class Desk:
    """A server, and players who ask it for all they may."""

    def __init__(self, here: Site, paths: tuple[str, ...], start: int) -> None:
        self.here, self.paths, self.start = here, paths, start
        self._players: dict[str, tuple[str, str]] = {}

    def played(self, pair: Pair) -> tuple[Run, Run]:
        """The campaign without the change and with it, up to the hour."""
        tale = SMALL_WAR._replace(
            seed=pair.seed, hours=pair.hours, every=pair.hours, asked=(), sought=()
        )
        plain = secrecy.play(tale, pair.person, None, self.start)
        return plain, secrecy.play(tale, pair.person, pair.hidden, self.start)

    def unreached(self, pair: Pair) -> tuple[Pair, tuple[Run, Run]]:
        """The same, up to the last whole hour before anything of the change has reached them."""
        runs = self.played(pair)
        tale = SMALL_WAR._replace(hours=pair.hours)
        reached = secrecy.horizon(tale, pair.person, *runs)
        if reached > pair.hours * HOUR:
            return pair, runs
        pair = pair._replace(hours=(reached - 1) // HOUR)
        return pair, self.played(pair) if pair.hours else runs

    async def answers(self, pair: Pair, run: Run) -> dict[str, bytes]:
        """All that is answered to the player."""
        account, secret = await self._player(pair.person)
        hold(run, pair.hours)
        part = Membership(
            campaign_id=CAMPAIGN, account_id=account, role="player", person=pair.person
        )
        await keep(self.here, run, part)
        return await Reader(self.here, secret, pair.person, self.paths, ORDERS).fetches()

    async def told_apart(self, pair: Pair, runs: tuple[Run, Run] | None = None) -> list[str]:
        """By which addresses, or orders, the player could tell."""
        plain, changed = runs or self.played(pair)
        one, other = await self.answers(pair, plain), await self.answers(pair, changed)
        return [asked for asked, answer in one.items() if other[asked] != answer]

    async def _player(self, person: str) -> tuple[str, str]:
        if person not in self._players:
            account = await self.here.account(f"{person}@example.org")
            async with writing(self.here.pool) as conn:
                self._players[person] = (account.id, await open_session(conn, account, "a test"))
        return self._players[person]


@pytest.fixture
def play(dsn: str) -> Any:
    """Run a story at a desk."""

    async def main(story: Any) -> None:
        unhurried = Pace(1e6, 10**6)
        async with site(dsn, unhurried) as here:
            async with here.pool.acquire() as conn:
                hour = HOUR * 1000
                start = (await clock_us(conn)) // hour * hour - LOOKED[1] * hour
            await story(Desk(here, tuple(declared()), start))

    def run(story: Any) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main(story))

    return run


@pytest.mark.rule("C-MSG-01")
def test_no_byte_of_any_answer_tells_a_player_what_is_hidden(play: Any) -> None:
    async def story(desk: Desk) -> None:
        compared = 0
        for pair, runs in map(desk.unreached, map(drawn, SEEDS)):
            if pair.hours >= 1:
                assert await desk.told_apart(pair, runs) == [], pair
                compared += pair.hours
        assert compared >= len(SEEDS) * 16, "too little of the time was compared"

    play(story)


@pytest.mark.parametrize(
    ("person", "change"),
    [
        ("maria", Said(600, "maria", "march army=harbour-battalion to=Weir")),
        ("maria", Said(600, "reuss", 'letter to=maria text="I march."')),
        ("falk", Edit("supplies: 45000", "supplies: 46000")),
    ],
)
def test_what_a_player_can_know_shows_on_the_page_and_in_the_api(
    play: Any, person: str, change: Hidden
) -> None:
    async def story(desk: Desk) -> None:
        told = await desk.told_apart(Pair(1, person, change, 60))
        assert any(asked.startswith("/api/") for asked in told)
        assert any(asked.startswith("/c/") for asked in told)

    play(story)


def leaking_words(world: World, now: int, say: Callable[[int], str]) -> str:
    """The desk says how much is going on, anywhere."""
    return f"{clock_words(world, now, say)}, and {len(world.timeline.entries)} things are going on"


clock_words = desk.clock_words


def test_a_page_that_says_too_much_is_found_out(play: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pair = Pair(1, "maria", Said(600, "gm", "destroy army=main-army"), 19)

    async def story(here: Desk) -> None:
        assert await here.told_apart(pair) == []
        monkeypatch.setattr(desk, "clock_words", leaking_words)
        assert await here.told_apart(pair) == ["/c/spring/maria"]

    play(story)
