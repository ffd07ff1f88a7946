"""The relay: what it may answer, its bad days, its certificates, and its connections."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from aiosmtpd.smtp import AuthResult

from service.notify import relay
from service.notify.relay import Relay
from tests.service.notify.mail_servers import MailServer, certificates, smtp_to

if TYPE_CHECKING:
    from pathlib import Path

    from service.notify.attempt import Attempt

FROM, TO, MAIL = "galloper@example.org", "ben@example.org", b"Subject: hello\r\n\r\nCome.\r\n"


def _send(server: MailServer, times: int = 1, **settings: Any) -> list[Attempt]:
    """What becomes of so many mails, one after another."""

    async def story() -> list[Attempt]:
        async with server.listen() as port:
            way = Relay(smtp_to(port, **settings))
            attempts = [await way.send(FROM, TO, MAIL) for _ in range(times)]
            assert not any(TO.partition("@")[0] in one.status for one in attempts)
            await way.close()
            return attempts

    return asyncio.run(story())


@pytest.mark.parametrize(
    ("script", "outcome", "bounce"),
    [
        ({}, "sent", ""),
        ({"rcpt": ["450 4.2.0 greylisted, come again"]}, "retry", ""),
        ({"rcpt": ["550 no such person"]}, "failed", "5.0.0"),
        ({"rcpt": ["550 5.1.1 no such person"]}, "failed", "5.1.1"),
        ({"rcpt": ["552 5.2.2 full"]}, "failed", "5.2.2"),
        # Whom a relay lets mail go to is no fault of the mailbox, and may be mended.
        ({"rcpt": ["554 5.7.1 <ben@example.org>: Relay access denied"]}, "retry", ""),
        ({"rcpt": ["550 relay not permitted"]}, "retry", ""),
        ({"data": ["451 the disk is full"]}, "retry", ""),
        ({"data": ["554 looks like spam"]}, "failed", "5.6.0"),
        ({"data": ["550 5.1.1 said late"]}, "failed", "5.1.1"),
        ({"rcpt": ["cut"]}, "retry", ""),
        ({"data": ["cut"]}, "retry", ""),
        ({"data": ["hang"]}, "retry", ""),
        # What the relay has against us counts against nobody.
        ({"data": ["421 closing down"]}, "down", ""),
        ({"mail": ["451 later"]}, "down", ""),
        ({"mail": ["550 who are you?"]}, "down", ""),
        ({"mail": ["552 5.3.4 too large"]}, "failed", ""),
        ({"mail": ["cut"]}, "down", ""),
        ({"mail": ["hang"]}, "down", ""),
    ],
    ids=str,
)
def test_every_way_a_relay_can_answer_has_its_outcome(
    script: dict[str, list[str]], outcome: str, bounce: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs = [step for step, said in script.items() if "hang" in said]
    monkeypatch.setattr(relay, "TIMEOUT", {"mail": 0.3, "data": 1.0}[hangs[0]] if hangs else 60.0)
    (attempt,) = _send(MailServer(**script))
    assert (attempt.outcome, attempt.bounce) == (outcome, bounce)


def test_a_relay_that_breaks_off_whoever_the_mail_is_for_is_down() -> None:
    found = _send(MailServer(data=["cut"] * 9), times=relay.BROKEN + 1)
    assert [one.outcome for one in found] == ["retry"] * (relay.BROKEN - 1) + ["down"] * 2


def test_mails_share_connections_and_none_has_more_than_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(relay, "PER_CONNECTION", 4)
    server = MailServer(rcpt=["ok", "550 5.1.1 no", "ok", "ok"])
    found = _send(server, times=10)
    assert [one.outcome for one in found] == ["sent", "failed", *["sent"] * 8]
    assert (server.connections, server.most_open) == (3, 1)

    async def crowd() -> None:
        async with server.listen() as port:
            way = Relay(smtp_to(port))
            async with asyncio.TaskGroup() as group:
                sent = [group.create_task(way.send(FROM, TO, MAIL)) for _ in range(40)]
            assert {one.result().outcome for one in sent} == {"sent"}
            await way.close()

    asyncio.run(crowd())
    assert server.most_open == relay.CONNECTIONS
    assert len(server.got) == 49


def test_a_connection_that_was_closed_while_idle_costs_no_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And one that has nothing to do for long is given up by us."""
    monkeypatch.setattr(relay, "IDLE", 0.05)
    server = MailServer()
    server.options = {"timeout": 0.8}

    async def story() -> list[str]:
        async with server.listen() as port:
            way = Relay(smtp_to(port))
            first = await way.send(FROM, TO, MAIL)
            await server.all_gone.wait()
            monkeypatch.setattr(relay, "IDLE", 60)
            second = await way.send(FROM, TO, MAIL)
            await server.all_gone.wait()  # now it is the relay that closes
            third = await way.send(FROM, TO, MAIL)
            await way.close()
            return [one.outcome for one in (first, second, third)]

    assert asyncio.run(story()) == ["sent"] * 3
    assert server.connections == 3


