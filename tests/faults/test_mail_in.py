"""A daemon killed between a mail's last line and the receipt: nothing is lost and nothing twice."""

from __future__ import annotations

import smtplib
import socket
import sys
import threading
from typing import TYPE_CHECKING

from service.config import MailIn
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.packs import load_pack
from service.post.addresses import ORDERS, reply_address
from service.store.session import open_pool
from tests.faults.daemons import FERRY, Daemon, fetch, in_asyncio, rate, wait_until
from tests.service.post.post import AUTHSERV, DOMAIN, bring, fresh

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ANN = "ann@example.net"
#: Killed by itself as soon as a step is done, before anybody hears of it.
KILLED_AFTER = """
import os, runpy, signal, sys
import {module}
step = {module}.{step}
async def killed(*args, **more):
    await step(*args, **more)
    os.kill(os.getpid(), signal.SIGKILL)
{module}.{step} = killed
sys.argv[0] = "galloper"
runpy.run_module("service.cli", run_name="__main__", alter_sys=True)
"""

load_pack(FERRY)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


class _Relay(threading.Thread):
    """Takes mails that leave, one connection after another; answers 250 to everything."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.got: list[bytes] = []

    def run(self) -> None:
        while True:
            try:
                connection, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rwb", buffering=0) as stream:
            stream.write(b"220 relay\r\n")
            while line := stream.readline():
                if line.upper().startswith(b"DATA"):
                    stream.write(b"354 go on\r\n")
                    lines = []
                    while (line := stream.readline()) not in {b".\r\n", b""}:
                        lines.append(line)
                    self.got.append(b"".join(lines))
                stream.write(b"250 fine\r\n")
                if line.upper().startswith(b"QUIT"):
                    return


async def _begin(dsn: str) -> str:
    mail_in = MailIn(listen="", domain=DOMAIN)
    async with open_pool(dsn, size=2) as pool:
        await found_campaign(
            pool, "c", {"scenario.yaml": "title: Ferry\npack: ferry\n"}, rate=rate("1:1"), seed=7
        )
        await add_channel(pool, Readings(), "c", "ann", ANN)
        async with pool.acquire() as conn:
            return await reply_address(conn, mail_in, "c", "ann", ORDERS)


def test_a_mail_is_done_once_and_answered_once_whenever_the_daemon_is_killed(
    dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = in_asyncio(_begin(dsn))
    relay, port = _Relay(), _free_port()
    relay.start()
    for name, value in {
        "GALLOPER_MAIL_IN_LISTEN": f"127.0.0.1:{port}",
        "GALLOPER_MAIL_IN_DOMAIN": DOMAIN,
        "GALLOPER_MAIL_IN_AUTHSERV": AUTHSERV,
        "GALLOPER_SMTP_HOST": "127.0.0.1",
        "GALLOPER_SMTP_PORT": str(relay.port),
        "GALLOPER_SMTP_SECURITY": "none",
    }.items():
        monkeypatch.setenv(name, value)
    mail = fresh(ANN, address, "post to=ben text=hello")

    def killed_after(module: str, step: str) -> Daemon:
        program = (sys.executable, "-c", KILLED_AFTER.format(module=module, step=step))
        return Daemon(dsn, tmp_path / "log", program=program)

    def one(query: str) -> int:
        return int(in_asyncio(fetch(dsn, query))[0][0])

    # Kept, and the relay does not hear of it.
    first = killed_after("service.post.door", "keep_mail")
    first.address()
    try:
        heard = bring(port, mail)
    except (smtplib.SMTPException, OSError):
        heard = ""
    assert heard != "250"
    first.process.wait(timeout=30)
    first.close()
    assert one("SELECT count(*) FROM mail_in WHERE raw IS NOT NULL") == 1

    # Done, and that is not written down.
    second = killed_after("service.post.doing", "give_order")
    second.process.wait(timeout=30)
    second.close()
    assert one("SELECT count(*) FROM input") == 1
    in_asyncio(fetch(dsn, "UPDATE mail_in SET lease = NULL"))

    third = Daemon(dsn, tmp_path / "log")
    try:
        third.address()
        assert bring(port, mail) == "250", "the relay brings it again"
        wait_until(lambda: one("SELECT count(*) FROM mail_in WHERE raw IS NULL") == 1)
        wait_until(lambda: any(b"Understood" in got for got in relay.got))
        wait_until(lambda: one("SELECT count(*) FROM delivery") == 0)
    finally:
        third.stop()
        relay.server.close()
    assert one("SELECT count(*) FROM input") == 1
    assert one("SELECT count(*) FROM mail_in") == 1
    receipts = [got for got in relay.got if b"In-Reply-To: " + mail["Message-ID"].encode() in got]
    assert len(receipts) == 1
