"""A daemon is killed, time passes, another comes: everybody is told of the gap in one message."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import trio

from service.bridge import guest_run, held
from service.config import Config
from service.intake.channels import add_channel
from service.notify.dispatcher import Dispatcher
from service.notify.reach import Reach
from service.packs import load_pack
from service.sending import Smtp
from tests.cases.kept import Campaign
from tests.faults.daemons import FERRY, Daemon, ferry_posts
from tests.service.notify.test_lanes import Receiver
from tests.service.post.post import Outbound, text_of
from world.said import Outage, decode

if TYPE_CHECKING:
    from pathlib import Path

    import asyncpg

load_pack(FERRY)

PEOPLE = ("ann", "ben")
SECOND = 1_000_000
TITLE = "While the service was away: "


@pytest.mark.trio(run=guest_run)
async def test_a_daemon_that_is_killed_leaves_one_digest_each_and_none_of_its_notices_besides(
    pool: asyncpg.Pool, dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By webhook and by mail; what came before and after comes by itself, and nothing is lost."""
    campaign, mails = Campaign(pool, dsn), Outbound()
    hooks = {person: Receiver() for person in PEOPLE}
    script = ferry_posts(400)["scenario.yaml"].partition("script:")[2]
    async with (
        held(hooks["ann"].listen()) as ann,
        held(hooks["ben"].listen()) as ben,
        held(mails.listen()) as relay,
    ):
        # A letter in every sixth of a second.
        sure = {"ferry.sinks_in_20": "0"}
        await campaign.found("ferry", f"script:{script}", speed="3600", overrides=sure)
        for person, hook in zip(PEOPLE, (ann, ben), strict=True):
            for address in (hook, f"{person}@example.org"):
                reach = Reach(private=True)
                await campaign.say(None, add_channel, person, address, reach=reach)
        monkeypatch.setenv("GALLOPER_SMTP_HOST", "127.0.0.1")
        monkeypatch.setenv("GALLOPER_SMTP_PORT", str(relay))
        monkeypatch.setenv("GALLOPER_SMTP_SECURITY", "none")
        killed = Daemon(dsn, tmp_path / "daemon.log")
        try:
            await campaign.until(
                "SELECT count(DISTINCT channel_id) = 4 FROM delivered WHERE outcome = 'sent'"
            )
        finally:
            killed.kill()
        before = {
            row["person"]: row["n"]
            for row in await campaign.fetch("SELECT person, max(n) AS n FROM notice GROUP BY 1")
        }
        # Nobody takes its campaigns for two seconds, nor a lane that it was using for five: those
        # are over.
        await campaign.fetch("UPDATE channel SET lease = clock_timestamp() WHERE owner <> ''")
        config = Config(
            data=tmp_path,
            allow_private=True,
            daemon="d2",
            smtp=Smtp(host="127.0.0.1", port=relay, security="none"),
        )
        async with campaign.kept("d2", outage_after=SECOND), trio.open_nursery() as nursery:
            nursery.start_soon(Dispatcher(pool, config).run)
            await campaign.until("SELECT count(*) = 4 FROM delivered WHERE n < 0")
            last = await campaign.value("SELECT max(n) FROM notice")
            await campaign.until(
                "SELECT count(DISTINCT channel_id) = 4 FROM delivered"
                " WHERE n > $1 AND outcome = 'sent'",
                last,
            )
            nursery.cancel_scope.cancel()
    missed = await _missed(campaign)
    for person in PEOPLE:
        assert max(missed[person]) > before[person], "something did happen meanwhile"
        _told_once(person, hooks[person], missed[person], before[person])
        _mailed_once(person, mails, await campaign.told(person, "came"))


async def _missed(campaign: Campaign) -> dict[str, set[int]]:
    """The numbers of what befell each person during the outage, by its own clock."""
    (row,) = await campaign.fetch("SELECT body FROM input WHERE person = 'keeper'")
    outage = decode(row["body"])
    assert isinstance(outage, Outage)
    face = (await campaign.world()).face
    rows = await campaign.fetch(
        "SELECT person, n FROM notice WHERE at > $1 AND at <= $2 ORDER BY person, n",
        face.game(outage.start),
        face.game(outage.end),
    )
    return {person: {row["n"] for row in rows if row["person"] == person} for person in PEOPLE}


def _told_once(person: str, hook: Receiver, missed: set[int], before: int) -> None:
    bodies = [json.loads(body)["data"] for _, body in hook.seen]
    (digest,) = [one for one in bodies if one["title"].startswith(TITLE)]
    together = {one["number"] for one in digest["notices"]}
    # What it still told between its last heartbeat and its end came alone, and is not told again.
    assert {n for n in missed if n > before} <= together <= missed, person
    alone = {one["number"] for one in bodies if one["number"] > 0}
    assert not together & alone, person
    assert sorted(together | alone) == list(range(1, max(alone) + 1)), person


def _mailed_once(person: str, mails: Outbound, came: list[dict[str, Any]]) -> None:
    # What the one that was killed had not written down is sent again, under the name it had.
    named = {mail["Message-ID"]: mail for mail in mails.to(f"{person}@example.org")}
    texts = [text_of(mail) for mail in named.values()]
    (digest,) = [text for text in texts if text.startswith(TITLE)]
    assert sum(f"{one['text']}\n" in digest for one in came) > 1
    for one in came:
        assert sum(f"{one['text']}\n" in f"{text}\n" for text in texts) <= 1, (person, one)
