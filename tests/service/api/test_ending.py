"""A campaign's end over HTTP: nothing more can be said, nothing secret is told, files are kept."""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

from service.intake.channels import add_channel
from service.store.campaigns import campaign_secret
from tests.service.api.site import Site
from tests.service.api.test_streaming import tell
from tests.service.web.pages import page
from world.dice import Secret
from world.journal import chained

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

SPRING = "/campaigns/spring"
OVER = {"sure": "spring", "epilogue": "The ferry still runs."}


def files(body: bytes) -> dict[str, str]:
    """What is in an archive."""
    with zipfile.ZipFile(io.BytesIO(body)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def rows(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_an_ended_campaign_is_read_as_before_and_nothing_more_is_said_in_it(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        aide = await here.member("spring", "aide@example.org", "assistant")
        await add_channel(here.pool, here.readings, "spring", "ann", "ann@example.org")
        assert (await here.ask("GET", f"{SPRING}/ending", ann)).status == 404
        for who, said, status in (
            (ann, OVER, 403), (aide, OVER, 403), (gm, {**OVER, "sure": "sprin"}, 400),
            (gm, {**OVER, "epilogue": "x" * 20_001}, 400),
        ):  # fmt: skip
            assert (await here.ask("POST", f"{SPRING}/ending", who, json=said)).status == status
        post = {"text": "post to=ben text=Come"}
        order = f"{SPRING}/persons/ann/orders"
        assert (await here.ask("POST", order, ann, json=post, Idempotency_Key="k")).status == 200
        assert (await here.ask("POST", f"{SPRING}/epilogue", gm, json={})).status == 422
        ended = await here.ask("POST", f"{SPRING}/ending", gm, json=OVER)
        assert (ended.status, ended.body["epilogue"]) == (200, "The ferry still runs.")
        assert (await here.ask("POST", f"{SPRING}/ending", gm, json=OVER)).body["code"] == "E-ENDED"
        held = await here.pool.fetchval("SELECT count(*) FROM input")
        late: list[tuple[str, str, dict[str, Any]]] = [
            (ann, order, {"text": "post to=ben text=Stay"}),
            (gm, f"{SPRING}/clock", {"said": "rate", "numerator": 2}),
            (gm, f"{SPRING}/persons/gm/orders", post),
        ]
        for who, path, words in late:
            refused = await here.ask("POST", path, who, json=words)
            assert (refused.status, refused.body["code"]) == (422, "E-ENDED")
        # What was kept before the end is answered as it was, however often it is asked.
        again = await here.ask("POST", order, ann, json=post, Idempotency_Key="k")
        assert (again.status, again.body["again"]) == (200, True)
        assert await here.pool.fetchval("SELECT count(*) FROM input") == held
        first = (await here.ask("GET", f"{SPRING}/persons/ann/page", ann)).raw
        assert (await here.ask("GET", f"{SPRING}/persons/ann/page", ann)).raw == first
        told = await here.pool.fetchval("SELECT convert_from(words, 'UTF8') FROM delivery")
        assert "The ferry still runs." in told

    play(story)


def test_what_was_said_in_the_instant_before_the_end_is_told_to_its_author_as_not_done(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        for person in ("ann", "ben"):
            await add_channel(here.pool, here.readings, "spring", person, "a@example.org")
        post = {"text": "post to=ben text=Come"}
        assert (
            await here.ask("POST", f"{SPRING}/persons/ann/orders", ann, json=post)
        ).status == 200
        # No keeper has taken it yet, and none will.
        await here.ask("POST", f"{SPRING}/ending", gm, json=OVER)
        late = {who: (await here.ask("GET", f"{SPRING}/ending", who)).body["untaken"]
            for who in (gm, ann, ben)}  # fmt: skip
        assert late == {gm: 0, ann: 1, ben: 0}
        shown = await page(here, "/c/spring/ending", await here.session_of(ann))
        assert "came as it ended, and was not done" in shown.text
        said = await here.pool.fetch("SELECT person, convert_from(words, 'UTF8') FROM delivery")
        assert {person: "was not done any more" in words for person, words in said} == {
            "ann": True,
            "ben": False,
        }

    play(story)


def test_the_clock_of_an_ended_campaign_stands(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        await here.ask("POST", f"{SPRING}/ending", gm, json=OVER)
        async with here.pool.acquire() as conn:
            await conn.execute("UPDATE campaign SET ended = ended + interval '1 hour'")
            seen = {(await here.readings.world(conn, "spring")).now for _ in range(3)}
            at = await conn.fetchval("SELECT ended FROM campaign")
            world = await here.readings.world(conn, "spring")
        assert seen == {world.face.game(int(at.timestamp() * 1_000_000))}

    play(story)


def test_an_end_tells_no_secret_until_the_books_are_opened_and_then_all_that_was_played(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        await tell(here, 1)
        sent = {"text": "post to=ben text=Sesame"}
        await here.ask("POST", f"{SPRING}/persons/ann/orders", ann, json=sent)
        await here.ask("POST", f"{SPRING}/persons/ann/notes", ann, json={"text": "Mine alone"})
        await here.ask("POST", f"{SPRING}/asides", ann, json={"words": "Between us"})
        await here.ask("POST", f"{SPRING}/ending", gm, json=OVER)
        secrets = ("persons/ann/page", "persons/gm/page", "journal", "entities", "coming",
            "archive", "persons/ann/archive")  # fmt: skip
        for path in secrets:
            assert (await here.ask("GET", f"{SPRING}/{path}", ben)).status == 403, path
        assert (await here.ask("GET", f"{SPRING}/ending", ben)).body["cast"] == []
        opened = await here.ask("POST", f"{SPRING}/epilogue", gm, json={"open_books": True})
        assert opened.body["opened"] is True
        read = {path: await here.ask("GET", f"{SPRING}/{path}", ben) for path in secrets}
        assert {one.status for one in read.values()} == {200}
        cast = (await here.ask("GET", f"{SPRING}/ending", ben)).body["cast"]
        assert {("gm", ""), ("player", "ann")} < {(one["role"], one["person"]) for one in cast}
        # What was never played is nobody else's still, and nobody changes what was.
        assert (await here.ask("GET", f"{SPRING}/persons/ann/notes", ben)).status == 403
        asides = (await here.ask("GET", f"{SPRING}/asides", ben)).body
        assert asides == []
        thing = (await here.ask("GET", f"{SPRING}/entities", ben)).body[0]["id"]
        wanted = {"before": {}, "after": {}, "reason": "x"}
        for verb in ("", "/preview"):
            got = await here.ask("POST", f"{SPRING}/entities/{thing}{verb}", ben, json=wanted)
            assert got.status == 403
        found = files(read["archive"].raw)
        everything = "".join(found.values())
        assert "Sesame" in found["persons/ann/said.jsonl"]
        assert "Mine alone" not in everything
        assert "Between us" not in everything
        assert "@example.org" not in "".join(found[name] for name in found if "said" in name)

    play(story)


def test_a_persons_file_holds_what_was_theirs_and_the_campaigns_proves_its_dice(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        zoe = await here.token(await here.account("zoe@example.org"))
        await tell(here, 1)
        await tell(here, 2)
        await tell(here, 1, "ben")
        said = {"text": "post to=ben text=Sesame"}
        await here.ask("POST", f"{SPRING}/persons/ann/orders", ann, json=said)
        mine = files((await here.ask("GET", f"{SPRING}/persons/ann/archive", ann)).raw)
        assert sorted(mine) == ["learnt.jsonl", "page.json", "said.jsonl", "told.jsonl"]
        page_now = (await here.ask("GET", f"{SPRING}/persons/ann/page", ann)).body
        assert json.loads(mine["page.json"]) == page_now
        notices = (await here.ask("GET", f"{SPRING}/persons/ann/notices", ann)).body["notices"]
        assert [one["text"] for one in rows(mine["told.jsonl"])] == [one["text"] for one in notices]
        assert rows(mine["said.jsonl"])[0]["said"]["order"]["text"] == "Sesame"
        assert (await here.ask("GET", f"{SPRING}/persons/ben/archive", ann)).status == 403
        assert (await here.ask("GET", f"{SPRING}/archive", zoe)).status == 404
        async with here.pool.acquire() as conn:
            secret = await campaign_secret(conn, "spring") or b""
        aide = await here.member("spring", "aide@example.org", "assistant")
        running = (await here.ask("GET", f"{SPRING}/archive", aide)).raw
        head = json.loads(files(running)["campaign.json"])
        assert (head["secret"], head["commitment"]) == ("", Secret(secret).commitment)
        assert secret.hex() not in "".join(files(running).values())
        await here.ask("POST", f"{SPRING}/ending", gm, json=OVER)
        whole = files((await here.ask("GET", f"{SPRING}/archive", gm)).raw)
        told = json.loads(whole["campaign.json"])
        assert (told["secret"], told["state"]) == (secret.hex(), "ended")
        assert len(rows(whole["persons/ben/told.jsonl"])) == 1
        assert whole["scenario/scenario.yaml"].startswith("title: A test")
        chain, lines = bytes(32), whole["journal.jsonl"].splitlines()
        assert lines
        for line in lines:
            one = json.loads(line)
            body = line[line.index('"line":') + 7 : line.rindex(',"seq"')]
            chain = chained(chain, body.encode())
            assert chain.hex() == one["hash"]
        assert chain.hex() == rows(whole["journal.jsonl"])[-1]["hash"]

    play(story)


def test_who_looks_at_the_pages_of_an_ended_campaign_finds_no_form_that_would_be_refused(
    play: Play,
) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        master, player = await here.session_of(gm), await here.session_of(ann)
        before = await page(here, "/c/spring/ann", player)
        assert "/c/spring/ann/order" in before.text
        assert (await page(here, "/c/spring/ending", player)).status == 404
        assert "End the campaign" in (await page(here, "/c/spring/ending", master)).text
        wrong = await page(
            here, "/c/spring/ending", master, {"do": "end", "epilogue": "Draft", "sure": "no"}
        )
        assert (wrong.status, "Draft" in wrong.text) == (422, True)
        form = {"do": "end", "epilogue": "All <b>went</b> home.", "sure": "spring"}
        assert (await page(here, "/c/spring/ending", player, form)).status == 403
        assert (await page(here, "/c/spring/ending", master, form)).status == 303
        shown = await page(here, "/c/spring/ending", player)
        assert "All &lt;b&gt;went&lt;/b&gt; home." in shown.text
        assert "archive.zip" not in shown.text
        after = await page(here, "/c/spring/ann", player)
        assert "/c/spring/ann/order" not in after.text
        assert "/c/spring/ending" in after.text
        for path in ("/c/spring/gm", "/c/spring/table", "/c/spring/ending"):
            assert (await page(here, path, master)).status == 200
        front = await page(here, "/", player)
        assert front.text.index("Ended") < front.text.index("/c/spring/ending")

    play(story)
