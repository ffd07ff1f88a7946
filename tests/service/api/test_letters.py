"""Letters over HTTP: what one would take, drafts, and whose business they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.packs.conformance import read_bundled
from tests.service.api.test_asking import play
from tests.service.playing import play_on

if TYPE_CHECKING:
    from tests.service.api.site import Site

__all__ = ["play"]

MARIA = "/campaigns/spring/persons/maria"


async def _maria(here: Site) -> str:
    await here.campaign("spring", read_bundled("small_war"))
    return await here.member("spring", "maria@example.org", "player", "maria")


def test_a_letter_is_weighed_before_it_is_written(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        found = (await here.ask("GET", f"{MARIA}/letters/reuss/prospects?copies=2", maria)).body
        assert found["name"]
        rider = found["rider"]
        assert rider["copies"] == 2
        assert 0 < rider["odds_from"] <= rider["odds_to"] <= 100
        assert rider["eta_from"] <= rider["eta_to"]
        assert [one["copies"] for one in found["copies"]] == list(range(1, rider["copies_max"] + 1))
        elsewhere = await here.ask(
            "GET", f"{MARIA}/letters/reuss/prospects?towards=Atlantis", maria
        )
        assert (elsewhere.status, elsewhere.body["code"]) == (422, "E-NO-PATH")
        nobody = await here.ask("GET", f"{MARIA}/letters/nobody/prospects", maria)
        assert (nobody.status, nobody.body["code"]) == (422, "E-UNKNOWN-ADDRESSEE")

    play(story)


def test_a_draft_is_kept_until_it_is_thrown_away_and_is_its_authors_alone(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        draft = {"to": "reuss", "text": "Come.\nAt once."}
        assert (await here.ask("POST", f"{MARIA}/drafts", maria, json=draft)).status == 200
        draft["text"] = "Come when you can."
        await here.ask("POST", f"{MARIA}/drafts", maria, json=draft)
        (kept,) = (await here.ask("GET", f"{MARIA}/drafts", maria)).body
        assert kept["text"] == "Come when you can."
        (thread,) = (await here.ask("GET", f"{MARIA}/letters", maria)).body
        assert (thread["other"], thread["draft"], thread["pieces"]) == ("reuss", kept, [])
        otto = await here.member("spring", "otto@example.org", "player", "otto")
        assert (await here.ask("GET", f"{MARIA}/drafts", otto)).status == 403
        gm = await here.member("spring", "gm@example.org", "gm")
        assert (await here.ask("POST", f"{MARIA}/drafts", gm, json=draft)).status == 403
        # The referee reads everybody's letters, and nobody's that are not sent.
        assert (await here.ask("GET", f"{MARIA}/drafts", gm)).status == 403
        assert (await here.ask("GET", f"{MARIA}/letters", gm)).body == []
        assert (await here.ask("DELETE", f"{MARIA}/drafts/reuss", maria)).body == {"done": True}
        assert (await here.ask("DELETE", f"{MARIA}/drafts/reuss", maria)).status == 404

    play(story)


def test_what_could_never_be_sent_is_not_kept(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        wrong: list[dict[str, Any]] = [{"text": "x" * 15_001}, {"text": "nul \0 in it"}]
        for field in ("to", "towards", "answers"):
            wrong += [{field: "x" * 121}, {field: "nul \0 in it"}, {field: "two\nlines"}]
        wrong += [{"copies": copies} for copies in (-1, 0, 51, 10**30)]
        for part in wrong:
            draft = {"to": "reuss", "text": "Come."} | part
            got = await here.ask("POST", f"{MARIA}/drafts", maria, json=draft)
            assert got.status == 400, part
        assert (await here.ask("GET", f"{MARIA}/drafts", maria)).body == []

    play(story)


def test_a_game_without_letters_has_no_correspondence(play: Any) -> None:
    async def story(here: Site) -> None:
        await here.campaign("spring")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        got = await here.ask("GET", "/campaigns/spring/persons/ann/letters", ann)
        assert got.status == 404

    play(story)


def test_an_order_to_a_subordinate_elsewhere_is_shown_as_sent_and_not_as_done(play: Any) -> None:
    async def story(here: Site) -> None:
        maria = await _maria(here)
        order = {"text": "march army=harbour-battalion to=Aldermouth"}
        receipt = await here.ask("POST", f"{MARIA}/orders", maria, json=order)
        assert receipt.status == 200, receipt.body
        await play_on(here.pool, "spring")
        kinds = {one["kind"] for one in
            (await here.ask("GET", f"{MARIA}/notices", maria)).body["notices"]}  # fmt: skip
        assert "letter_sent" in kinds
        assert not kinds & {"order_reported", "said_in_vain", "marching"}
        threads = (await here.ask("GET", f"{MARIA}/letters", maria)).body
        (piece,) = [piece for thread in threads for piece in thread["pieces"]]
        assert piece["state"] == "sent"
        # He whom it is for has not set out: he has not heard of it.
        gone = await here.pool.fetchval(
            "SELECT convert_from(body, 'UTF8')::json->>'march' FROM entity WHERE id = $1",
            "harbour-battalion",
        )
        assert gone is None

    play(story)
