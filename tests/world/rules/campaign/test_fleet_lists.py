"""Orders given to fleets in advance: in turn, on dates, standing ones (C-TIME-08)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.sea import (
    FOUGHT,
    MET,
    Gulf,
    fleet,
    fought,
    gulf,
    off_eastport,
    over,
    ship,
)
from tests.world.rules.campaign.test_fleets import alone
from world.errors import Refused
from world.rules.campaign.agenda.notices import ListedDropped, ListedStarts, ListOver, OrderAccepted
from world.rules.campaign.nouns.agenda import Agenda
from world.rules.campaign.nouns.fleet_page import OwnFleet
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.view import CampaignView

SAFE: dict[str, Any] = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}
WEEK = 7 * DAY
ASHORE = {"name": "Admiral Hawke", "faction": "red", "at": "0204", "purse": 20_000}


def squadron(ships: list[dict[str, Any]] | None = None, at: str = "0405", **more: Any) -> Gulf:
    """Hawke's squadron, alone in the gulf."""
    found = fleet(at, ships or [ship("A"), ship("B")], name="Squadron", commander="hawke")
    found |= more.pop("fleet", {})
    people = more.pop("commanders", {})
    spec = alone(fleets={"western": found}, commanders=people, **more.pop("spec", {}))
    return Gulf(spec, **more)


def captains(**more: Any) -> Gulf:
    """The same under a captain, Hawke himself being at Westport."""
    led = {"commander": "", "owner": "hawke"}
    more["params"] = SAFE | more.pop("params", {})
    people = {"hawke": ASHORE, **more.pop("commanders", {})}
    return squadron(fleet=led, commanders=people, **more)


def own(field: Gulf, person: str = "hawke") -> OwnFleet:
    view = field.pack.view(field.world, person)
    assert isinstance(view, CampaignView)
    return next(each for each in view.fleets if each.id == "western")


def started(field: Gulf, person: str = "hawke") -> list[str]:
    return [n.order for _, n in field.told(person, ListedStarts)]


def dropped(field: Gulf, person: str = "hawke") -> list[str]:
    return [n.code for _, n in field.told(person, ListedDropped)]


# -- one after another ----------------------------------------------------------------------------


@pytest.mark.rule("C-TIME-08", "C-FLEET-01")
def test_a_fleet_sails_from_place_to_place_as_its_list_says() -> None:
    field = squadron().order(HOUR, "hawke", 'queue orders="sail to=0808; sail to=0405"')
    assert own(field).list_running == "sail to=0808 fleet=western"
    assert [(o.n, o.order) for o in own(field).listed] == [(1, "sail to=0405 fleet=western")]
    field.run(3 * DAY)
    assert field.fleet("western").place == "0405"
    assert started(field) == ["sail to=0808 fleet=western", "sail to=0405 fleet=western"]
    assert [n.why for _, n in field.told("hawke", ListOver)] == ["all of it is done"]
    assert not field.world.of(Agenda)


@pytest.mark.rule("C-TIME-08", "C-SHIP-11")
def test_a_fleet_sails_when_its_ships_have_left_the_yard() -> None:
    field = squadron([ship("A", hull=6)], "0204", commanders={"hawke": ASHORE | {"at": ""}})
    field.order(0, "hawke", 'queue orders="repair ship=A; sail to=0405"').run(2 * WEEK - 1)
    assert field.fleet("western").voyage is None
    field.run(2 * WEEK + DAY)
    assert (field.fleet("western").place, field.fleet("western").hull) == ("0405", 8)


@pytest.mark.rule("C-TIME-08", "C-FLEET-02")
def test_a_fleet_loads_sails_and_lands_what_it_has() -> None:
    stores = {"strongholds": {"westport": {"holder": "anson", "stores": 5000}}}
    transport = [ship("Calypso", "transport")]
    field = squadron(transport, "0204", spec=stores)
    text = "stow source=westport supplies=3000; sail to=Southcove; unstow to=southcove supplies=900"
    field.order(0, "hawke", f'queue orders="{text}"').run(6 * DAY)
    # Hawke does not hold Westport, and so has nothing to land in Southcove.
    assert dropped(field) == ["E-NOT-YOURS", "E-NOT-ENOUGH"]
    mine = {"strongholds": {"westport": {"holder": "hawke", "stores": 5000}}}
    field = squadron(transport, "0204", spec=mine)
    field.order(0, "hawke", f'queue orders="{text}"').run(6 * DAY)
    assert dropped(field) == []
    assert field.get(Stronghold, "southcove").stores == 900
    assert field.fleet("western").cargo == 2_100


