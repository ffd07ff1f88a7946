"""Whoever goes, or is made to go, hears nothing more and has no way back that nobody gave him."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from service.intake.channels import add_channel
from service.store.channels import list_channels
from tests.service.api.site import Site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]

SPRING = "/campaigns/spring"
HOOK = "https://ann.example.org/hook"


async def told_at(here: Site, person: str) -> set[str]:
    """Where a person is told."""
    async with here.pool.acquire() as conn:
        found = await list_channels(conn, "spring", person)
    return {one.address for one in found if one.state != "closed"}


async def part(here: Site, token: str) -> dict[str, str]:
    """The only part of whose token this is, as a referee names it."""
    (found,) = (await here.ask("GET", "/me", token)).body["parts"]
    return {name: found[name] for name in ("account_id", "role", "person")}


async def leave(here: Site, way: str, gm: str, token: str, email: str) -> None:
    """Whose token this is goes."""
    if way == "deletion":
        mine = await here.session_of(token)
        done = await here.ask("POST", "/me/deletion", mine, json={"email": email})
    else:
        out = await part(here, token)
        done = await here.ask("POST", f"{SPRING}/members/removal", gm, json=out)
    assert done.status == 200, done.body


@pytest.mark.parametrize("way", ["removal", "deletion"])
def test_who_goes_is_told_nothing_more_unless_another_still_leads(play: Play, way: str) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        amy = await here.member("spring", "amy@example.org", "player", "ann")
        ben = await here.member("spring", "ben@example.org", "player", "ben")
        for address in (HOOK, "ann@example.org", "other@example.org"):
            await add_channel(here.pool, here.readings, "spring", "ann", address)
        await add_channel(here.pool, here.readings, "spring", "ben", HOOK)
        wishes = "/campaigns/spring/persons/ann/preferences"
        await here.ask("POST", wishes, ann, json={"kinds": {"*": "digest"}})
        await leave(here, way, gm, ann, "ann@example.org")
        assert await told_at(here, "ann") == {HOOK, "other@example.org"}, "amy still leads"
        assert await here.pool.fetchval("SELECT count(*) FROM preference") == 1
        await leave(here, way, gm, amy, "amy@example.org")
        assert await told_at(here, "ann") == set()
        assert await here.pool.fetchval("SELECT count(*) FROM preference") == 0
        assert await told_at(here, "ben") == {HOOK}
        await leave(here, way, gm, ben, "ben@example.org")
        assert await told_at(here, "ben") == set()
        rows = str(await here.pool.fetch("SELECT address FROM channel"))
        assert ("ann.example.org" in rows) == (way == "removal")

    play(story)


@pytest.mark.parametrize("way", ["removal", "deletion"])
def test_a_referee_who_goes_is_told_nothing_more_and_the_others_are(play: Play, way: str) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        aide = await here.member("spring", "Aide@example.org", "assistant")
        for address in ("gm@example.org", "aide@example.org"):
            await add_channel(here.pool, here.readings, "spring", "gm", address)
        await leave(here, way, gm, aide, "aide@example.org")
        assert await told_at(here, "gm") == {"gm@example.org"}

    play(story)


@pytest.mark.parametrize("way", ["removal", "deletion"])
@pytest.mark.parametrize("role", ["assistant", "player"])
def test_what_one_of_several_asked_for_is_closed_when_he_goes(
    play: Play, way: str, role: str
) -> None:
    """And is not the others' to use again; what they ask for as well stays."""

    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        person, leads = ("ann", "ann") if role == "player" else ("gm", "")
        stays = await here.member("spring", "amy@example.org", role, leads)
        goes = await here.member("spring", "aide@example.org", role, leads)
        places = f"{SPRING}/persons/{person}/channels"
        one, both = (f"https://discord.com/api/webhooks/{n}/{'x' * 60}" for n in (12345, 67890))
        for address in (HOOK, one, both):
            made = await here.ask("POST", places, goes, json={"address": address})
            assert made.status == 200, made.body
        for address in (both, "https://amy.example.org/hook"):
            made = await here.ask("POST", places, stays, json={"address": address})
            assert made.status == 200, made.body
        await leave(here, way, gm, goes, "aide@example.org")
        assert await told_at(here, person) == {both, "https://amy.example.org/hook"}
        listed = (await here.ask("GET", places, stays)).body
        assert {one["state"] for one in listed} == {"active"}, "of the others nothing is shown"

    play(story)