def test_a_relay_that_is_down_rests_and_is_tried_by_one_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = MailServer(mail=["451 not now"])
    monkeypatch.setattr(relay, "RESTS", (60,))

    async def story() -> None:
        async with server.listen() as port:
            way = Relay(smtp_to(port))
            assert (await way.send(FROM, TO, MAIL)).outcome == "down"
            # Nobody knocks while it rests, and it is said when to come again.
            attempt = await way.send(FROM, TO, MAIL)
            assert attempt.outcome == "down"
            assert 0 < (attempt.retry_after or 0) <= 60
            assert (server.connections, way.down_since is None) == (1, False)
            way._down_until = 0.0  # its rest is over
            async with asyncio.TaskGroup() as group:
                tries = [group.create_task(way.send(FROM, TO, MAIL)) for _ in range(5)]
            assert sorted(one.result().outcome for one in tries) == ["down"] * 4 + ["sent"]
            assert way.down_since is None
            await way.close()

    asyncio.run(story())
    assert len(server.got) == 1


class Together(MailServer):
    """A server that answers at a stage when so many dialogues have come to it."""

    def __init__(self, stage: str, count: int, **script: list[str]) -> None:
        super().__init__(**script)
        self.stage, self.barrier = stage, asyncio.Barrier(count)

    async def answer(self, server: Any, stage: str, usual: str) -> str:
        if stage == self.stage:
            await self.barrier.wait()
        return await super().answer(server, stage, usual)


@pytest.mark.parametrize(
    ("stage", "word", "outcome"),
    [("mail", "451 not now", "down"), ("mail", "cut", "down"), ("data", "421 closing", "down"),
     ("data", "cut", "retry")],
)  # fmt: skip
def test_an_outage_that_all_connections_meet_counts_once(
    stage: str, word: str, outcome: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It rests as after one failure; and where dialogues break off at once it takes three times."""
    monkeypatch.setattr(relay, "RESTS", (60, 3_600))

    async def story() -> None:
        times = relay.BROKEN if outcome == "retry" else 1
        server = Together(stage, relay.CONNECTIONS, **{stage: [word] * relay.CONNECTIONS * times})
        async with server.listen() as port:
            way = Relay(smtp_to(port))
            for time in range(1, times + 1):
                async with asyncio.TaskGroup() as group:
                    tries = [
                        group.create_task(way.send(FROM, TO, MAIL))
                        for _ in range(relay.CONNECTIONS)
                    ]
                met = {one.result().outcome for one in tries}
                assert met == ({outcome} if time < times or times == 1 else {"down"})
            attempt = await way.send(FROM, TO, MAIL)
            assert (attempt.outcome, 50 < (attempt.retry_after or 0) <= 60) == ("down", True)
            await way.close()

    asyncio.run(story())


def test_a_relay_that_nobody_serves_is_down() -> None:
    async def story() -> str:
        async with MailServer().listen() as port:
            pass
        return (await Relay(smtp_to(port)).send(FROM, TO, MAIL)).outcome

    assert asyncio.run(story()) == "down"


# -- who it is, and who we are --------------------------------------------------------------------


def test_where_the_relay_takes_no_login_the_mail_waits_for_the_operator() -> None:
    """A wrong password in the settings must not cost a single message."""
    server = MailServer()
    server.options = {
        "authenticator": lambda *_: AuthResult(success=False, handled=False),
        "auth_require_tls": False,
    }
    (attempt,) = _send(server, user="galloper", password="wrong")
    assert attempt.outcome == "down"
    assert "wrong" not in attempt.status
    assert not server.got


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    return certificates(tmp_path_factory.mktemp("ca"))


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_mail_goes_encrypted_and_logged_in_to_a_relay_with_a_good_certificate(
    security: str, authority: tuple[Path, Any]
) -> None:
    ca, context = authority
    server = MailServer()
    seen: list[tuple[bytes, bool]] = []

    def login(_server: Any, session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
        seen.append((data.password, session.ssl is not None or security == "tls"))
        return AuthResult(success=data.login == b"galloper" and data.password == b"right")

    server.options = {"authenticator": login}
    if security == "tls":
        server.implicit = context
        server.options["auth_require_tls"] = False  # it is, before the first word
    else:
        server.options |= {
            "tls_context": context,
            "require_starttls": True,
            "auth_required": True,
        }
    settings: dict[str, Any] = {"security": security, "user": "galloper", "password": "right"}
    (attempt,) = _send(server, host="localhost", ca=ca, **settings)
    assert attempt.outcome == "sent", attempt.status
    assert seen == [(b"right", True)]
    # The same relay under a name that its certificate does not have, and without the authority.
    for wrong in ({"host": "127.0.0.1", "ca": ca}, {"host": "localhost"}):
        (attempt,) = _send(server, **settings, **wrong)
        assert attempt.outcome == "down"
    assert len(server.got) == len(seen) == 1


def test_nothing_is_sent_in_clear_where_encryption_is_asked_for() -> None:
    """A relay, or somebody before it, that offers no STARTTLS gets neither mail nor password."""
    server = MailServer()
    server.options = {"authenticator": lambda *_: AuthResult(success=True)}
    (attempt,) = _send(server, security="starttls", user="u", password="p")
    assert attempt.outcome == "down"
    assert not server.got
    (attempt,) = _send(MailServer(), security="tls")
    assert attempt.outcome == "down"
