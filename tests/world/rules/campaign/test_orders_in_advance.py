"""Orders given in advance: in turn, on dates and conditions, and standing ones (C-TIME-08)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import DAY, FEWER, HOUR, Field, army, cavalry, infantry, sides
from tests.world.rules.campaign.test_word import PACK
from world.errors import Refused
from world.order import require_sound
from world.ordertext import parse_order
from world.rules.campaign.agenda.notices import ListedDropped, ListedStarts, ListOver, OrderAccepted
from world.rules.campaign.agenda.orders import QueueOrder
from world.rules.campaign.agenda.reading import Line, read_line, split_lines
from world.rules.campaign.captains import CaptainWrites
from world.rules.campaign.nouns.agenda import Agenda
from world.rules.campaign.nouns.view import CampaignView, OwnArmy

FOOT = [infantry("Line", 1000)]


def road(at: str = "0301", enemy: str = "2001", **more: Any) -> Field:
    armies = {
        "first": army(at, more.pop("roster", FOOT), name="First Army", commander="ney"),
        "second": army(enemy, FOOT, name="Second Army", commander="blake"),
    }
    return Field(sides(armies=armies), **more)


def own(field: Field, person: str = "ney", army_id: str = "first") -> OwnArmy:
    view = field.pack.view(field.world, person)
    assert isinstance(view, CampaignView)
    return next(a for a in view.armies if a.id == army_id)


def started(field: Field, person: str = "ney") -> list[str]:
    return [n.order for _, n in field.told(person, ListedStarts)]


def dropped(field: Field, person: str = "ney") -> list[str]:
    return [n.code for _, n in field.told(person, ListedDropped)]


# -- one after another ----------------------------------------------------------------------------


@pytest.mark.rule("C-TIME-08")
def test_rest_a_week_then_march_to_a_place() -> None:
    field = road()
    field.order(HOUR, "ney", 'queue orders="rest weeks=1; march to=0501"')
    assert field.army("first").rest is not None
    assert own(field).list_running == "rest army=first"
    assert [(o.n, o.order, o.when) for o in own(field).listed] == [
        (1, "march to=0501 army=first", "")
    ]
    field.run(8 * DAY - 1)  # from the dawn of the second day, seven days
    assert field.army("first").march is None
    field.run(8 * DAY)
    assert field.army("first").march is not None
    field.run(10 * DAY)
    assert field.army("first").place == "0501"
    assert started(field) == ["rest army=first", "march to=0501 army=first"]
    assert [n.why for _, n in field.told("ney", ListOver)] == ["all of it is done"]
    assert not field.world.of(Agenda)


@pytest.mark.rule("C-TIME-08")
def test_an_order_that_is_refused_drops_out_and_the_next_is_tried() -> None:
    field = road()
    text = "garrison\nmarch to=0401\nattack target=second\nmarch to=0301"
    field.order(HOUR, "ney", f'queue orders="{text}"').run(3 * DAY)
    assert dropped(field) == ["E-NOT-PRESENT", "E-NOT-PRESENT"]
    assert started(field) == ["march to=0401 army=first", "march to=0301 army=first"]
    assert field.army("first").place == "0301"
    why = field.told("ney", ListedDropped)[0][1]
    assert why.then == "It drops out of the list."
    assert "No stronghold stands" in why.reason


@pytest.mark.rule("C-TIME-08", "C-TIME-07")
def test_a_fresh_order_empties_the_list_and_standing_orders_stand() -> None:
    field = road()
    field.order(HOUR, "ney", 'queue orders="march to=0401; march to=0601; if enemy within 2: halt"')
    field.order(2 * HOUR, "ney", "formation march=line")  # neither moves nor occupies it
    assert len(own(field).listed) == 2
    field.order(3 * HOUR, "ney", "march to=0201")
    assert [o.order for o in own(field).listed] == ["halt army=first"]
    assert [n.why for _, n in field.told("ney", ListOver)] == ["a fresh order has taken its place"]
    field.run(3 * DAY)
    assert field.army("first").place == "0201"
    kept = road(params={"order.list_kept_by": ["march"]})
    kept.order(HOUR, "ney", 'queue orders="march to=0401; march to=0601"')
    kept.order(2 * HOUR, "ney", "march to=0201")
    assert len(own(kept).listed) == 1
    emptied = road(params={"order.list_kept_by": ["march"]})
    emptied.order(HOUR, "ney", 'queue orders="march to=0401; march to=0601"')
    emptied.order(2 * HOUR, "ney", "formation march=line")
    assert not own(emptied).listed


@pytest.mark.rule("C-TIME-08")
def test_an_order_now_is_obeyed_at_once_and_the_list_goes_on_after_it() -> None:
    field = road()
    field.order(0, "ney", 'queue orders="march to=0601; march to=0701"')
    field.order(HOUR, "ney", 'queue keep=true orders="now: march to=0201"')
    march = field.army("first").march
    assert march is not None
    assert march.goal == "0201"
    field.run(6 * DAY)
    assert field.army("first").place == "0701"
    assert started(field) == [
        "march to=0601 army=first",
        "march to=0201 army=first",
        "march to=0601 army=first",
        "march to=0701 army=first",
    ]


@pytest.mark.rule("C-TIME-08")
def test_an_order_waits_for_its_date() -> None:
    field = road()
    field.order(HOUR, "ney", 'queue orders="at 1815-06-14 09:00: march to=0401"')
    assert own(field).listed[0].when == "at Wednesday 14 June 1815, 09:00"
    field.run(2 * DAY + 3 * HOUR - 1)
    assert field.army("first").march is None
    field.run(2 * DAY + 3 * HOUR)
    assert field.army("first").march is not None
    late = road()
    late.order(DAY, "ney", 'queue orders="at 1815-06-12 09:00: march to=0401"')
    assert late.army("first").march is not None  # that hour is past: it is its turn
    late.force(2 * DAY, "ney", 'queue orders="at Whitsun: march to=0401"')
    assert late.refusals("ney") == ["E-QUEUE"]


# -- conditions -----------------------------------------------------------------------------------


@pytest.mark.rule("C-TIME-08", "C-SUP-01")
def test_when_supplies_are_under_so_many_days_the_army_forages() -> None:
    armies = {
        "first": army("0301", FOOT, name="First Army", commander="ney", supplies=8_000),
        "second": army("2001", FOOT, name="Second Army", commander="blake", supplies=90_000),
    }
    field = Field(sides(armies=armies), hungry=True)
    field.order(HOUR, "ney", 'queue orders="when supplies are under 5 days: forage"')
    field.run(11 * HOUR)
    assert started(field) == []  # 8,000 for 1,250 mouths are six days
    field.run(13 * HOUR)
    assert started(field) == []
    field.run(DAY + 13 * HOUR)  # 5,500 left on the second evening: four days
    assert started(field) == ["forage army=first"]
    assert field.army("first").works
    field.run(3 * DAY)
    assert field.army("first").supplies > 8_000
    assert not own(field).listed


@pytest.mark.rule("C-TIME-08")
def test_whenever_supplies_run_low_it_forages_and_then_goes_on_marching() -> None:
    armies = {
        "first": army("0301", FOOT, name="First Army", commander="ney", supplies=5_000),
        "second": army("2001", FOOT, name="Second Army", commander="blake", supplies=90_000),
    }
    field = Field(sides(armies=armies), hungry=True)
    text = "march to=0901; whenever supplies under 3 days: forage, then go on"
    field.order(HOUR, "ney", f'queue orders="{text}"').run(9 * DAY)
    assert field.army("first").place == "0901"
    assert field.army("first").hungry == 0
    orders = started(field)
    assert orders[:3] == [
        "march to=0901 army=first",
        "forage army=first",
        "march to=0901 army=first",
    ]
    assert own(field).listed[0].standing  # it still stands


@pytest.mark.rule("C-TIME-08", "C-SCOUT-01")
def test_if_the_enemy_comes_within_two_hexes_it_falls_back() -> None:
    field = road(at="0801", enemy="1301", roster=[cavalry("Horse", 500)])
    text = "if a hostile army comes within 2 hexes, march to=0501; when enemy in sight: halt"
    field.order(HOUR, "ney", f'queue orders="{text}"')
    field.order(HOUR, "blake", "march to=0801").run(DAY + HOUR)
    assert field.army("first").march is None  # he is at 1101, three hexes away
    field.run(4 * DAY)
    # He was seen at 1001, two hexes off, on the second day, and Ney's horse has kept its distance.
    assert [n.order for _, n in field.told("ney", ListedStarts)] == ["march to=0501 army=first"]
    assert field.army("first").place == "0501"
    assert [n.why for _, n in field.told("ney", ListOver)] == [
        "“march to=0501 army=first” has taken its place",
        "all of it is done",
    ]
    assert not field.world.of(Agenda)


@pytest.mark.rule("C-TIME-08", "C-SCOUT-01")
def test_an_army_that_marches_up_to_a_standing_enemy_heeds_its_standing_order() -> None:
    field = road(at="0301", enemy="0801", roster=[cavalry("Horse", 500)])
    field.order(0, "ney", 'queue orders="march to=0801; whenever enemy within 1: march to=0101"')
    field.run(5 * DAY)
    assert started(field) == ["march to=0801 army=first", "march to=0101 army=first"]
    assert "0701" in {f.place for f in entered(field)}
    assert field.army("first").place == "0101"


def entered(field: Field) -> list[Any]:
    import msgspec  # noqa: PLC0415

    from world.rules.campaign.nouns.facts import ArmyEntered  # noqa: PLC0415

    found = []
    for line in field.journal():
        for fact in msgspec.json.decode(line).get("facts", []):
            if fact["kind"] == "army_entered" and fact["army"] == "first":
                fact.pop("kind")
                found.append(ArmyEntered(**fact))
    return found


@pytest.mark.rule("C-TIME-08", "C-SCOUT-04")
def test_what_no_scout_has_seen_no_list_heeds() -> None:
    """By night nobody sees beyond his own hex: the enemy next door is unknown until dawn."""
    field = road(at="0801", enemy="1001")
    field.order(HOUR, "ney", 'queue orders="if enemy within 1: march to=0501 night=normal"')
    field.order(11 * HOUR, "blake", "march to=0901 pace=none night=forced").run(DAY - 1)
    assert field.army("second").place == "0901"
    assert started(field) == []
    field.run(DAY)
    assert started(field) == ["march to=0501 night=normal army=first"]


@pytest.mark.rule("C-TIME-08", "C-MSG-01")
def test_a_fresh_report_of_the_enemy_counts_and_an_old_one_does_not() -> None:
    commanders = {
        "ney": {"name": "Marshal Ney", "faction": "red"},
        "blake": {"name": "General Blake", "faction": "blue"},
    }
    armies = {
        "first": army("0501", FOOT, name="First Army", commander="ney"),
        "scout": army("0701", [cavalry("Horse", 300)], name="Scouts", owner="ney"),
        "second": army("1101", FOOT, name="Second Army", commander="blake"),
    }
    orders = 'queue orders="if enemy within 5: march to=0301"'

    def played(**params: Any) -> Field:
        field = Field(sides(armies=armies, commanders=commanders), pack=PACK, params=params)
        # The captain of the scouts sees him at 0901 and writes.
        field.order(HOUR, "ney", orders)
        field.order(HOUR, "blake", "march to=0801").run(3 * DAY)
        return field

    assert started(played()) == ["march to=0301 army=first"]
    assert started(played(**{"order.report_max_h": 0})) == []


@pytest.mark.rule("C-TIME-08", "C-MARCH-02")
def test_whenever_the_week_is_spent_it_uses_the_halt() -> None:
    field = road(at="0101")
    text = "march to=1501; whenever weekly halt: forage, then go on"
    field.order(0, "ney", f'queue orders="{text}"').run(12 * DAY)
    orders = started(field)
    march = 'march to="1501" army=first'
    assert orders == [march, "forage army=first", march]
    assert field.army("first").place == "1501"


@pytest.mark.rule("C-TIME-08", "C-BAT-01")
def test_before_the_enemy_a_list_waits_until_the_meeting_is_over() -> None:
    field = road(at="0901", enemy="1001")
    field.order(0, "ney", "march to=1001").run(7 * HOUR)
    field.order(7 * HOUR, "ney", 'queue orders="march to=0801"')
    assert own(field).listed
    assert not dropped(field)
    field.run(2 * DAY)
    assert started(field) == ["march to=0801 army=first"]


# -- what is shown, struck out, refused -----------------------------------------------------------


@pytest.mark.rule("C-TIME-08")
def test_a_list_is_shown_and_orders_are_struck_out_by_their_numbers() -> None:
    field = road()
    text = "march to=0501; march to=0301; if enemy within 2: halt; at 1815-07-01: march to=0101"
    field.order(HOUR, "ney", f'queue orders="{text}"')
    shown = own(field)
    assert shown.list_running == "march to=0501 army=first"
    assert [(o.n, o.order, o.standing) for o in shown.listed] == [
        (1, "march to=0301 army=first", False),
        (2, "halt army=first", True),
        (3, "march to=0101 army=first", False),
    ]
    assert shown.listed[1].when == "if enemy within 2 hexes"
    field.order(2 * HOUR, "ney", "queue drop=1,3")
    assert [o.order for o in own(field).listed] == ["halt army=first"]
    assert own(field).list_running == "march to=0501 army=first"
    field.order(3 * HOUR, "ney", 'queue keep=true orders="march to=0401"')
    assert [o.n for o in own(field).listed] == [1, 2]
    field.order(4 * HOUR, "ney", "queue")
    assert not own(field).listed
    assert [n.why for _, n in field.told("ney", ListOver)] == ["it was struck out"]
    assert field.army("first").march is not None  # what was begun goes on
    field.force(5 * HOUR, "ney", "queue")
    assert field.refusals("ney") == ["E-QUEUE"]


@pytest.mark.rule("C-TIME-08")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('queue orders="march to=Nowhere"', "E-NO-PATH"),
        ('queue orders="merch to=0401"', "E-SYNTAX"),
        ('queue orders="march to=0401 army=second"', "E-QUEUE"),
        ('queue orders="if it rains: halt"', "E-QUEUE"),
        ('queue orders="if enemy within 2 halt"', "E-QUEUE"),
        ('queue orders="march to=0401, then go on"', "E-QUEUE"),
        ('queue orders="queue"', "E-QUEUE"),
        ("queue drop=1", "E-QUEUE"),
        ("queue drop=x", "E-QUEUE"),
        ("queue army=second", "E-NOT-YOURS"),
        ("queue army=first stronghold=westwall", "E-QUEUE"),
        ('queue stronghold=westwall orders="if supplies under 3: tax stronghold=x"', "E-QUEUE"),
        ("queue stronghold=eastham", "E-NOT-HOLDER"),
    ],
)
def test_what_cannot_be_listed_is_refused_before_it_is(text: str, code: str) -> None:
    field = road()
    order = parse_order(field.pack, text)
    with pytest.raises(Refused) as refused:
        require_sound(order, field.pack, field.pack.view(field.world, "ney"))
    assert refused.value.code == code


@pytest.mark.rule("C-TIME-08")
def test_a_list_is_as_long_and_knows_such_conditions_as_the_scenario_says() -> None:
    long = "; ".join(["halt"] * 21)
    for params, text in (
        ({}, long),
        ({"order.queue_max": 1}, "halt; halt"),
        ({"order.conditions": ["previous_done"]}, "if enemy within 2: halt"),
    ):
        field = road(params=params)
        with pytest.raises(Refused, match="E-QUEUE"):
            field.order(HOUR, "ney", f'queue orders="{text}"')
        field.force(HOUR, "ney", f'queue orders="{text}"')
        assert field.refusals("ney") == ["E-QUEUE"]
    road(params={"order.queue_max": 21}).order(HOUR, "ney", f'queue orders="{long}"')


@pytest.mark.rule("C-TIME-07")
def test_what_an_order_has_begun_is_told_with_its_expected_end() -> None:
    """M-ORD-01."""
    field = road().order(0, "ney", "march to=0501")
    told = [n for _, n in field.told("ney", OrderAccepted)]
    assert [(n.unit, n.what) for n in told] == [("First Army", "marches to 0501")]
    assert told[0].until == " If nothing changes it is there by Monday 12 June 1815, 18:00."
    field.order(HOUR, "ney", "halt")
    assert len(field.told("ney", OrderAccepted)) == 1
    field.order(2 * HOUR, "ney", "build_engines")
    assert field.told("ney", OrderAccepted)[1][1].until.startswith(" It should be done by ")


# -- orders to others -----------------------------------------------------------------------------


@pytest.mark.rule("C-TIME-08", "C-MSG-07", "C-CAP-01")
def test_a_list_for_a_captain_elsewhere_rides_as_a_letter() -> None:
    armies = {
        "first": army("0101", FOOT, name="First Army", commander="ney"),
        "corps": army("0901", FOOT, name="Corps", owner="ney"),
        "second": army("2001", FOOT, name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies), pack=PACK, dice={"safe": [(1,)] * 9})
    text = "march to=0801; besiege stronghold=westwall; march to=0701; if enemy within 1: halt"
    field.order(HOUR, "ney", f'queue army=corps orders="{text}"')
    assert not field.world.of(Agenda)  # it is on its way
    kinds = {row.kind for b in field.batches for row in b.notice_rows if row.person == "ney"}
    assert "letter_sent" in kinds
    field.run(5 * DAY)
    assert field.army("corps").place == "0701"
    # What a captain does not understand drops out, and his master hears of it by rider.
    texts = [
        row.body.decode()
        for batch in field.batches
        for row in batch.notice_rows
        if row.person == "ney" and row.kind in ("letter_came", "order_reported")
    ]
    assert any("besiege stronghold=westwall army=corps" in text for text in texts)
    assert any("E-CAPTAIN-ORDER" in text for text in texts)
    assert not own(field, army_id="corps").listed  # what stands in it he cannot see from here


@pytest.mark.rule("C-TIME-08", "C-CAP-02")
def test_what_a_standing_order_foresees_does_not_surprise_a_captain() -> None:
    armies = {
        "first": army("0801", FOOT, name="First Army", commander="ney"),
        "corps": army("0801", [cavalry("Horse", 500)], name="Corps", owner="ney"),
        "second": army("1301", FOOT, name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies), pack=PACK)
    field.order(HOUR, "ney", 'queue army=corps orders="if enemy within 2: march to=0601"')
    field.order(HOUR, "blake", "march to=0801").run(2 * DAY)
    assert not field.told("ney", CaptainWrites)
    assert [n.order for _, n in field.told("ney", ListedStarts)] == ["march to=0601 army=corps"]
    plain = Field(sides(armies=armies), pack=PACK)
    plain.order(HOUR, "blake", "march to=0801").run(2 * DAY)
    assert plain.told("ney", CaptainWrites)


@pytest.mark.rule("C-TIME-08", "C-MSG-01")
def test_a_commander_may_write_letters_in_advance_but_nobody_writes_in_his_stead() -> None:
    armies = {
        "first": army("0801", [cavalry("Horse", 500)], name="First Army", commander="ney"),
        "corps": army("0801", FOOT, name="Corps", owner="ney"),
        "second": army("1301", FOOT, name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies), pack=PACK)
    text = "whenever enemy in sight: letter to=blake text='Turn back; this is Red country.'"
    field.order(HOUR, "ney", f'queue orders="{text}"')
    field.order(HOUR, "blake", "march to=0901").run(3 * DAY)
    texts = [
        row.body.decode()
        for batch in field.batches
        for row in batch.notice_rows
        if row.person == "blake" and row.kind == "letter_came"
    ]
    assert any("Turn back; this is Red country." in text for text in texts)
    other = Field(sides(armies=armies), pack=PACK)
    other.order(HOUR, "ney", f'queue army=corps orders="{text}"').run(2 * HOUR)
    other.order(HOUR * 2, "blake", "march to=0901").run(3 * DAY)
    assert dropped(other)[:1] == ["E-NOT-PRESENT"]


@pytest.mark.rule("C-TIME-08")
def test_a_list_for_a_stronghold_waits_for_its_dates() -> None:
    armies = {
        "first": army("0101", FOOT, name="First Army", commander="ney", inside=True),
        "second": army("2001", FOOT, name="Second Army", commander="blake"),
    }
    field = Field(sides(armies=armies))
    field.order(
        HOUR,
        "ney",
        'queue stronghold=westwall orders="at 1815-06-15: transfer to=first supplies=5"',
    )
    view = field.pack.view(field.world, "ney")
    assert isinstance(view, CampaignView)
    place = next(s for s in view.strongholds if s.id == "westwall")
    assert [o.order for o in place.listed] == ["transfer to=first supplies=5 stronghold=westwall"]
    field.run(4 * DAY)
    assert dropped(field) == ["E-NOT-ENOUGH"]


# -- how it is written ----------------------------------------------------------------------------


@pytest.mark.rule("C-TIME-08")
def test_a_list_reads_as_people_write_it() -> None:
    text = """
      1. rest weeks=1
      2. then march to=Ligny
      - when supplies are under 5 days: forage
      - if a hostile army comes within 2 hexes, march to=Charleroi
      - Whenever the enemy is in sight: letter to=ney text='Come; at once.'
      - at 16 June 1815, 06:00: march to=Wavre
      - whenever weekly halt: forage, then go on
    """
    assert [read_line(line) for line in split_lines(text)] == [
        Line("rest weeks=1"),
        Line("march to=Ligny"),
        Line("forage", sort="stock_days_under", under=5),
        Line("march to=Charleroi", sort="enemy_sighted", within=2, standing="once"),
        Line(
            "letter to=ney text='Come; at once.'",
            sort="enemy_sighted",
            standing="whenever",
        ),
        Line("march to=Wavre", sort="date", date="16 June 1815, 06:00"),
        Line("forage", sort="weekly_halt", standing="whenever", goes_on=True),
    ]


ORDERS = st.sampled_from(
    [
        "march to=0401",
        "march to=0801 pace=forced night=normal",
        "halt",
        "rest weeks=1",
        "forage",
        "garrison",
        "split detachments=Line leader=captain",
        "merge into=second",
        "build_engines",
        "abandon supplies=10",
        "formation march=x",
    ]
)
LEADS = st.sampled_from(
    [
        "{}",
        "now: {}",
        "at 1815-06-15 12:00: {}",
        "when supplies under 4: {}",
        "when enemy in sight: {}",
        "if enemy within 3: {}",
        "whenever enemy within 2: {}, then go on",
        "whenever supplies under 6: {}, then go on",
        "whenever weekly halt: {}",
    ]
)
LISTS = st.lists(st.builds(str.format, LEADS, ORDERS), min_size=1, max_size=6)


@pytest.mark.rule("C-TIME-08")
@FEWER
@given(LISTS, LISTS, st.integers(1, 5))
def test_whatever_is_listed_nothing_fails_and_every_list_is_of_a_piece(
    one: list[str], other: list[str], seed: int
) -> None:
    armies = {
        "first": army(
            "0501", [infantry("Line", 900), infantry("Old", 500)], name="F", commander="ney"
        ),
        "second": army("0901", [infantry("Line", 1000)], name="S", commander="blake"),
    }
    field = Field(sides(armies=armies), seed=seed, hungry=True)
    field.force(HOUR, "ney", QueueOrderText(one))
    field.force(2 * HOUR, "blake", QueueOrderText(other))
    for day in range(1, 9):
        field.run(day * DAY)
        for agenda in field.world.of(Agenda):
            assert len(agenda.items) <= 6
            assert field.army(agenda.unit).id == agenda.unit
            assert not agenda.done
            for item in agenda.items:
                parse_order(field.pack, item.order)
                if item.event and item.when.at > day * DAY:
                    assert item.event in field.world.timeline.entries


def QueueOrderText(lines: list[str]) -> str:  # noqa: N802 - it stands for the order
    from world.order import to_text  # noqa: PLC0415

    return to_text(QueueOrder(orders="\n".join(lines)))
