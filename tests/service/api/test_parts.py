"""Parts over HTTP: handed over, taken away, looking on, and words out of character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.intake.channels import add_channel
from service.store.channels import list_channels
from tests.service.api.site import Site
from tests.service.api.test_streaming import tell
from tests.service.notify.test_push import Browser
from tests.service.playing import play_on

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

SPRING = "/campaigns/spring"


def test_a_commander_is_handed_over_and_the_one_before_is_told_nothing_more(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        await add_channel(here.pool, here.readings, "spring", "ann", "ann@example.org")
        assert (await here.ask("POST", f"{SPRING}/persons/ann/handover", ann, json={})).status == (
            403
        )
        made = await here.ask("POST", f"{SPRING}/persons/ann/handover", gm, json={})
        assert made.status == 200
        assert (await here.ask("GET", f"{SPRING}/persons/ann/page", ann)).status == 404
        async with here.pool.acquire() as conn:
            assert [one.state for one in await list_channels(conn, "spring")] == ["closed"]
        zoe = await here.token(await here.account("zoe@example.org"))
        await here.ask("POST", "/me/invitations", zoe, json={"secret": made.body["secret"]})
        assert (await here.ask("GET", f"{SPRING}/persons/ann/page", zoe)).status == 200
        actions = await here.pool.fetch("SELECT action FROM audit ORDER BY n")
        assert "handed over" in [row["action"] for row in actions]

    play(story)


def test_an_assistant_referees_and_chooses_no_referees(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        aide = await here.member("spring", "aide@example.org", "assistant")
        assert (await here.ask("GET", f"{SPRING}/persons/ann/page", aide)).status == 200
        resumed = await here.ask("POST", f"{SPRING}/clock", aide, json={"said": "rate",
            "numerator": 2})  # fmt: skip
        assert resumed.status == 200
        for role in ("gm", "assistant"):
            wanted = {"role": role}
            assert (await here.ask("POST", f"{SPRING}/invitations", aide, json=wanted)).status == (
                403
            )
            assert (await here.ask("POST", f"{SPRING}/invitations", gm, json=wanted)).status == 200
        parts = (await here.ask("GET", f"{SPRING}/members", gm)).body
        out = {one["role"]: {"account_id": one["account_id"], "role": one["role"]} for one in parts}
        removal = f"{SPRING}/members/removal"
        assert (await here.ask("POST", removal, aide, json=out["gm"])).status == 403
        assert (await here.ask("POST", removal, gm, json=out["gm"])).status == 400
        assert (await here.ask("POST", removal, gm, json=out["assistant"])).status == 200
        assert (await here.ask("GET", f"{SPRING}/members", aide)).status == 404

    play(story)


def test_a_referee_who_is_taken_out_is_told_no_more_in_his_browser(play: Play) -> None:
    """The other's goes on showing what both were told."""

    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        aide = await here.member("spring", "aide@example.org", "assistant")
        for who, name in ((gm, "of-gm"), (aide, "of-aide")):
            sent = {"endpoint": f"https://9.9.9.9/{name}", "keys": Browser().keys}
            assert (
                await here.ask("POST", f"{SPRING}/persons/gm/pushes", who, json=sent)
            ).status == (200)
        parts = (await here.ask("GET", f"{SPRING}/members", gm)).body
        (out,) = [one for one in parts if one["role"] == "assistant"]
        out = {"account_id": out["account_id"], "role": out["role"]}
        assert (await here.ask("POST", f"{SPRING}/members/removal", gm, json=out)).status == 200
        async with here.pool.acquire() as conn:
            found = {one.address[-7:]: one.state for one in await list_channels(conn, "spring")}
        assert found == {"9/of-gm": "active", "of-aide": "closed"}

    play(story)


