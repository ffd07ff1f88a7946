"""What one does about one's own account over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.notify.bounced import count_bounce
from service.pace import Pace
from service.people.own import ask_for_mail, take_mail
from service.people.sessions import check_password, make_link, open_session, take_link
from service.people.who import Who
from service.store.accounts import list_credentials
from service.store.kept_of import LARGEST
from service.store.session import writing
from tests.service.api.site import Site
from tests.service.web.pages import page

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from service.people.who import Account

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]


def test_a_password_is_set_then_changed_only_by_who_knows_it_and_ends_other_sessions(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        ann = await here.account("ann@example.org")
        token, mine = await here.token(ann), await here.session(ann)
        async with writing(here.pool) as conn:
            await open_session(conn, ann, "elsewhere")
            link = await make_link(conn, ann)
        short = await here.ask("POST", "/me/password", mine, json={"new": "short"})
        assert short.status == 400
        first = await here.ask("POST", "/me/password", mine, json={"new": "a long sentence"})
        assert first.status == 200
        async with here.pool.acquire() as conn:
            kept = [(one.kind, one.name) for one in await list_credentials(conn, ann.id)]
            assert kept == [("token", "test"), ("session", "a browser")]
            assert await take_link(conn, link) is None
        again = {"new": "another sentence", "old": "wrong"}
        assert (await here.ask("POST", "/me/password", token, json=again)).status == 400
        again["old"] = "a long sentence"
        assert (await here.ask("POST", "/me/password", token, json=again)).status == 200
        assert await check_password(here.pool, "ann@example.org", "another sentence") == ann
        hashed = await here.pool.fetchval("SELECT password FROM account")
        assert hashed.startswith("$argon2id$")

    play(story)


def test_who_has_just_signed_in_may_have_forgotten_his_password(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.account("ann@example.org")
        mine = await here.session(ann)
        await here.ask("POST", "/me/password", mine, json={"new": "a long sentence"})
        who = await _session(here, ann)
        await ask_for_mail(here.pool, Pace(), who, "new@example.org", "")
        await here.pool.execute("UPDATE credential SET created = created - interval '1 hour'")
        with pytest.raises(Exception, match="not your password"):
            await ask_for_mail(here.pool, Pace(), who, "new@example.org", "")

    play(story)


async def _session(here: Site, account: Account) -> Who:
    async with here.pool.acquire() as conn:
        found = await list_credentials(conn, account.id)
    (session,) = [one for one in found if one.kind == "session"]
    return Who(account=account, credential=session.id, kind="session", scopes=frozenset())


def test_an_address_changes_by_the_link_to_the_new_one_once_and_never_to_anothers(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        ann, ben = await here.account("ann@example.org"), await here.account("ben@example.org")
        async with writing(here.pool) as conn:
            await open_session(conn, ann, "here")
        who = await _session(here, ann)
        secret = await ask_for_mail(here.pool, Pace(), who, "Ann@Example.net", "")
        assert (await take_mail(here.pool, secret)).email == "Ann@Example.net"
        with pytest.raises(Exception, match="has been used"):
            await take_mail(here.pool, secret)
        taken = await ask_for_mail(here.pool, Pace(), who, "BEN@example.org", "")
        with pytest.raises(Exception, match="There is an account"):
            await take_mail(here.pool, taken)
        token = await here.session(ben)
        wrong = await here.ask("POST", "/me/email", token, json={"email": "nothing"})
        assert wrong.status == 400
        done = await here.ask("POST", "/me/email", token, json={"email": "ben@example.net"})
        assert done.body == {"done": True}, "no mail leaves here"
        assert (await here.ask("GET", "/me", token)).body["account"]["email"] == "ben@example.net"

    play(story)


def test_an_export_holds_what_one_said_and_no_secret_and_nobody_elses(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        orders = "/campaigns/spring/persons/{}/orders"
        await here.ask("POST", orders.format("ann"), ann, json={"text": "post to=ben text=mine"})
        await here.ask("POST", orders.format("ben"), ben, json={"text": "post to=ann text=his"})
        for person, token in (("ann", ann), ("ben", ben)):
            wanted = {"zone": "Europe/Paris" if person == "ann" else "Asia/Tokyo"}
            path = f"/campaigns/spring/persons/{person}/preferences"
            kept = await here.ask("POST", path, token, json=wanted)
            assert kept.status == 200, kept.raw
        feeds = await here.ask("POST", "/campaigns/spring/persons/ann/feeds", ann, json={})
        await count_bounce(here.pool, "ann@example.org", "m", "5.1.1")
        for person, sender, raw in (
            ("ann", "ann@example.org", b"From: ann\n\nA mail of mine"),
            ("ann", "friend@example.org", b"What somebody else of hers wrote"),
            ("ann", "", None),
            ("ben", "ben@example.org", b"What Ben wrote"),
        ):
            await here.pool.execute(
                """INSERT INTO mail_in (campaign_id, key, person, kind, about, detail, sender,
                    message_id, raw, fate) VALUES ('spring', $1, $2, 'orders', '', '', $3, $1, $4,
                    CASE WHEN $4::bytea IS NULL THEN 'orders' ELSE '' END)""",
                f"mail {sender}",
                person,
                sender,
                raw,
            )
        found = await here.ask("GET", "/me/export", ann)
        assert found.body["account"]["email"] == "ann@example.org"
        mailed = [(one["body"], one["message_id"], one["fate"]) for one in found.body["mailed"]]
        own = "From: ann\n\nA mail of mine"
        assert mailed == [
            (own, "mail ann@example.org", ""), (None, "", ""), (None, "", "orders"),
        ]  # fmt: skip
        assert all(one["received"] > 10**15 for one in found.body["mailed"])
        assert "ben@example.org" not in found.raw.decode()
        assert [one["body"]["zone"] for one in found.body["preferences"]] == ["Europe/Paris"]
        (feed,) = found.body["feeds"]
        assert (feed["person"], feed["made"] > 10**15) == ("ann", True)
        assert feeds.body["calendar"].split("/")[-2] not in found.raw.decode()
        (mailbox,) = found.body["mailbox"]
        assert (mailbox["reason"], mailbox["suppressed"] > 10**15) == ("gone", True)
        assert mailbox["released"] is None
        assert [one["body"]["order"]["text"] for one in found.body["said"]] == ["mine"]
        assert [part["person"] for part in found.body["parts"]] == ["ann"]
        text = found.raw.decode()
        assert "his" not in text.replace("this", "")
        assert ann not in text
        assert "argon2" not in text

    play(story)


def test_a_copy_of_everything_is_bounded_and_not_to_be_had_again_at_once(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        bob = await here.member("spring", "bob@example.org", "player", "ann")
        filler = "repeat(md5(n::text), 3000)"
        await here.pool.execute(
            f"""INSERT INTO input (campaign_id, person, n, key, body)
            SELECT 'spring', 'ann', n, n::text, ('{{"words":"' || n || {filler} || '"}}')::bytea
            FROM generate_series(1, 300) AS n"""  # noqa: S608 - ours
        )
        await here.pool.execute(
            f"""INSERT INTO jotting (campaign_id, person, kind, id, body)
            SELECT 'spring', 'ann', 'draft', n, ('"' || {filler} || '"')::bytea
            FROM generate_series(1, 20) AS n"""  # noqa: S608 - ours
        )
        found = await here.ask("GET", "/me/export", ann)
        assert len(found.raw) < LARGEST + 1_000_000
        assert not found.body["whole"]
        assert len(found.body["jotted"]) == 20
        said = [one["n"] for one in found.body["said"]]
        assert 20 < len(said) < 100, "some, and not all"
        assert said == list(range(301 - len(said), 301)), "the newest, the oldest of them first"
        again = await here.ask("GET", "/me/export", ann)
        assert (again.status, int(again.headers["Retry-After"]) > 10) == (429, True)
        assert (await here.ask("GET", "/me", ann)).status == 200, "nothing else is held up"
        secret = await here.session_of(bob)
        shown = await page(here, "/me/export", secret)
        assert (shown.status, '"whole": false' in shown.text) == (200, True)
        assert len(shown.text) < LARGEST + 1_000_000
        assert (await page(here, "/me/export", secret)).status == 429
        eve = await here.member("spring", "eve@example.org", "player", "ben")
        assert (await here.ask("GET", "/me/export", eve)).body["whole"]

    play(story)


def test_a_deleted_account_leaves_what_the_game_needs_and_no_name(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        await here.ask("POST", "/me/profile", ann, json={"name": "Annabel Unique"})
        order = {"text": "post to=ben text=stays"}
        await here.ask("POST", "/campaigns/spring/persons/ann/orders", ann, json=order)
        ann = await here.session_of(ann)
        wrong = await here.ask("POST", "/me/deletion", ann, json={"email": "ben@example.org"})
        assert wrong.status == 400
        done = await here.ask("POST", "/me/deletion", ann, json={"email": "Ann@example.org"})
        assert done.status == 200
        assert (await here.ask("GET", "/me", ann)).status == 401
        assert await here.pool.fetchval("SELECT count(*) FROM input") == 1
        for table in ("account", "credential", "membership", "mail_change"):
            assert await here.pool.fetchval(f"SELECT count(*) FROM {table}") == 0  # noqa: S608
        for table in ("audit", "invitation", "input", "journal"):
            rows = str(await here.pool.fetch(f"SELECT * FROM {table}"))  # noqa: S608
            assert "Annabel" not in rows
            assert "ann@example.org" not in rows
        again = await here.account("ann@example.org")
        assert (await here.ask("GET", "/campaigns", await here.token(again))).body == []

    play(story)


def test_the_only_game_master_hands_over_before_leaving(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        gm, leaving = await here.session_of(gm), {"email": "gm@example.org"}
        refused = await here.ask("POST", "/me/deletion", gm, json=leaving)
        assert (refused.status, "spring" in refused.body["detail"]) == (400, True)
        await here.member("spring", "other@example.org", "gm")
        assert (await here.ask("POST", "/me/deletion", gm, json=leaving)).status == 200

    play(story)
