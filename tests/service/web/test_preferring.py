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
