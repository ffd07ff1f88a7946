"""Whom the referee has muted sends no words, in whatever order they are wrapped."""

from __future__ import annotations

import msgspec
import pytest

from service.intake.speak import has_words
from service.packs import pack_named
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, cavalry, infantry, sides
from world.kernel.nouns import REFEREE
from world.order import Order
from world.ordertext import parse_order
from world.pack import Pack, View
from world.rules.campaign.nouns.agenda import Agenda
from world.said import Correct

WORDED = (
    "letter to=blake text=hi",
    "semaphore text=hi",
    "talk text=hi",
    "treaty parties=blake text=hi",
)
WORDLESS = ("rest weeks=1", "march to=0501")
LINES = (
    "{}",
    "now: {}",
    "then {}",
    "1. {}",
    "rest weeks=1; {}",
    "at 2000-01-05 06:00: {}",
    "when supplies under 5 days: {}",
    "if enemy within 2 hexes: {}",
    "whenever enemy in sight: {}, then go on",
)


@pytest.fixture(scope="module")
def seat() -> tuple[Pack, View]:
    """What Ney gives his orders from."""
    foot = [infantry("Line", 1000)]
    armies = {"first": army("0301", foot, name="First", commander="ney")}
    field = Field(sides(armies=armies), pack=pack_named("campaign"))
    return field.pack, field.pack.view(field.world, "ney")


@pytest.mark.parametrize("order", WORDED)
def test_words_are_found_on_every_line_of_a_list(seat: tuple[Pack, View], order: str) -> None:
    assert has_words(parse_order(seat[0], order), *seat)
    for line in LINES:
        listed = parse_order(seat[0], f'queue orders="{line.format(order)}"')
        assert has_words(listed, *seat), line


@pytest.mark.parametrize("order", WORDLESS)
def test_a_list_without_words_is_given_as_ever(seat: tuple[Pack, View], order: str) -> None:
    for line in LINES:
        listed = parse_order(seat[0], f'queue orders="{line.format(order)}"')
        assert not has_words(listed, *seat), line


def test_every_order_that_checks_orders_it_holds_also_names_them() -> None:
    kinds = {
        kind for pack in map(pack_named, ("campaign", "kingdoms")) for kind in pack.orders.values()
    }
    holding = {kind for kind in kinds if kind.check_held is not Order.check_held}
    assert len(holding) >= 2
    assert holding == {kind for kind in kinds if kind.orders_within is not Order.orders_within}


def test_a_referee_who_strikes_a_list_strikes_the_letters_that_stood_in_it() -> None:
    """What was listed before a mute is not stopped by it (decision 17): the referee corrects it."""
    armies = {
        "first": army("0801", [cavalry("Horse", 500)], name="First", commander="ney"),
        "second": army("1301", [infantry("Line", 1000)], name="Second", commander="blake"),
    }
    insult = "whenever enemy in sight: letter to=blake text='You toad'"
    for struck in (False, True):
        field = Field(sides(armies=armies), pack=pack_named("campaign"))
        field.order(HOUR, "ney", f'queue orders="{insult}"')
        (listed,) = field.world.of(Agenda)
        if struck:
            before = msgspec.Raw(msgspec.json.encode({"items": listed.items}))
            strike = Correct(
                entity=listed.id, before=before, after=msgspec.Raw(b'{"items":[]}'), reason="muted"
            )
            field.say(2 * HOUR, REFEREE, strike)
        field.order(3 * HOUR, "blake", "march to=0901").run(3 * DAY)
        came = [
            row for batch in field.batches for row in batch.notice_rows
            if row.person == "blake" and b"You toad" in row.body
        ]  # fmt: skip
        assert bool(came) is not struck
