"""The link in every mail by which no more come: no sign-in, no guessing, nothing by looking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.intake.channels import add_channel
from service.notify.mail import LINKS, unsubscribing
from service.people.reading import set_readers
from service.store.channels import list_channels
from service.store.deliveries import Words, count_deliveries, lane_deliveries, say
from service.store.mailboxes import server_key
from service.store.session import writing
from tests.service.api.conftest import play
from tests.service.api.site import Site
from tests.service.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

__all__ = ["play"]

ONE_CLICK = {"List-Unsubscribe": "One-Click"}
#: As a browser says it of what another site has it send.
ELSEWHERE = {"Sec-Fetch-Site": "cross-site", "Origin": "https://mail.example.net"}


def test_mails_end_by_a_click_or_by_the_mail_program_and_by_nothing_else(play: Play) -> None:
    async def story(here: Site) -> None:
        for address in ("ben@example.org", "other@example.org"):
            await add_channel(here.pool, here.readings, "spring", "ben", address)

        async def states() -> dict[str, str]:
            async with here.pool.acquire() as conn:
                return {one.address: one.state for one in await list_channels(conn, "spring")}

        async with writing(here.pool) as conn:
            ours = next(
                one
                for one in await list_channels(conn, "spring")
                if one.address == "ben@example.org"
            )
            link = unsubscribing(await server_key(conn, LINKS), ours)
            await say(conn, "spring", ours.id, Words(kind="ping", title="A test", text="Words."))

        # Programs that follow links, and what is no click, change nothing.
        shown = await page(here, link)
        assert (shown.status, "Nothing has changed yet" in shown.text) == (200, True)
        assert "ben@example.org" not in shown.text
        assert (await page(here, link, method="HEAD")).status == 200
        for form in ({"do": "stop"}, {"List-Unsubscribe": "no"}):
            assert (await page(here, link, form=form)).status == 400
        assert set((await states()).values()) == {"active"}

        # Whoever makes a link up is told the same whatever there is.
        made_up = [
            link[:-1] + ("a" if link[-1] != "a" else "b"),
            link.replace(ours.id, "f" * 16),
            link.replace("spring", "autumn"),
        ]
        for sent in (None, ONE_CLICK):
            told = [(await page(here, other, form=sent))[:3] for other in made_up]
            assert {status for status, *_ in told} == {404}
            assert len(set(told)) == 1
        assert set((await states()).values()) == {"active"}

        # A mail program does it from anywhere, without a session, as often as it likes.
        for _ in range(2):
            done = await page(here, link, form=ONE_CLICK, more=ELSEWHERE)
            assert (done.status, "No more mails</h1>" in done.text) == (200, True)
        assert await states() == {"ben@example.org": "closed", "other@example.org": "active"}
        assert "No more mails</h1>" in (await page(here, link)).text
        async with here.pool.acquire() as conn:
            assert (await count_deliveries(conn, "spring"))["dropped"] == 1
            others = next(one for one in await list_channels(conn, "spring") if one.id != ours.id)
            told_there = [
                one.words or b"" for one in await lane_deliveries(conn, "spring", others.id)
            ]
        # Whoever it was, its owner reads of it elsewhere, once.
        (only,) = (words for words in told_there if b"ben@example.org" in words)
        assert b"wanted no more mails" in only
        async with writing(here.pool) as conn:
            await set_readers(conn, "spring", "fr", "")
        assert "Plus de courriels</h1>" in (await page(here, link)).text

    play(story)
