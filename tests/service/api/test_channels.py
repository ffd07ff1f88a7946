"""Where one is told is one's own affair: seen, tried and changed, and no secret is shown twice."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any

from service.notify.signing import public_key
from service.people.telling import MOST
from service.store.channels import list_channels
from service.store.deliveries import begin_attempts, finish, lane_deliveries
from service.store.memberships import end_part, members
from tests.service.notify.test_push import Browser
from tests.service.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.service.api.site import Site

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

ANN = "/campaigns/spring/persons/ann/channels"
#: A public address, so that no name is looked up; nothing is sent, since no dispatcher runs here.
HOOK = "https://9.9.9.9/hooks/the-path-is-a-password"


async def _sent(here: Site, channel_id: str) -> None:
    """What waits on a channel goes out."""
    async with here.pool.acquire() as conn:
        (channel,) = [one for one in await list_channels(conn, "spring") if one.id == channel_id]
        waiting = await lane_deliveries(conn, "spring", channel_id)
        await begin_attempts(conn, channel, [(one, b"bytes") for one in waiting])
        await finish(conn, "spring", channel_id, [(one, "sent", "204") for one in waiting])


async def _ann(here: Site) -> str:
    return await here.member("spring", "ann@example.org", "player", "ann")


def test_a_channel_is_added_tried_rested_rotated_and_removed(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await _ann(here)
        made = (await here.ask("POST", ANN, ann, json={"address": HOOK, "ed25519": True})).body
        one, first = f"{ANN}/{made['id']}", base64.b64decode(made["secret"][6:])
        assert made["public_key"] == public_key(first)
        pinged = (await here.ask("POST", f"{one}/ping", ann, json={})).body["message"]
        await _sent(here, made["id"])
        (message,) = (await here.ask("GET", f"{one}/messages", ann)).body
        assert (message["id"], message["kind"]) == (pinged, "ping")
        assert (message["outcome"], message["status"]) == ("sent", "204")
        again = await here.ask("POST", f"{one}/resend", ann, json={"first": 1, "last": 1})
        assert again.body == {"count": 1}
        for state, was in (("paused", True), ("paused", False), ("active", True)):
            done = await here.ask("POST", f"{one}/state", ann, json={"state": state})
            assert done.body == {"done": was}
        rotated = (await here.ask("POST", f"{one}/rotation", ann, json={})).body
        async with here.pool.acquire() as conn:
            (kept,) = await list_channels(conn, "spring", "ann")
        assert kept.secret == base64.b64decode(rotated["secret"][6:])
        assert kept.previous == first, "signed with for a day more"
        assert (await here.ask("DELETE", one, ann)).body == {"done": True}
        (listed,) = (await here.ask("GET", ANN, ann)).body
        assert listed["state"] == "closed"
        assert (await here.ask("POST", f"{one}/ping", ann, json={})).status == 400

    play(story)


def test_where_somebody_was_told_is_not_for_who_leads_his_person_next(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await _ann(here)
        asked = [HOOK, "ann@example.org"]
        made = [(await here.ask("POST", ANN, ann, json={"address": one})).body for one in asked]
        async with here.pool.acquire() as conn, conn.transaction():
            (part,) = await members(conn, "spring")
            assert await end_part(conn, part)
        eve = await here.member("spring", "eve@example.org", "player", "ann")
        assert (await here.ask("GET", ANN, eve)).body == []
        for one in made:
            where = f"{ANN}/{one['id']}"
            opened = await here.ask("POST", f"{where}/state", eve, json={"state": "active"})
            rotated = await here.ask("POST", f"{where}/rotation", eve, json={})
            assert (opened.status, rotated.status) == (404, 404)
        shown = await page(here, "/c/spring/ann/channels", await here.session_of(eve))
        assert "ann@example.org" not in shown.text
        assert "9.9.9.9" not in shown.text

    play(story)


def test_secrets_are_shown_when_they_are_made_and_never_again(play: Play) -> None:
    """Nor is the path of a webhook, which often is one; over the API and on the page."""

    async def story(here: Site) -> None:
        ann = await _ann(here)
        made = (await here.ask("POST", ANN, ann, json={"address": HOOK})).body
        session = await here.session_of(ann)
        where = "/c/spring/ann/channels"
        shown = await page(here, where, session, {"do": "rotate", "channel": made["id"]})
        assert "whsec_" in shown.text
        added = await page(here, where, session, {"do": "add", "address": f"{HOOK}-2"})
        assert "whsec_" in added.text
        await here.ask("POST", f"{ANN}/{made['id']}/ping", ann, json={})
        seen = [
            (await here.ask("GET", ANN, ann)).raw.decode(),
            (await here.ask("GET", f"{ANN}/{made['id']}/messages", ann)).raw.decode(),
            (await page(here, where, session)).text,
            (await here.ask("GET", "/me/export", ann)).raw.decode(),
        ]
        for text in seen:
            assert "whsec_" not in text
            assert made["secret"][6:] not in text
        assert all("password" not in text for text in seen[:3])
        assert "https://9.9.9.9/…" in seen[2]

    play(story)


def test_where_somebody_is_told_is_nobody_elses_to_see_or_change(play: Play) -> None:
    """Not even the referee's; and whoever has no part learns of no campaign."""

    async def story(here: Site) -> None:
        ann = await _ann(here)
        made = (await here.ask("POST", ANN, ann, json={"address": HOOK})).body
        gm = await here.member("spring", "gm@example.org", "gm")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        zoe = await here.token(await here.account("zoe@example.org"))
        one = f"{ANN}/{made['id']}"
        asked: list[tuple[str, str, Any]] = [
            ("GET", ANN, None),
            ("GET", f"{one}/messages", None),
            ("POST", ANN, {"address": HOOK}),
            ("POST", f"{one}/ping", {}),
            ("POST", f"{one}/rotation", {}),
            ("POST", f"{one}/state", {"state": "paused"}),
            ("POST", f"{one}/resend", {"first": 1, "last": 1}),
            ("DELETE", one, None),
        ]
        for token, status in ((gm, 403), (ben, 403), (zoe, 404)):
            for method, path, body in asked:
                got = await here.ask(method, path, token, json=body)
                assert got.status == status, (method, path)
        bens = f"/campaigns/spring/persons/ben/channels/{made['id']}/ping"
        assert (await here.ask("POST", bens, ben, json={})).status == 404
        session = await here.session_of(gm)
        assert (await page(here, "/c/spring/ann/channels", session)).status == 403
        (still,) = (await here.ask("GET", ANN, ann)).body
        assert still["state"] == "active"
        own = "/campaigns/spring/persons/gm/channels"
        assert (await here.ask("POST", own, gm, json={"address": HOOK})).status == 200

    play(story)


