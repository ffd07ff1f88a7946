"""Orders and journeys: what is shown, what is dropped, what comes too late."""

from __future__ import annotations

import re
import typing
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from couriers.chapters import CHAPTERS
from couriers.letter import LetterSent
from service.bridge import guest_run
from service.intake.speak import answer_decision, give_order
from service.notify.wording import word
from service.packs import load_pack, pack_named
from tests.cases.kept import Campaign
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.errors import Refused
from world.order import fields_of
from world.ordertext import parse_order
from world.rules import campaign as campaign_rules
from world.rules.campaign.nouns.view import campaign_view

if TYPE_CHECKING:
    import asyncpg

    from world.order import Order

PACKS = ("campaign", "ferry", "mill", "table")
for _pack in PACKS[1:]:
    load_pack(f"tests.packs.{_pack}:PACK")

ORDERS = [(pack, word_) for pack in PACKS for word_ in sorted(pack_named(pack).orders)]


@pytest.fixture
def campaign(pool: asyncpg.Pool, dsn: str) -> Campaign:
    return Campaign(pool, dsn)


# Nebulous#684: an order "executed upon receipt" showed a start in year 1.
def _far_from_his_corps() -> Field:
    armies = {
        "corps": army("0901", [infantry("Foot", 1000)], name="II Corps", owner="ney"),
        "second": army("1005", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    scenario = sides(armies=armies, params={"message.safe_friendly": 1, "message.safe_hostile": 1})
    return Field(scenario, pack=campaign_rules.pack(*CHAPTERS))


def test_an_order_by_letter_begins_at_its_receipt_and_is_expected_within_a_range() -> None:
    """Until then the army stands, and its owner's page says nothing that did not happen."""
    field = _far_from_his_corps()
    given = 8 * HOUR
    field.order(given, "ney", "march to=Westwall army=corps")
    ((_, sent),) = field.told("ney", LetterSent)
    assert given < sent.eta_from < sent.eta_to < given + 10 * DAY
    at = given
    while field.army("corps").march is None:
        page = campaign_view(field.pack.view(field.world, "ney"))
        (mine,) = [each for each in page.armies if each.id == "corps"]
        assert mine.march is None
        at += HOUR // 4
        assert at <= sent.eta_to + HOUR
        field.run(at)
    (received,) = [
        row
        for batch in field.batches
        for row in batch.notice_rows
        if row.person == "captain:corps" and row.kind == "order_came"
    ]
    assert sent.eta_from <= received.at <= sent.eta_to
    assert at - HOUR // 4 < received.at <= at
    march = field.army("corps").march
    assert march is not None
    assert march.here == "0901"
    dates = [
        year
        for batch in field.batches
        for row in batch.notice_rows
        for year in re.findall(
            r"\b\d{4}\b(?=, \d\d:\d\d(?! UTC))", word(field.world, row.body, row.at).text
        )
    ]
    assert dates
    assert set(dates) == {"1815"}


# Nebulous#401, #388: sub-clauses were silently ignored.
def _filled(kind: type[Order]) -> dict[str, Any]:
    """The order's blanks that must be filled in, with something."""
    return {field.name: _something(field.hint) for field in fields_of(kind) if field.required}


def _something(hint: Any) -> Any:
    if typing.get_origin(hint) is typing.Literal:
        return typing.get_args(hint)[0]
    if typing.get_origin(hint) is tuple:
        return [_something(typing.get_args(hint)[0])]
    return {int: 1, bool: True}.get(hint, "x")


@pytest.mark.parametrize(("pack", "name"), ORDERS)
def test_no_part_of_an_order_is_dropped_because_it_is_not_known(pack: str, name: str) -> None:
    """Neither as text nor by the API."""
    known = pack_named(pack)
    kind = known.orders[name]
    parts = _filled(kind)
    said = {key: value[0] if isinstance(value, list) else value for key, value in parts.items()}
    written = " ".join([name, *(f"{key}={value}" for key, value in said.items())])
    for more in ("unless=raining", "until=dusk"):
        with pytest.raises(Refused, match="no part"):
            parse_order(known, f"{written} {more}")
    with pytest.raises(Refused, match="was not understood"):
        parse_order(known, f"{written} unless it rains")
    for field in fields_of(kind):
        with pytest.raises(Refused, match=r"twice|not understood"):
            parse_order(known, f"{name} {field.name}=x {field.name}=y")
    raw = {"order": name, **parts}
    with pytest.raises(msgspec.ValidationError, match="unless"):
        known.decode_order(msgspec.json.encode({**raw, "unless": "raining"}))


@pytest.mark.trio(run=guest_run)
async def test_words_added_to_an_answer_that_takes_none_are_refused_and_not_dropped(
    campaign: Campaign,
) -> None:
    """Before anything is kept: whoever wrote them would think they count."""
    await campaign.found("ferry", start=await campaign.now() - 25 * 3_600_000_000)
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 1 FROM journal WHERE kind = 'occurrence'")
        with pytest.raises(Refused, match="no words of your own") as refused:
            await campaign.say(None, answer_decision, "ann", "D-TOLL", "fair", "but only today")
        assert refused.value.code == "E-ANSWER-TEXT"
        assert await campaign.value("SELECT count(*) FROM input") == 0


# fritzing#1804: a late order got the usual confirmation.
@pytest.mark.trio(run=guest_run)
async def test_an_answer_after_its_time_is_told_so_and_why(campaign: Campaign) -> None:
    """By rule or by id; and where it was answered before, that."""
    await campaign.found("ferry", start=await campaign.now() - 60 * 3_600_000_000)
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'time_limit'")
        ids = await campaign.fetch("SELECT id FROM entity WHERE kind = 'decision' ORDER BY id")
        for name in ("D-TOLL", ids[0][0], ids[1][0][:9]):
            with pytest.raises(Refused, match="came too late and changed nothing") as refused:
                await campaign.say(None, answer_decision, "ann", name, "dear")
            assert "nobody had answered in time, so it is fair" in refused.value.text
            assert "Is the toll fair?" in refused.value.text
        # Somebody else learns nothing of it.
        with pytest.raises(Refused, match="No open decision"):
            await campaign.say(None, answer_decision, "ben", ids[0][0], "dear")
        assert await campaign.value("SELECT count(*) FROM input") == 0


@pytest.mark.trio(run=guest_run)
async def test_an_answer_that_was_kept_but_came_too_late_is_told_so(campaign: Campaign) -> None:
    """Two answers in one breath: both are kept, one counts, the other is told that it does not."""
    await campaign.found("ferry", start=await campaign.now() - 25 * 3_600_000_000)
    async with campaign.kept():
        await campaign.until("SELECT count(*) = 1 FROM journal WHERE kind = 'occurrence'")
    for key, option in (("k1", "dear"), ("k2", "fair")):
        await campaign.say(None, answer_decision, "ann", "D-TOLL", option, key=key)
    async with campaign.kept("d2"):
        await campaign.until("SELECT count(*) = 2 FROM journal WHERE kind = 'heard'")
    (told,) = await campaign.told("ann", "said_in_vain")
    assert "too late" in told["reason"]
    assert "(dear)" in told["reason"]
    (settled,) = await campaign.told("ann", "decision_settled")
    assert settled["choice"] == "dear"


# A referee program addressed letters by a part of a name, to the first match.
@pytest.mark.trio(run=guest_run)
async def test_a_letter_to_a_part_of_a_name_is_asked_back_before_anything_is_kept(
    campaign: Campaign,
) -> None:
    people = "[{id: ney, name: Marshal Ney, place: a}, {id: soult, name: Marshal Soult, place: a}]"
    await campaign.found("table", f"table: {{roads: [], people: {people}}}\n")
    for written in ("Marshal", "Sou", "Nay"):
        with pytest.raises(Refused, match="nothing was sent") as refused:
            await campaign.say(None, give_order, "ney", f'letter to="{written}" text=x')
        assert refused.value.code == "E-UNKNOWN-ADDRESSEE"
    assert await campaign.value("SELECT count(*) FROM input") == 0
