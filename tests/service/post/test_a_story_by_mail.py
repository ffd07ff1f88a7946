"""A campaign played by nothing but e-mail, past a real relay: letter, answer, orders, decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import trio

from service.app import run_daemon
from service.bridge import from_asyncio, guest_run, held
from service.config import Config, MailIn
from service.intake.channels import add_channel
from service.intake.founding import found_campaign
from service.intake.reading import Readings
from service.intake.speak import give_order
from service.sending import Smtp
from service.store.session import open_pool
from tests.faults.daemons import rate
from tests.packs.conformance import read_bundled
from tests.service.post.post import (
    AUTHSERV,
    DOMAIN,
    Outbound,
    about,
    answer,
    bring,
    receipt_of,
    text_of,
)

if TYPE_CHECKING:
    from pathlib import Path

PEOPLE = {"maria": "maria@example.net", "otto": "otto@example.com", "gm": "gm@example.org"}
_SAFE = """
params:
  message.safe_friendly: 100
  message.safe_hostile: 100
"""


async def _begin(dsn: str) -> None:
    files = dict(read_bundled("small_war"))
    # No rider is lost: it is about the post that we play, not about that of 1702.
    files["scenario.yaml"] += _SAFE
    async with open_pool(dsn, size=2) as pool:
        await found_campaign(pool, "spring", files, rate=rate("36000:1"), seed=11)
        for person, address in PEOPLE.items():
            await add_channel(pool, Readings(), "spring", person, address)


@pytest.mark.trio(run=guest_run)
async def test_two_players_and_a_referee_play_by_mail_alone(dsn: str, tmp_path: Path) -> None:
    await from_asyncio(_begin, dsn, timeout=30)
    out = Outbound()
    maria, otto, gm = PEOPLE["maria"], PEOPLE["otto"], PEOPLE["gm"]
    async with held(out.listen()) as relay:
        config = Config(
            database_url=dsn,
            data=tmp_path,
            listen="127.0.0.1:0",
            smtp=Smtp(host="127.0.0.1", port=relay, security="none"),
            mail_in=MailIn(listen="127.0.0.1:0", domain=DOMAIN, authserv=AUTHSERV),
            daemon="d1",
        )
        async with run_daemon(config) as daemon:
            port = daemon.mail_port
            assert port is not None

            async def hand_over(mail: Any) -> str:
                return await trio.to_thread.run_sync(bring, port, mail)

            # The first letter is written on the page; from here on nobody opens one.
            await from_asyncio(
                give_order,
                daemon.store.pool,
                Readings(),
                "spring",
                "maria",
                'letter to=otto text="Where do you stand?"',
            )
            daemon.keeper.wake()
            letter = await out.mail(otto, about("A letter from"))
            assert "Where do you stand?" in text_of(letter)
            assert letter["Reply-To"].startswith("letter-")

            # Otto answers it, and is told what was understood and when it may be there.
            reply = answer(letter, "Before the bridge.\nSend me powder.")
            assert await hand_over(reply) == "250"
            assert await hand_over(reply) == "250", "the relay brings it twice"
            receipt = await out.mail(otto, receipt_of(reply))
            assert "    Before the bridge.\n    Send me powder." in text_of(receipt)
            assert "he is at" in text_of(receipt)
            assert receipt["Auto-Submitted"] == "auto-replied"
            await out.mail(
                maria,
                lambda mail: (
                    text_of(mail).startswith("A letter from")
                    and "Before the bridge.\nSend me powder." in text_of(mail)
                ),
            )

            # Maria gives orders from where she is told anything at all.
            told = out.to(maria)[0]
            assert told["Reply-To"].startswith("orders-")
            orders = answer(told, 'attempt act="cross by the old weir" ability=tomfoolery')
            assert await hand_over(orders) == "250"
            receipt = await out.mail(maria, receipt_of(orders))
            assert 'attempt act="cross by the old weir"' in text_of(receipt)

            # The referee is asked, does not know how to say it, is asked back, and decides.
            asked = await out.mail(gm, lambda mail: "cross by the old weir" in text_of(mail))
            assert asked["Reply-To"].startswith("decision-")
            unsure = answer(asked, "perhaps")
            assert await hand_over(unsure) == "250"
            back = await out.mail(gm, receipt_of(unsure))
            assert "nothing was decided" in text_of(back)
            assert back["Reply-To"] == asked["Reply-To"]
            sure = answer(back, "1", 2)
            assert await hand_over(sure) == "250"
            assert "Your answer: " in text_of(await out.mail(gm, receipt_of(sure)))
            await out.mail(gm, about("Decided"))
            assert await hand_over(answer(asked, "2", 3)) == "250"
            late = await out.mail(gm, lambda mail: "too late" in text_of(mail))
            assert "changed nothing" in text_of(late)
            names = [mail["Message-ID"] for mail in out.got]
            assert len(names) == len(set(names)), "no mail is sent twice"
            assert len([mail for mail in out.to(otto) if receipt_of(reply)(mail)]) == 1
