"""Who reads in what language and by which clock, from the account down to the bytes that leave."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from service.language.catalogue import LANGUAGES
from service.people.reading import reader_of, set_readers
from service.store.session import writing
from tests.service.api.conftest import play
from tests.service.web.pages import page, session
from world.kernel.nouns import DecisionAsked

if TYPE_CHECKING:
    from tests.service.api.site import Site

__all__ = ["play"]


def test_whoever_leads_a_person_is_told_in_their_own_language_and_by_their_clock(
    play: Any,
) -> None:
    async def story(here: Site) -> None:
        async def read() -> tuple[str, str]:
            async with here.pool.acquire() as conn:
                reader = await reader_of(conn, "spring", "ann")
            return reader.language, reader.zone

        assert await read() == ("en", "UTC"), "nobody leads ann"
        async with writing(here.pool) as conn:
            assert await set_readers(conn, "spring", "fr", "") == ("fr", "UTC")
            assert await set_readers(conn, "spring", "", "Asia/Tokyo") == ("fr", "Asia/Tokyo")
        assert await read() == ("fr", "Asia/Tokyo")
        token = await here.member("spring", "ann@example.org", "player", "ann")
        assert await read() == ("fr", "UTC"), "she has not said in which language"
        profile = {"name": "Ann", "zone": "Europe/Berlin", "language": "de"}
        assert (await here.ask("POST", "/me/profile", token, json=profile)).status == 200
        assert await read() == ("de", "Europe/Berlin")
        same = {"name": "Ann", "zone": "Europe/Berlin"}
        assert (await here.ask("POST", "/me/profile", token, json=same)).status == 200
        account = (await here.ask("GET", "/me", token)).body["account"]
        assert (account["language"], account["zone"]) == ("de", "Europe/Berlin")
        wrong = await here.ask("POST", "/me/profile", token, json={**profile, "language": "tlh"})
        assert wrong.status == 400
        assert await read() == ("de", "Europe/Berlin")

    play(story)


def test_an_account_chooses_its_language_on_its_page(play: Any) -> None:
    async def story(here: Site) -> None:
        ann = await here.account("ann@example.org")
        mine = await session(here, ann)
        shown = (await page(here, "/me", mine)).text
        found = re.findall(r'<option value="(\w*)"[^>]*>([^<]+)<', shown)
        assert found == [("", "as the campaign"), *LANGUAGES.items()]
        form = {"do": "profile", "name": "Ann", "zone": "UTC", "language": "fr"}
        assert (await page(here, "/me", mine, form)).status == 303
        shown = (await page(here, "/me", mine)).text
        assert '<option value="fr" lang="fr" selected>' in shown
        wrong = await page(here, "/me", mine, {**form, "language": "klingon"})
        assert wrong.status == 422

    play(story)


def test_what_one_was_told_is_read_in_ones_language(play: Any) -> None:
    """On a desk in what the browser likes, unless one was chosen; by the API in what was chosen."""

    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        mine = await here.session_of(token)
        asked = DecisionAsked(
            decision="d", question="Is it?", options="yes: it is", default="yes", limit=90_000_000
        )
        async with writing(here.pool) as conn:
            await conn.execute(
                """INSERT INTO notice (campaign_id, person, n, id, kind, at, body)
                VALUES ('spring', 'ann', 1, 'x', 'decision_asked', 0, $1)""",
                msgspec.json.encode(asked),
            )
        likes = {"Accept-Language": "de-CH,de;q=0.9,en;q=0.5"}
        german = (await page(here, "/c/spring/ann", mine, more=likes)).text
        assert "Ihre Entscheidung: Is it?" in german
        assert re.search(r"Ohne Antwort bis \w\w\. .* UTC \(in 2[45] Stunden\) gilt: yes", german)
        english = (await page(here, "/c/spring/ann", mine)).text
        assert "Your decision: Is it?" in english
        profile = {"name": "Ann", "zone": "Europe/Berlin", "language": "fr"}
        await here.ask("POST", "/me/profile", token, json=profile)
        assert "À vous de décider" in (await page(here, "/c/spring/ann", mine, more=likes)).text
        (told,) = (await here.ask("GET", "/campaigns/spring/persons/ann/notices", token)).body[
            "notices"
        ]
        assert told["title"] == "À vous de décider : Is it?"
        assert re.search(r"avant le .* CES?T, ce sera : yes", told["text"])
        assert "dans" not in told["text"], "what may be kept does not say how far away it is"

    play(story)