@pytest.mark.parametrize("way", ["removal", "deletion"])
@pytest.mark.parametrize("role", ["assistant", "player"])
def test_who_stays_is_told_of_all_where_the_place_for_it_went_with_another(
    play: Play, way: str, role: str
) -> None:
    """Who kept a place for what cannot wait alone had the rest by the other's."""

    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        person, leads = ("ann", "ann") if role == "player" else ("gm", "")
        stays = await here.member("spring", "amy@example.org", role, leads)
        goes = await here.member("spring", "aide@example.org", role, leads)
        of_person = f"{SPRING}/persons/{person}"
        ids = []
        for token, address in ((stays, "https://amy.example.org/hook"), (goes, HOOK)):
            made = await here.ask("POST", f"{of_person}/channels", token, json={"address": address})
            ids.append(made.body["id"])
        kept, gone = ids
        wishes = {"channels": {kept: "urgent"}}
        shown = await here.ask("POST", f"{of_person}/preferences", stays, json=wishes)
        assert {one["id"]: one["used_for"] for one in shown.body["channels"]} == {
            kept: "urgent",
            gone: "all",
        }
        await leave(here, way, gm, goes, "aide@example.org")
        left = (await here.ask("GET", f"{of_person}/preferences", stays)).body
        assert [(one["id"], one["used_for"]) for one in left["channels"]] == [(kept, "all")]
        assert left["closed"] == [{"id": gone, "shown": "", "use": "all"}]

    play(story)


def test_a_place_forgotten_with_an_account_can_be_named_anew(play: Play) -> None:
    async def story(here: Site) -> None:
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        for address in (HOOK, "ann@example.org"):
            await add_channel(here.pool, here.readings, "spring", "ann", address)
        await leave(here, "deletion", "", ann, "ann@example.org")
        for address in (HOOK, "ann@example.org"):
            made = await add_channel(here.pool, here.readings, "spring", "ann", address)
            assert bool(made["secret"]) == (address == HOOK)
        assert await told_at(here, "ann") == {HOOK, "ann@example.org"}

    play(story)


async def invited(here: Site, gm: str, role: str, person: str = "") -> str:
    """The secret of an invitation."""
    wanted = {"role": role, "person": person}
    made = await here.ask("POST", f"{SPRING}/invitations", gm, json=wanted)
    assert made.status == 200, made.body
    return str(made.body["secret"])


async def takes(here: Site, token: str, secret: str) -> bool:
    """Whether an invitation can be taken."""
    done = await here.ask("POST", "/me/invitations", token, json={"secret": secret})
    assert done.status in {200, 410}, done.body
    return done.status == 200


@pytest.mark.parametrize("way", ["handover", "removal"])
def test_who_has_lost_a_commander_comes_back_by_no_invitation_of_before(
    play: Play, way: str
) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        ann = await here.member("spring", "ann@example.org", "player", "ann")
        old = await invited(here, gm, "player", "ann")
        others = [await invited(here, gm, "player", "ben"), await invited(here, gm, "spectator")]
        if way == "removal":
            await leave(here, way, gm, ann, "")
            new = await invited(here, gm, "player", "ann")
        else:
            made = await here.ask("POST", f"{SPRING}/persons/ann/handover", gm, json={})
            new = made.body["secret"]
        assert not await takes(here, ann, old)
        zoe = await here.token(await here.account("zoe@example.org"))
        assert await takes(here, zoe, new)
        for n, secret in enumerate(others):
            another = await here.token(await here.account(f"p{n}@example.org"))
            assert await takes(here, another, secret), "of others they stay"

    play(story)


def test_a_referee_taken_out_comes_back_by_no_invitation_he_made(play: Play) -> None:
    async def story(here: Site) -> None:
        gm = await here.member("spring", "gm@example.org", "gm")
        other = await here.member("spring", "other@example.org", "gm")
        mine = [await invited(here, other, role, "") for role in ("gm", "spectator")]
        mine.append(await invited(here, other, "player", "ben"))
        theirs = await invited(here, gm, "assistant")
        await leave(here, "removal", gm, other, "")
        assert [await takes(here, other, one) for one in mine] == [False] * 3
        assert await takes(here, await here.token(await here.account("zoe@example.org")), theirs)

    play(story)
