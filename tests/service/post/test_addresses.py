"""Addresses to write to: one for each person and thread, and nothing to be learnt by guessing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from couriers.letter import LetterCame, LetterIntercepted
from service.config import MailIn
from service.intake.mailbox import EMAIL
from service.post.addresses import (
    GOOD_FOR_DAYS,
    ORDERS,
    REMEMBERED_DAYS,
    Thread,
    destination,
    reply_address,
    thread_of,
)
from service.store.instants import clock_us
from service.store.mail_addresses import forget_addresses
from tests.faults.daemons import in_asyncio
from tests.service.api.site import site
from tests.service.web.pages import page
from world.kernel.nouns import DecisionAsked, DecisionExpires, DecisionNoted, SaidInVain

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg

IN = MailIn(listen="127.0.0.1:0", domain="play.example.org")
LETTER = Thread("letter", "3f" * 16, "soult")


async def _addresses(pool: asyncpg.Pool) -> dict[str, str]:
    async with pool.acquire() as conn:
        return {
            "letter": await reply_address(conn, IN, "c", "ney", LETTER),
            "decision": await reply_address(conn, IN, "c", "ney", Thread("decision", "d1", "2")),
            "orders": await reply_address(conn, IN, "c", "ney", ORDERS),
            "another's": await reply_address(conn, IN, "c", "soult", ORDERS),
            "another campaign's": await reply_address(conn, IN, "other", "ney", ORDERS),
        }


def test_an_address_finds_its_campaign_person_and_thread_in_any_case(
    play: Callable[..., Any],
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        made = await _addresses(pool)
        assert len(set(made.values())) == len(made)
        assert await _addresses(pool) == made, "a thread keeps its address"
        async with pool.acquire() as conn:
            for what, address in made.items():
                local, _, domain = address.partition("@")
                assert EMAIL.fullmatch(address)
                assert len(local) <= 64
                for written in (address, address.upper(), f"{local.title()}@{domain}"):
                    found = await destination(conn, IN, written)
                    assert found is not None, what
                    assert (found.campaign_id, found.person) == (
                        "other" if what == "another campaign's" else "c",
                        "soult" if what == "another's" else "ney",
                    )
            found = await destination(conn, IN, made["letter"])
            assert found is not None
            assert found.thread == LETTER

    play(story)


def test_no_address_comes_of_another_one(play: Callable[..., Any]) -> None:
    """Cut short, lengthened, changed in one place, of another word or domain: nothing."""

    async def story(pool: asyncpg.Pool) -> None:
        made = await _addresses(pool)
        local, _, domain = made["letter"].partition("@")
        wrong = {
            "",
            "@",
            domain,
            f"{local}@elsewhere.example.org",
            f"{local}",
            f"{local[:-1]}@{domain}",
            f"{local}a@{domain}",
            f"{local} @{domain}",
            f"{local}-{'a' * 26}@{domain}",
            f"{local.replace('letter', 'orders')}@{domain}",
            f"letter-{'a' * 26}@{domain}",
            f"letter-{'é' * 26}@{domain}",
            f"letter-{chr(0) * 26}@{domain}",
        }
        for place in range(len("letter-"), len(local)):
            other = "b" if local[place] != "b" else "c"
            wrong.add(f"{local[:place]}{other}{local[place + 1 :]}@{domain}")
        async with pool.acquire() as conn:
            for address in wrong:
                assert await destination(conn, IN, address) is None, address

    play(story)


def test_an_address_is_good_for_half_a_year_after_the_last_mail_that_names_it(
    play: Callable[..., Any],
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        address = (await _addresses(pool))["letter"]

        async def age(days: int) -> bool | None:
            await pool.execute(
                "UPDATE mail_address SET named = clock_timestamp() - $1 * interval '1 day'", days
            )
            async with pool.acquire() as conn:
                await forget_addresses(conn, REMEMBERED_DAYS)
                found = await destination(conn, IN, address)
                return None if found is None else found.expired(await clock_us(conn))

        assert await age(GOOD_FOR_DAYS - 1) is False
        assert await age(GOOD_FOR_DAYS + 1) is True
        assert (await _addresses(pool))["letter"] == address
        async with pool.acquire() as conn:
            found = await destination(conn, IN, address)
            assert found is not None
            assert not found.expired(await clock_us(conn)), "named anew, it is good again"
        assert await age(REMEMBERED_DAYS + 1) is None

    play(story)


def test_where_no_mail_comes_in_none_is_asked_for(play: Callable[..., Any]) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async with pool.acquire() as conn:
            assert await reply_address(conn, None, "c", "ney", ORDERS) == ""
            assert await conn.fetchval("SELECT count(*) FROM mail_address") == 0

    play(story)


@pytest.mark.parametrize(
    ("notice", "thread"),
    [
        (LetterCame(letter="l", sender="soult", name="Soult", sent=0, text="…"), "letter"),
        (
            LetterIntercepted(
                letter="l", sender="a", name="A", to_name="B", place="Ligny", sent=0, text="…"
            ),
            "orders",
        ),
        (DecisionAsked(decision="d", question="?", options="", default="", limit=0), "decision"),
        (DecisionExpires(decision="d", question="?", options="", default="", limit=0), "decision"),
        (DecisionNoted(decision="d", question="?", choice="yes", due=0), "decision"),
        (SaidInVain(what="that", reason="no"), "orders"),
    ],
)
def test_what_a_notice_is_answered_by_follows_from_what_it_tells(notice: Any, thread: str) -> None:
    """To answer a letter taken from an enemy would tell him that it was taken."""
    assert thread_of(notice).kind == thread


def test_the_address_for_orders_stands_on_ones_own_page_and_on_no_other(dsn: str) -> None:
    async def story() -> None:
        async with site(dsn, mail_in=IN) as here:
            await here.campaign("spring")
            ann = await here.member("spring", "ann@example.org", "player", "ann")
            gm = await here.member("spring", "gm@example.org", "gm")
            pages = [
                (await page(here, "/c/spring/ann/channels", await here.session_of(token))).text
                for token in (ann, ann, gm)
            ]
            first, again, other = (
                set(re.findall(r"orders-[a-z2-7]{26}@[a-z.]+", one)) for one in pages
            )
            assert len(first) == 1
            assert first == again
            assert not other
            async with here.pool.acquire() as conn:
                found = await destination(conn, IN, *first)
            assert found is not None
            assert (found.campaign_id, found.person, found.thread) == ("spring", "ann", ORDERS)

    in_asyncio(story())
