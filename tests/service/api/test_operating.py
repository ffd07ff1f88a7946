"""An operator sees to the server over HTTP, and to nothing that is played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from service.notify.bounced import count_bounce
from service.ops import RelayState, Shape, overview
from service.people.sessions import check_password, make_link, set_password, take_link
from service.store.accounts import set_password_hash
from service.store.due import beat
from service.store.own import erase_account
from service.store.session import writing
from tests.service.api.site import Site
from tests.service.web.pages import page, session

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]


ERROR = "Traceback\nKeyError: ann wrote: my secret"


async def operator_of(here: Site) -> str:
    account = await here.account("op@example.org", operator=True)
    return await here.token(account, ["read", "operate"])


def test_an_operator_sees_what_waits_lags_fails_and_was_set_aside(play: Play) -> None:
    async def story(here: Site) -> None:
        op = await operator_of(here)
        async with writing(here.pool) as conn:
            await conn.execute("UPDATE due SET next_due = 1, tries = 2")
            await conn.execute(
                """INSERT INTO delivered (campaign_id, channel_id, person, n, id, outcome, attempt,
                    last_status, created) VALUES ('spring', 'c', 'ann', 1, 'm1', 'failed', 9, '410',
                    clock_timestamp())"""
            )
            body = {"error": ERROR, "entry": {"event": {"kind": "came"}}}
            await conn.execute(
                """INSERT INTO entity (campaign_id, id, kind, body)
                VALUES ('spring', 'q', 'quarantined', $1)""",
                msgspec.json.encode(body),
            )
        found = (await here.ask("GET", "/operator", op)).body
        (campaign,) = found["campaigns"]
        assert (campaign["id"], campaign["tries"], campaign["late_ms"] > 10**9) == (
            "spring", 2, True,
        )  # fmt: skip
        assert not found["healthy"]
        assert found["sendings"][0]["failed"] == 1
        (aside,) = found["aside"]
        assert (aside["event"], aside["error"]) == ("came", "KeyError")
        assert "secret" not in str(found)
        assert found["backup"] is None

    play(story)


def test_not_all_is_well_while_the_relay_takes_no_mail(play: Play) -> None:
    """An operator must not be told that all is well while every mail waits."""

    async def story(here: Site) -> None:
        async with writing(here.pool) as conn:
            await conn.execute("UPDATE due SET next_due = NULL")
            await beat(conn, "d", 1)
            for state, well in ((None, True), ((), True), ((1, "down"), False)):
                shape = Shape() if state is None else Shape(relay=partial(RelayState, *state))
                assert (await overview(conn, shape)).healthy == well

    play(story)


def test_the_audit_tells_an_operator_of_a_correction_and_nothing_of_what_is_played(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        account = await here.account("op@example.org", operator=True)
        op, secret = await here.token(account, ["operate"]), await session(here, account)
        wanted = {"after": {"letters": 7391}, "reason": "the spy was seen at Weir"}
        entity = "/campaigns/spring/entities/ann"
        for key in ("by the referee", "again"):
            sent = await here.ask("POST", entity, gm, json=wanted, Idempotency_Key=key)
            assert sent.status == 200
        audit = await here.ask("GET", "/operator/audit", op)
        assert [one["action"] for one in audit.body[:2]] == ["corrected", "corrected"]
        shown = await page(here, "/operator/audit", secret)
        assert shown.text.count("input 1 of the referee") == 1
        for text in (audit.raw.decode(), shown.text):
            assert [one for one in ("7391", "letters", "spy", "Weir", "→") if one in text] == []

    play(story)


def test_nobody_else_sees_or_does_any_of_it(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        op = await here.account("op@example.org", operator=True)
        weak = await here.token(op, ["read", "play", "referee", "account"])
        for token in (gm, weak):
            for path in ("/operator", "/operator/accounts", "/operator/audit"):
                assert (await here.ask("GET", path, token)).status == 403
            body = {"reason": "x"}
            lock = await here.ask("POST", f"/operator/accounts/{op.id}/lock", token, json=body)
            assert lock.status == 403
            ended = await here.ask("DELETE", f"/operator/accounts/{op.id}/sessions", token)
            assert ended.status == 403
        strong = await here.token(op, ["operate"])
        assert (await here.ask("GET", "/campaigns/spring/members", strong)).status != 200

    play(story)


def test_a_locked_account_signs_in_by_nothing_until_it_is_unlocked_and_all_is_audited(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        op = await operator_of(here)
        ann = await here.account("ann@example.org")
        token = await here.token(ann)
        await set_password(here.pool, ann, "a long sentence")
        path = f"/operator/accounts/{ann.id}"
        assert (await here.ask("POST", f"{path}/lock", op, json={"reason": ""})).status == 400
        done = await here.ask("POST", f"{path}/lock", op, json={"reason": "spam"})
        assert done.status == 200
        assert (await here.ask("GET", "/me", token)).status == 401
        assert await check_password(here.pool, "ann@example.org", "a long sentence") is None
        async with writing(here.pool) as conn:
            assert await take_link(conn, await make_link(conn, ann)) is None
        listed = (await here.ask("GET", "/operator/accounts?words=ANN", op)).body
        assert [one["locked"] is not None for one in listed] == [True]
        await here.ask("POST", f"{path}/unlock", op, json={"reason": "mended"})
        assert await check_password(here.pool, "ann@example.org", "a long sentence") == ann
        second = await here.token(ann)
        ended = await here.ask("DELETE", f"{path}/sessions", op)
        assert ended.body["count"] >= 1
        assert (await here.ask("GET", "/me", second)).status == 401
        audit = (await here.ask("GET", "/operator/audit", op)).body
        assert [one["action"] for one in audit] == ["sessions ended", "unlocked", "locked"]
        assert audit[2]["about"].endswith("spam")
        assert "example.org" not in str(audit)
        unknown = await here.ask("POST", "/operator/accounts/x/lock", op, json={"reason": "x"})
        assert unknown.status == 404
        async with writing(here.pool) as conn:
            await set_password_hash(conn, ann.id, "")

    play(story)


def test_nobody_locks_himself_out(play: Play) -> None:
    async def story(here: Site) -> None:
        account = await here.account("op@example.org", operator=True)
        op = await here.token(account, ["operate"])
        path = f"/operator/accounts/{account.id}/lock"
        assert (await here.ask("POST", path, op, json={"reason": "x"})).status == 400

    play(story)


def test_an_address_is_held_back_and_released_by_an_operator_or_by_its_owner(play: Play) -> None:
    async def story(here: Site) -> None:
        op = await operator_of(here)
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        places = "/campaigns/spring/persons/ann/channels"
        for path in ("", "/release", "/suppress"):
            method = "POST" if path else "GET"
            sent = {"address": "ann@example.org"} if path else None
            refused = await here.ask(method, f"/operator/mailboxes{path}", ann, json=sent)
            assert refused.status == 403, refused.raw

        async def operate(what: str, **more: str) -> bool:
            sent = {"address": "Ann@Example.org", **more}
            done = await here.ask("POST", f"/operator/mailboxes/{what}", op, json=sent)
            assert done.status == 200, done.raw
            return bool(done.body["done"])

        assert await operate("suppress", reason="she complained to the relay")
        assert not await operate("suppress")
        (listed,) = (await here.ask("GET", "/operator/mailboxes", op)).body
        assert (listed["address"], listed["reason"]) == ("ann@example.org", "operator")
        # She is told that, not what is noted of her; and cannot undo it.
        me = await here.ask("GET", "/me", ann)
        assert me.body["held_back"]["reason"] == "operator"
        added = await here.ask("POST", places, ann, json={"address": "ann@example.org"})
        assert added.status == 400
        refused = await here.ask("POST", "/me/email/release", ann, json={})
        assert refused.status == 400
        for answer in (me, added, refused):
            assert b"complained" not in answer.raw
        assert await operate("release")
        assert not await operate("release")
        assert (await here.ask("GET", "/me", ann)).body["held_back"] is None

        # Nor by going and coming back.
        assert await operate("suppress", reason="she complained to the relay")
        async with writing(here.pool) as conn, conn.transaction():
            await erase_account(conn, "nobody's", "ann@example.org")
        (listed,) = (await here.ask("GET", "/operator/mailboxes", op)).body
        assert (listed["address"], listed["reason"]) == ("ann@example.org", "operator")
        assert await operate("release")

        # What came back she may release, once a day.
        async def come_back() -> None:
            for n in range(2):
                await count_bounce(here.pool, "ann@example.org", f"m{n}", "5.1.1")

        await come_back()
        added = await here.ask("POST", places, ann, json={"address": "ann@example.org"})
        assert (added.status, b"there is no such mailbox" in added.raw) == (400, True)
        shown = await page(here, "/me", await here.session_of(ann))
        assert "mails came back (5.1.1: there is no such mailbox)" in shown.text
        assert (await here.ask("POST", "/me/email/release", ann, json={})).status == 200
        added = await here.ask("POST", places, ann, json={"address": "ann@example.org"})
        assert added.status == 200, added.raw
        await come_back()
        again = await here.ask("POST", "/me/email/release", ann, json={})
        assert (again.status, b"tomorrow" in again.raw) == (400, True)
        secret = await here.session_of(op)
        shown = await page(here, "/operator", secret)
        assert "ann@example.org" in shown.text
        form = {"do": "release", "address": "ann@example.org"}
        assert (await page(here, "/operator/mail", secret, form=form)).status == 303
        assert "Every address is written to." in (await page(here, "/operator", secret)).text

    play(story)