@pytest.mark.rule("C-TIME-08")
def test_a_voyage_waits_for_its_date() -> None:
    field = squadron().order(HOUR, "hawke", 'queue orders="at 1759-06-14 09:00: sail to=0808"')
    field.run(2 * DAY + 3 * HOUR - 1)
    assert field.fleet("western").voyage is None
    field.run(2 * DAY + 3 * HOUR)
    assert field.fleet("western").voyage is not None


@pytest.mark.rule("C-TIME-08", "C-TIME-07")
def test_a_fresh_voyage_empties_the_list_and_a_plan_for_battle_does_not() -> None:
    field = squadron().order(0, "hawke", 'queue orders="sail to=0808; sail to=0405"')
    field.order(HOUR, "hawke", "sea_plan stand=hold standing=true")
    assert len(own(field).listed) == 1
    field.order(2 * HOUR, "hawke", "sail to=0604")
    assert own(field).listed == ()
    assert [n.why for _, n in field.told("hawke", ListOver)] == [
        "a fresh order has taken its place"
    ]
    assert field.run(3 * DAY).fleet("western").place == "0604"


@pytest.mark.rule("C-TIME-07")
def test_whoever_sets_sail_is_told_when_he_should_be_there() -> None:
    field = squadron().order(0, "hawke", "sail to=0808")
    [(_, told)] = field.told("hawke", OrderAccepted)
    assert told.what == "sails for 0808"
    # Five hexes of ten kilometres at 15 km/h, from six in the morning on.
    assert told.until == " If nothing changes it is there by Tuesday 12 June 1759, 09:20."


# -- standing orders ------------------------------------------------------------------------------


def hunted(**more: Any) -> Gulf:
    """Conflans sails up to a squadron of Red's that lies at 0504."""
    spec = gulf(
        commanders={"hawke": {"name": "Admiral Hawke", "faction": "red", **more.pop("hawke", {})}},
        fleets={
            "western": fleet("0504", [ship("A")], name="Squadron", **more.pop("led")),
            "eastern": fleet("1004", [ship("Soleil")], name="Eastern", commander="conflans"),
        },
    )
    figures = {"fleet.scout_radius": 2, "order.report_max_h": 1}
    return Gulf(spec, params=SAFE | figures, **more)


@pytest.mark.rule("C-TIME-08", "C-FLEET-05")
def test_if_a_hostile_fleet_comes_near_it_runs_for_port() -> None:
    field = hunted(led={"commander": "hawke"})
    text = "if a hostile fleet comes within 2 hexes: sail to=Westport"
    field.order(0, "hawke", f'queue orders="{text}"')
    assert [(o.when, o.standing) for o in own(field).listed] == [("if enemy within 2 hexes", True)]
    field.order(HOUR, "conflans", "sail path=0904,0804,0704,0604,0504").run(DAY)
    assert started(field) == ["sail to=Westport fleet=western"]
    assert field.fleet("western").place == "0204"


@pytest.mark.rule("C-TIME-08", "C-CAP-02")
def test_a_captain_who_was_told_what_to_do_is_not_surprised() -> None:
    led = {"commander": "", "owner": "hawke"}
    field = hunted(led=led, hawke={"at": "0204"})
    order = 'queue fleet=western orders="if enemy within 2: sail to=Westport"'
    field.order(0, "hawke", order).run(DAY)
    [agenda] = field.world.of(Agenda)
    assert agenda.unit == "western"
    field.order(DAY, "conflans", "sail path=0904,0804,0704,0604,0504").run(3 * DAY)
    assert field.fleet("western").place == "0204"
    assert not [row for b in field.batches for row in b.notice_rows
                if row.person == "hawke" and b"hove to" in row.body]  # fmt: skip


@pytest.mark.rule("C-TIME-08")
def test_a_fleet_goes_on_with_what_a_standing_order_interrupted() -> None:
    field = hunted(led={"commander": "hawke"})
    text = "sail to=0808; whenever enemy within 2: sail to=0405, then go on"
    field.order(0, "hawke", f'queue orders="{text}"')
    # He comes down upon the course of the squadron, and goes away again.
    field.order(0, "conflans", "sail path=0904,0805,0706 to=1404").run(2 * DAY)
    there = "sail to=0808 fleet=western"
    assert started(field) == [there, "sail to=0405 fleet=western", there]
    assert field.fleet("western").place == "0808"
    assert [order.standing for order in own(field).listed] == [True]