def test_nobody_has_a_stranger_or_a_private_network_written_to(play: Play) -> None:
    """A refusal says why and leaves nothing behind."""

    async def story(here: Site) -> None:
        ann = await _ann(here)
        for address, why in (
            ("http://169.254.169.254/latest", "no address that notices may go to"),
            ("http://2130706433/", "no address that notices may go to"),
            ("stranger@example.org", "to no other"),
            ("https://user:word@9.9.9.9/", "user name or password"),
            ("ftp://9.9.9.9/", "nothing was changed"),
        ):
            got = await here.ask("POST", ANN, ann, json={"address": address})
            assert got.status == 400, address
            assert why in got.body["detail"]
        assert (await here.ask("GET", ANN, ann)).body == []
        assert (await here.ask("POST", ANN, ann, json={"address": "Ann@example.org"})).status == 200

    play(story)


def test_one_is_told_at_a_limited_number_of_places(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await _ann(here)
        await here.pool.execute(
            """INSERT INTO channel (campaign_id, id, person, kind, address, secret)
            SELECT 'spring', 'h' || n, 'ann', 'webhook', 'https://9.9.9.9/' || n, 'k'
            FROM generate_series(1, $1::integer) AS n""",
            MOST,
        )
        assert (await here.ask("POST", ANN, ann, json={"address": HOOK})).status == 400
        assert (await here.ask("DELETE", f"{ANN}/h1", ann)).status == 200
        assert (await here.ask("POST", ANN, ann, json={"address": HOOK})).status == 200
        for wrong in ({"first": 2, "last": 1}, {"first": 0, "last": 0}, {"first": 1, "last": 9**9}):
            got = await here.ask("POST", f"{ANN}/h2/resend", ann, json=wrong)
            assert got.status == 400
            assert "nothing was sent" in json.dumps(got.body)

    play(story)


def test_the_page_is_reached_from_desk_and_account_and_does_what_its_buttons_say(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        session = await here.session_of(await _ann(here))
        where = "/c/spring/ann/channels"
        for path in ("/c/spring/ann", "/me"):
            assert f'href="{where}"' in (await page(here, path, session)).text
        added = await page(here, where, session, {"do": "add", "address": HOOK, "strict": "true"})
        assert "Strictly in order" in added.text
        async with here.pool.acquire() as conn:
            (channel,) = await list_channels(conn, "spring", "ann")
        for do, state in (("ping", "active"), ("pause", "paused"), ("reopen", "active")):
            done = await page(here, where, session, {"do": do, "channel": channel.id})
            assert (done.status, done.location) == (303, where)
            async with here.pool.acquire() as conn:
                (channel,) = await list_channels(conn, "spring", "ann")
            assert channel.state == state
        await _sent(here, channel.id)
        assert "sent (204)" in (await page(here, where, session)).text
        form = {"do": "resend", "channel": channel.id, "first": "1"}
        assert (await page(here, where, session, form)).status == 303
        assert (await page(here, where, session, {**form, "first": "x"})).status == 422
        wrong = await page(here, where, session, {"do": "add", "address": "http://10.0.0.1/a"})
        assert wrong.status == 422
        assert "http://10.0.0.1/a" in wrong.text, "what was typed is not lost"
        gone = await page(here, where, session, {"do": "remove", "channel": channel.id})
        assert gone.status == 303
        assert "Used no more" in (await page(here, where, session)).text

    play(story)


def test_a_browser_subscribes_by_the_servers_key_over_the_api_and_on_the_page(play: Play) -> None:
    """It is listed with its push service's host alone; for others, or elsewhere, it is refused."""

    async def story(here: Site) -> None:
        ann = await _ann(here)
        key = (await here.ask("GET", "/pushes/key", ann)).body["key"]
        sent = {"endpoint": "https://9.9.9.9/push/a-password", "keys": Browser().keys}
        pushes = ANN.replace("channels", "pushes")
        made = await here.ask("POST", pushes, ann, json=sent)
        assert (made.status, made.body["kind"]) == (200, "push")
        assert (await here.ask("POST", pushes, ann, json=sent)).body["id"] == made.body["id"]
        (listed,) = (await here.ask("GET", ANN, ann)).body
        assert (listed["address"], listed["state"]) == ("https://9.9.9.9/…", "active")
        for wrong in (
            {**sent, "endpoint": "http://9.9.9.9/push"},
            {**sent, "endpoint": "https://127.0.0.1/push"},
            {**sent, "keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        ):
            refused = await here.ask("POST", pushes, ann, json=wrong)
            assert (refused.status, "a-password" in refused.raw.decode()) == (400, False)
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        assert (await here.ask("POST", pushes, ben, json=sent)).status == 403
        where, session = "/c/spring/ann/channels", await here.session_of(ann)
        shown = await page(here, where, session)
        assert f'data-key="{key}"' in shown.text
        assert "a-password" not in shown.text
        form = {"endpoint": "https://9.9.9.9/push/other", **Browser().keys}
        assert (await page(here, f"{where}/push", session, form)).status == 204
        assert len((await here.ask("GET", ANN, ann)).body) == 2
        async with here.http.get(f"{here.address}/sw.js") as script:
            assert script.content_type == "text/javascript"
            assert "script-src 'self'" in script.headers["Content-Security-Policy"]
            assert "showNotification" in await script.text()

    play(story)
