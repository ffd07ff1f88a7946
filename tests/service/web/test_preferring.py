"""A person's preferences are kept from page and API alike, for whoever leads that person alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.service.api.conftest import play
from tests.service.web.pages import page

if TYPE_CHECKING:
    from tests.service.api.site import Site

__all__ = ["play"]

ANN = "/campaigns/spring/persons/ann/preferences"


def test_preferences_are_read_kept_and_refused_over_the_api(play: Any) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        first = (await here.ask("GET", ANN, ann)).body
        assert first["preferences"]["kinds"] == {}
        kinds = {one["kind"] for chapter in first["chapters"] for one in chapter["kinds"]}
        assert {"came", "decision_expires"} <= kinds
        wanted = {
            "zone": "Europe/Berlin",
            "kinds": {"*": "digest", "ferry.*": "off", "came": "at_once"},
            "quiet_from": "22:00",
            "quiet_to": "07:00",
            "quiet_days": ["sunday"],
            "digest_day": "friday",
        }
        kept = (await here.ask("POST", ANN, ann, json=wanted)).body["preferences"]
        assert {**kept, **wanted} == kept
        assert (await here.ask("GET", ANN, ann)).body["preferences"] == kept
        for wrong in (
            {"zone": "Mars/Olympus"},
            {"kinds": {"cam": "off"}},
            {"kinds": {"came": "never"}},
            {"quiet_from": "7"},
            {"channels": {"nonsuch": "urgent"}},
            {"nonsuch": 1},
        ):
            assert (await here.ask("POST", ANN, ann, json=wrong)).status in {400, 422}, wrong
        assert (await here.ask("GET", ANN, ann)).body["preferences"] == kept
        for email, role in (("gm@example.org", "gm"), ("eve@example.org", "spectator")):
            other = await here.member("spring", email, role)
            assert (await here.ask("GET", ANN, other)).status == 403
            assert (await here.ask("POST", ANN, other, json={})).status == 403
        gm = await here.member("spring", "gm2@example.org", "gm")
        assert (await here.ask("POST", ANN.replace("ann", "gm"), gm, json={})).status == 200

    play(story)


def test_the_page_shows_what_is_kept_and_keeps_what_its_form_says(play: Any) -> None:
    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        secret = await here.session_of(token)
        where = "/c/spring/ann/preferences"
        assert f'href="{where}"' in (await page(here, "/c/spring/ann", secret)).text
        form = {
            "zone": "America/New_York",
            "how.*": "digest",
            "how.came": "off",
            "how.ferry.*": "",
            "quiet.sunday": "true",
            "quiet_from": "23:00",
            "quiet_to": "06:30",
            "digest_at": "18:00",
            "digest_day": "monday",
        }
        done = await page(here, where, secret, form)
        assert (done.status, done.location.endswith(where)) == (303, True)
        kept = (await here.ask("GET", ANN, token)).body["preferences"]
        assert kept == {
            "zone": "America/New_York",
            "kinds": {"*": "digest", "came": "off"},
            "quiet_from": "23:00",
            "quiet_to": "06:30",
            "quiet_days": ["sunday"],
            "digest_at": "18:00",
            "digest_day": "monday",
            "urgent": False,
            "channels": {},
        }
        shown = (await page(here, where, secret)).text
        assert re.search(r'name="how.came">.*?value="off" selected', shown)
        assert 'name="quiet.sunday" value="true" checked' in shown
        wrong = await page(here, where, secret, {**form, "zone": "Mars", "quiet_to": "05:00"})
        assert (wrong.status, "no time zone" in wrong.text) == (422, True)
        assert 'value="05:00"' in wrong.text, "what was filled in is not lost"
        assert (await page(here, where, secret, {"how.*": "loud"})).status == 422
        assert (await here.ask("GET", ANN, token)).body["preferences"] == kept

    play(story)


def test_a_channel_that_was_closed_is_said_to_be_and_can_be_kept_or_forgotten(play: Any) -> None:
    """What was read is kept as it stands; what is used in its place is said; none is made up."""

    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        secret = await here.session_of(token)
        channels = ANN.replace("preferences", "channels")
        ids = []
        for address in ("https://9.9.9.9/one", "ann@example.org"):
            made = await here.ask("POST", channels, token, json={"address": address})
            ids.append(made.body["id"])
        hook, mail = ids
        wanted = {"channels": {hook: "all", mail: "urgent"}}
        kept = (await here.ask("POST", ANN, token, json=wanted)).body
        assert kept["closed"] == []
        await here.pool.execute("UPDATE channel SET state = 'closed' WHERE id = $1", hook)
        shown = (await here.ask("GET", ANN, token)).body
        assert shown["closed"] == [{"id": hook, "shown": "https://9.9.9.9/…", "use": "all"}]
        assert [(one["id"], one["used_for"]) for one in shown["channels"]] == [(mail, "all")]
        again = await here.ask("POST", ANN, token, json=shown["preferences"])
        assert (again.status, again.body) == (200, shown)
        text = (await page(here, "/c/spring/ann/preferences", secret)).text
        assert "https://9.9.9.9/… (closed)" in text
        assert "For now it gets all of it" in text
        form = {"zone": "UTC", "digest_at": "08:00", f"channel.{mail}": "urgent"}
        for said, left in (("all", {hook: "all", mail: "urgent"}), ("", {mail: "urgent"})):
            kept_form = {**form, f"channel.{hook}": said}
            assert (await page(here, "/c/spring/ann/preferences", secret, kept_form)).status == 303
            shown = (await here.ask("GET", ANN, token)).body
            assert shown["preferences"]["channels"] == left
        assert shown["channels"][0]["used_for"] == "urgent"
        # Forgotten it is as unknown as one that never was: nobody learns what others had.
        assert (await here.ask("POST", ANN, token, json=wanted)).status == 400

    play(story)


def test_what_an_owner_removes_is_not_missed(play: Any) -> None:
    async def story(here: Site) -> None:
        token = await here.member("spring", "ann@example.org", "player", "ann")
        channels = ANN.replace("preferences", "channels")
        ids = []
        for address in ("https://9.9.9.9/one", "ann@example.org"):
            made = await here.ask("POST", channels, token, json={"address": address})
            ids.append(made.body["id"])
        hook, mail = ids
        await here.ask("POST", ANN, token, json={"channels": {hook: "all", mail: "urgent"}})
        assert (await here.ask("DELETE", f"{channels}/{hook}", token)).status == 200
        shown = (await here.ask("GET", ANN, token)).body
        assert shown["preferences"]["channels"] == {mail: "urgent"}
        assert (shown["closed"], shown["channels"][0]["used_for"]) == ([], "urgent")

    play(story)