@pytest.mark.rule("C-TIME-08", "C-NAV-01")
def test_before_the_enemy_the_list_of_a_fleet_waits() -> None:
    field = off_eastport()
    field.order(MET + HOUR, "hawke", 'queue orders="sail to=0804"')
    assert not dropped(field)
    [agenda] = field.world.of(Agenda)
    assert agenda.held
    field.run(DAY)
    assert started(field) == []
    # A day after they met both hold, and the incomer goes back the way he came.
    field.run(MET + 2 * DAY)
    assert started(field) == ["sail to=0804 fleet=western"]
    assert field.fleet("western").place == "0804"


@pytest.mark.rule("C-TIME-08", "C-NAV-08")
def test_a_fleet_in_flight_takes_its_list_up_when_it_is_in_hand_again() -> None:
    dice: Any = {"morale check of": [(6, 6)] * 9}
    line = [ship("One"), ship("Two")]
    field = fought(line, line, rolls=((6, 1), (2, 1)), dice=dice)
    field.order(FOUGHT, "conflans", 'queue orders="at 1759-06-12 17:00: sail to=Eastport"')
    over(field)
    assert field.fleet("eastern").disorder is not None
    field.run(6 * DAY)
    assert started(field, "conflans") == ["sail to=Eastport fleet=eastern"]
    assert field.fleet("eastern").place == "1904"


# -- what ends a list, and what never stands in it -------------------------------------------------


@pytest.mark.rule("C-TIME-08", "C-FLEET-01")
def test_the_list_of_a_fleet_that_joins_another_is_void() -> None:
    second = fleet("0405", [ship("C")], name="Second", owner="hawke")
    spec = alone(
        fleets={
            "western": fleet("0405", [ship("A")], name="Squadron", commander="hawke"),
            "second": second,
        }
    )
    field = Gulf(spec, params=SAFE)
    field.order(0, "hawke", 'queue fleet=second orders="at 1759-07-01: sail to=0808"')
    assert len(field.world.of(Agenda)) == 1
    field.order(HOUR, "hawke", "join_fleet into=western fleet=second")
    assert not field.world.of(Agenda)
    assert "has joined another" in field.told("hawke", ListOver)[-1][1].why


@pytest.mark.rule("C-TIME-08", "C-CAP-01")
def test_a_captain_gets_his_list_by_letter_and_does_of_it_what_he_can() -> None:
    field = captains()
    text = "sail to=0604; part_fleet ships=A; go_ashore; sail to=0405"
    field.order(0, "hawke", f'queue fleet=western orders="{text}"')
    assert not field.world.of(Agenda)
    field.run(6 * DAY)
    assert field.fleet("western").place == "0405"
    letters = [row.body.decode() for b in field.batches for row in b.notice_rows
               if row.person == "hawke" and row.kind == "letter_came"]  # fmt: skip
    assert sum("E-CAPTAIN-ORDER" in text for text in letters) == 1
    assert sum("E-NOT-PRESENT" in text for text in letters) == 1


@pytest.mark.rule("C-TIME-08")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('queue orders="when supplies under 5: sail to=0808"', "E-QUEUE"),
        ('queue orders="whenever weekly halt: sail to=0808"', "E-QUEUE"),
        ('queue orders="march to=0101"', "E-QUEUE"),
        ('queue orders="embark fleet=western"', "E-QUEUE"),
        ('queue orders="sail to=0808 fleet=eastern"', "E-QUEUE"),
        ('queue orders="sail to=Nowhere"', "E-NO-PATH"),
        ("queue fleet=eastern", "E-NOT-YOURS"),
        ("queue fleet=western stronghold=westport", "E-QUEUE"),
        ("queue drop=1", "E-QUEUE"),
    ],
)
def test_what_cannot_stand_in_the_list_of_a_fleet_is_refused(text: str, code: str) -> None:
    field = squadron()
    with pytest.raises(Refused) as refused:
        field.order(HOUR, "hawke", text)
    assert refused.value.code == code
    field.force(HOUR, "hawke", text)
    assert field.refusals("hawke") == [code] or field.world.of(Agenda) == ()


@pytest.mark.rule("C-TIME-08", "C-FLEET-01")
def test_who_leads_an_army_aboard_and_the_fleet_gives_each_its_list() -> None:
    troops = army("0405", [infantry("Line", 500)], name="L", commander="hawke", aboard="western")
    spec = {"armies": {"landing": troops}}
    people = {"wolfe": {"name": "Wolfe", "faction": "red", "at": "0201"}}
    field = squadron([ship("T", "transport")], spec=spec, commanders=people)
    field.order(0, "hawke", 'queue fleet=western orders="sail to=0203"')
    field.order(0, "hawke", 'queue orders="at 1759-06-12 20:00: disembark"')
    assert {each.unit for each in field.world.of(Agenda)} == {"western", "landing"}
    field.run(5 * DAY)
    assert (field.army("landing").place, field.army("landing").inside) == ("0203", "")
