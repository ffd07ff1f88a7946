"""A referee looks something up over HTTP, sees what a correction changes, and makes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tests.service.api.site import Site
from tests.service.playing import play_on

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

ANN = "/campaigns/spring/entities/ann"


def test_a_correction_is_looked_at_made_once_audited_and_comes_into_force(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        listed = (await here.ask("GET", "/campaigns/spring/entities?kind=villager", gm)).body
        assert [one["id"] for one in listed] == ["ann", "ben"]
        found = (await here.ask("GET", ANN, gm)).body
        assert found["correctable"]
        letters = found["fields"]["letters"]
        wanted = {"after": {"letters": letters + 7}, "reason": "counted again"}
        shown = await here.ask("POST", f"{ANN}/preview", gm, json=wanted)
        assert shown.body["before"] == {"letters": letters}
        assert shown.body["after"] == {"letters": letters + 7}
        assert await here.pool.fetchval("SELECT count(*) FROM input") == 0
        sent: dict[str, Any] = {"json": wanted, "Idempotency_Key": "k1"}
        done = [await here.ask("POST", ANN, gm, **sent) for _ in range(2)]
        assert [one.body["again"] for one in done] == [False, True]
        (noted,) = await here.pool.fetch("SELECT * FROM audit WHERE action = 'corrected'")
        assert noted["about"] == f"villager, input {done[0].body['n']} of the referee"
        await play_on(here.pool, "spring")
        assert (await here.ask("GET", ANN, gm)).body["fields"]["letters"] == letters + 7
        again = await here.ask("POST", ANN, gm, **sent)
        assert again.body["again"], "said again under its key when it is in force already"
        told = await here.ask("GET", "/campaigns/spring/persons/gm/notices", gm)
        assert told.body["notices"][-1]["parts"]["reason"] == "counted again"

    play(story)


def test_a_correction_wants_a_referee_a_reason_and_the_right_type(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        wanted = {"after": {"letters": 7}, "reason": "x"}
        assert (await here.ask("POST", ANN, ann, json=wanted)).status == 403
        assert (await here.ask("GET", ANN, ann)).status == 403
        assert (await here.ask("GET", "/campaigns/spring/entities", ann)).status == 403
        silent = await here.ask("POST", ANN, gm, json={"after": {"letters": 7}, "reason": " "})
        assert (silent.status, "reason" in silent.body["detail"]) == (400, True)
        for after, code in (
            ({"letters": "many"}, "E-CORRECTION-TYPE"),
            ({"wings": 2}, "E-CORRECTION"),
        ):
            refused = await here.ask("POST", ANN, gm, json={"after": after, "reason": "x"})
            assert (refused.status, refused.body["code"]) == (422, code)
        stale = {"before": {"letters": 99}, "after": {"letters": 7}, "reason": "x"}
        refused = await here.ask("POST", ANN, gm, json=stale)
        assert refused.body["code"] == "E-CORRECTION-STALE"
        nothing = await here.ask("GET", "/campaigns/spring/entities/nothing", gm)
        assert nothing.status == 404
        assert await here.pool.fetchval("SELECT count(*) FROM input") == 0
        assert msgspec.json.decode(nothing.raw)["status"] == 404

    play(story)