def test_a_spectator_sees_everybody_but_nothing_that_is_younger_than_the_delay(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        eve = await here.member("spring", "eve@example.org", "spectator")
        async with here.pool.acquire() as conn:
            now = (await here.readings.world(conn, "spring")).now
        for n, hours in ((1, 80), (2, 60)):
            await tell(here, n)
            await here.pool.execute(
                "UPDATE notice SET at = $1 WHERE n = $2", now - hours * 3_600_000, n
            )
        seen = await here.ask("GET", f"{SPRING}/watch/ann", eve)
        assert [one["n"] for one in seen.body] == [1]
        for path in ("persons/ann/page", "persons/ann/notices", "persons/ann/stream", "members"):
            assert (await here.ask("GET", f"{SPRING}/{path}", eve)).status == 403
        assert (await here.ask("POST", f"{SPRING}/watch", eve, json={"hours": 0})).status == 403
        assert (await here.ask("POST", f"{SPRING}/watch", gm, json={"hours": 61})).status == 200
        assert len((await here.ask("GET", f"{SPRING}/watch/ann", eve)).body) == 1
        assert (await here.ask("POST", f"{SPRING}/watch", gm, json={"hours": 59})).status == 200
        assert len((await here.ask("GET", f"{SPRING}/watch/ann", eve)).body) == 2
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        assert (await here.ask("GET", f"{SPRING}/watch/ben", ann)).status == 403

    play(story)


def test_nobody_both_plays_and_looks_on(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        made = await here.ask("POST", f"{SPRING}/invitations", gm, json={"role": "spectator"})
        taking = {"secret": made.body["secret"]}
        refused = await here.ask("POST", "/me/invitations", ann, json=taking)
        assert (refused.status, "both plays" in refused.body["detail"]) == (400, True)
        zoe = await here.token(await here.account("zoe@example.org"))
        assert (await here.ask("POST", "/me/invitations", zoe, json=taking)).status == 200

    play(story)


def test_a_letter_is_reported_and_its_writer_writes_no_more_but_orders_on(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        await tell(here, 1)
        report = {"words": "That goes too far.", "reports": 1}
        kept = await here.ask("POST", f"{SPRING}/asides", ann, json=report)
        assert (kept.status, kept.body["kind"]) == (200, "report")
        assert "no 1" in kept.body["about"]
        assert (await here.ask("POST", f"{SPRING}/asides", ben, json=report)).status == 400
        assert (await here.ask("GET", f"{SPRING}/asides", ben)).body == []
        (seen,) = (await here.ask("GET", f"{SPRING}/asides", gm)).body
        assert seen["words"] == "That goes too far."
        answer = f"{SPRING}/asides/{seen['n']}/answer"
        assert (await here.ask("POST", answer, ben, json={"answer": "x"})).status == 403
        assert (await here.ask("POST", answer, gm, json={"answer": "I see to it."})).status == 200
        (mine,) = (await here.ask("GET", f"{SPRING}/asides", ann)).body
        assert mine["answer"] == "I see to it."
        mute = f"{SPRING}/persons/ben/mute"
        assert (await here.ask("POST", mute, ann, json={"reason": "x"})).status == 403
        assert (await here.ask("POST", mute, gm, json={"reason": "insults"})).status == 200
        orders = f"{SPRING}/persons/ben/orders"
        letter = {"text": "post to=ann text=more"}
        refused = await here.ask("POST", orders, ben, json=letter)
        assert (refused.status, refused.body["code"]) == (422, "E-MUTED")
        assert "insults" in refused.body["detail"]
        assert (await here.ask("DELETE", mute, gm)).status == 200
        assert (await here.ask("POST", orders, ben, json=letter)).status == 200

    play(story)


def test_an_abusive_letter_is_read_reported_and_its_writer_muted_until_he_may_write_again(
    play: Play,
) -> None:
    """The whole of it, with a letter that has come over the water."""

    async def came(here: Site, who: str, words: str) -> int:
        for _ in range(200):
            await play_on(here.pool, "spring")
            told = (await here.ask("GET", f"{SPRING}/persons/ann/notices", who)).body["notices"]
            for one in told:
                if words in one["text"]:
                    return int(one["n"])
        raise AssertionError(f"no letter came that says {words}")

    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        fast = {"said": "rate", "numerator": 86_400}
        assert (await here.ask("POST", f"{SPRING}/clock", gm, json=fast)).status == 200
        orders, mute = f"{SPRING}/persons/ben/orders", f"{SPRING}/persons/ben/mute"
        bad = {"text": 'post to=ann text="You toad"'}
        assert (await here.ask("POST", orders, ben, json=bad)).status == 200
        n = await came(here, ann, "You toad")
        report = {"words": "Enough of that.", "reports": n}
        assert (await here.ask("POST", f"{SPRING}/asides", ann, json=report)).status == 200
        (seen,) = (await here.ask("GET", f"{SPRING}/asides", gm)).body
        assert "You toad" in seen["about"]
        assert (await here.ask("POST", mute, gm, json={"reason": "insults"})).status == 200
        said = await here.pool.fetchval("SELECT count(*) FROM input")
        refused = await here.ask("POST", orders, ben, json={"text": "post to=ann text=Newt"})
        assert (refused.status, refused.body["code"]) == (422, "E-MUTED")
        assert await here.pool.fetchval("SELECT count(*) FROM input") == said
        assert (await here.ask("DELETE", mute, gm)).status == 200
        sorry = {"text": "post to=ann text=Sorry"}
        assert (await here.ask("POST", orders, ben, json=sorry)).status == 200
        await came(here, ann, "Sorry")
        told = await here.ask("GET", f"{SPRING}/persons/ann/notices", ann)
        assert "Newt" not in told.raw.decode()

    play(story)
