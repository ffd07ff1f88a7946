"""Links to sign in by: they go out as other mails do, but not to an address that is gone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import dkim

from service.config import Config
from service.notify.bounced import count_bounce
from service.people.who import Account
from service.sending import Dkim
from service.store.mailboxes import release, suppress, suppressed_mailboxes
from service.store.session import writing
from service.web.post import mail_link
from tests.service.notify.mail_servers import MailServer, dkim_key, read, smtp_to

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg

ANN = Account(id="a1", name="Ann", email="Ann@Example.org", zone="UTC", operator=False, created=0)


def test_a_link_goes_where_mails_came_back_from_unless_nobody_is_there(
    play: Callable[[Any], Any], tmp_path: Path
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        server = MailServer()
        key, dns = dkim_key(tmp_path)
        async with server.listen() as port:
            smtp = smtp_to(
                port,
                sender="Galloper <galloper@example.org>",
                bounces="bounces.example.org",
                dkim=Dkim("example.org", "spring", key),
            )
            config = Config(data=Path(), smtp=smtp)

            async def mailed() -> int:
                await mail_link(pool, config, ANN, "glp_secret")
                return len(server.got)

            assert await mailed() == 1
            assert "/sign-in/glp_secret" in str(read(server.got[0]).get_content())
            assert dkim.verify(server.got[0], dnsfunc=dns)
            assert server.senders[0].endswith("@bounces.example.org")
            # A mailbox that was full holds back notices, not the only way in.
            for n in range(2):
                await count_bounce(pool, "ann@example.org", f"mail {n}", "5.2.2")
            assert await mailed() == 2
            # An operator's word, and one that is not there, do.
            async with writing(pool) as conn:
                assert await release(conn, "ann@example.org")
                assert await suppress(conn, "ann@example.org", "asked me to")
            assert await mailed() == 2
            async with writing(pool) as conn:
                assert not await release(conn, "ann@example.org", by_owner=True)
                assert await release(conn, "ann@example.org")
            server.script = {"rcpt": ["550 5.1.1 no such user"]}
            assert await mailed() == 2
            async with pool.acquire() as conn:
                (only,) = await suppressed_mailboxes(conn)
            assert (only.folded, only.reason) == ("ann@example.org", "gone")
            connections = server.connections
            assert await mailed() == 2
            assert server.connections == connections

    play(story)
