"""When people are told, and where they send orders to, is seen and set from the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from service.intake.founding import found_campaign
from service.packs import load_pack
from service.store.session import open_pool
from tests.faults.daemons import ferry_posts, in_asyncio
from tests.service.cli.test_bad_input import FERRY
from tests.service.cli.typed import Typed, typed

if TYPE_CHECKING:
    from collections.abc import Callable

load_pack(FERRY)


@pytest.fixture
def run(dsn: str) -> Callable[..., Typed]:
    async def founded() -> None:
        async with open_pool(dsn) as pool:
            await found_campaign(pool, "c", ferry_posts(1), seed=1)

    in_asyncio(founded())

    def run(*arguments: str) -> Typed:
        done = typed(dsn, *arguments, "--pack", FERRY)
        assert "Traceback" not in done.err
        return done

    return run


def _kept(run: Callable[..., Typed], *arguments: str) -> Any:
    done = run("preferences", *arguments, "--json")
    assert done.status == 0, done.err
    return json.loads(done.out)


def test_what_is_not_named_stays_as_it_is(run: Callable[..., Typed]) -> None:
    begun = _kept(run, "show", "c", "ben")["preferences"]
    first = (
        "--tell", "*=digest", "--tell", "came=off", "--quiet", "22:00-07:00", "--quiet-day",
        "sunday", "--quiet-day", "monday", "--digest", "18:30", "--digest-day", "friday",
        "--zone", "Europe/Berlin", "--no-urgent",
    )  # fmt: skip
    kept = _kept(run, "set", "c", "ben", *first)["preferences"]
    assert kept == {
        "zone": "Europe/Berlin",
        "kinds": {"*": "digest", "came": "off"},
        "quiet_from": "22:00",
        "quiet_to": "07:00",
        "quiet_days": ["monday", "sunday"],
        "digest_at": "18:30",
        "digest_day": "friday",
        "urgent": False,
        "channels": {},
    }
    kept = _kept(run, "set", "c", "ben", "--tell", "came=as_above", "--tell", "*=as_above")
    assert kept["preferences"]["kinds"] == {}
    undone = ("--quiet", "none", "--quiet-day", "none", "--digest-day", "daily", "--urgent")
    kept = _kept(run, "set", "c", "ben", *undone, "--zone", "UTC", "--digest", "08:00")
    assert kept["preferences"] == begun


def test_channels_are_listed_with_what_they_are_used_for_closed_ones_too(
    run: Callable[..., Typed], dsn: str
) -> None:
    ids = [
        json.loads(run("campaign", "tell", "c", "ben", *where, "--json").out)["id"]
        for where in (("--webhook", "https://9.9.9.9/hook"), ("--email", "ben@example.org"))
    ]
    hook, mail = ids
    chosen = ("--channel", f"{mail}=urgent", "--channel", f"{hook}=all")
    assert (
        f"{mail}=urgent (ben@example.org)\n" in run("preferences", "set", "c", "ben", *chosen).out
    )

    async def close() -> None:
        async with open_pool(dsn) as pool:
            await pool.execute("UPDATE channel SET state = 'closed' WHERE id = $1", hook)

    in_asyncio(close())
    shown = run("preferences", "show", "c", "ben", "--kinds").out
    assert f"{hook}=all (https://9.9.9.9/…, closed)" in shown
    assert f"{mail}=urgent (ben@example.org) used for all for now" in shown
    assert "decision_expires" in shown
    left = _kept(run, "set", "c", "ben", "--channel", f"{hook}=forget")
    assert (left["closed"], left["channels"][0]["used_for"]) == ([], "urgent")


def test_what_cannot_be_kept_is_refused_and_nothing_is_changed(run: Callable[..., Typed]) -> None:
    begun = _kept(run, "show", "c", "ben")
    for arguments, why in (
        ((), "Nothing is said"),
        (("--tell", "came"), "has no ="),
        (("--tell", "came=never"), "no preference"),
        (("--tell", "cam=off"), "of the kind"),
        (("--quiet", "22:00"), "beginning and an end"),
        (("--quiet-day", "someday"), "no weekday"),
        (("--channel", "nonsuch=all"), "no channel"),
    ):
        done = run("preferences", "set", "c", "ben", *arguments)
        assert (done.status, why in " ".join(done.err.split())) == (2, True), done.err
    assert _kept(run, "show", "c", "ben") == begun


def test_nobody_is_made_up(run: Callable[..., Typed]) -> None:
    for command in (("preferences", "show"), ("preferences", "set", "--zone", "UTC")):
        done = run(*command[:2], "c", "nobody", *command[2:])
        assert (done.status, "Nobody in this campaign" in done.err) == (2, True)


def test_the_address_for_orders_is_shown_where_mail_is_taken_in(
    run: Callable[..., Typed], monkeypatch: pytest.MonkeyPatch
) -> None:
    none = run("mail", "orders", "c", "ben")
    assert (none.status, "No mail is taken in" in none.err) == (2, True)
    monkeypatch.setenv("GALLOPER_MAIL_IN_LISTEN", "127.0.0.1:8424")
    monkeypatch.setenv("GALLOPER_MAIL_IN_DOMAIN", "play.example.org")
    first = run("mail", "orders", "c", "ben")
    assert first.out.startswith("orders-")
    assert first.out.rstrip().endswith("@play.example.org")
    assert run("mail", "orders", "c", "ben").out == first.out
    assert run("mail", "orders", "c", "nobody").status == 2
