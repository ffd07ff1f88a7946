"""Captains of fleets: they carry plain orders out, and heave to before what they did not expect."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from couriers.letter import Letter, LetterCame
from tests.world.rules.campaign.clash import a_step
from tests.world.rules.campaign.field import DAY, HOUR, army, infantry
from tests.world.rules.campaign.sea import Gulf, fleet, gulf, ship
from world.knowledge.picture import seen_by
from world.rules.campaign.nouns.fleet import Fleet
from world.rules.campaign.nouns.sea_facts import ShipsChanged
from world.rules.campaign.nouns.sight import FleetSeen
from world.rules.campaign.sea_captains import SeaCaptainWrites

SAFE: dict[str, Any] = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}
LINE = [ship("Dauntless"), ship("Thunderchild")]
MINUTE = HOUR // 60
#: The captain lies in 0504, three hexes from the enemy whom he does not see.
WEST, EAST = "0504", "0804"
FAR = fleet("1904", [ship("Soleil")], name="Eastern Squadron", commander="conflans")


def captain(
    *, hawke: dict[str, Any] | None = None, enemy: dict[str, Any] | None = None, **more: Any
) -> Gulf:
    """A squadron of Hawke's under a captain sails for the enemy's coast; Hawke is at Westport."""
    spec = gulf(
        commanders={
            "hawke": {"name": "Admiral Hawke", "faction": "red", "at": "0204", **(hawke or {})},
            **more.pop("commanders", {}),
        },
        fleets={
            "western": fleet(WEST, LINE, name="Western Squadron", owner="hawke"),
            "eastern": fleet(
                EAST,
                [ship("Soleil")],
                name="Eastern Squadron",
                commander="conflans",
                **(enemy or {}),
            ),
            **more.pop("fleets", {}),
        },
        **more.pop("spec", {}),
    )
    field = Gulf(spec, params={**SAFE, **more.pop("params", {})}, **more)
    return field.force(0, "gm", "sail path=0604,0704,0804,0904 to=1604 fleet=western")


def letters(field: Gulf, person: str) -> list[str]:
    """What captains of fleets have written to somebody, in the order it came."""
    return [n.text for _, n in field.told(person, LetterCame) if "I have hove to" in n.text]


def sails(field: Gulf) -> bool:
    return field.fleet("western").voyage is not None


@pytest.mark.rule("C-CAP-02", "C-FLEET-05")
def test_a_captain_who_sights_the_enemy_heaves_to_and_writes_to_his_owner() -> None:
    field = captain().run(12 * HOUR)
    lies = field.fleet("western")
    # A hex off the enemy, which is as far as lookouts see, and no farther.
    assert (lies.place, lies.voyage) == ("0704", None)
    assert not letters(field, "hawke")
    field.run(4 * DAY)
    [text] = letters(field, "hawke")
    assert "Eastern Squadron of the enemy is in sight" in text
    assert "I have hove to in 0704 and wait for orders." in text


@pytest.mark.rule("C-CAP-02", "C-MSG-01")
def test_what_the_captain_saw_comes_with_his_letter_and_no_sooner() -> None:
    field = captain().run(12 * HOUR)
    known = seen_by(field.world, FleetSeen, "hawke", "eastern")
    assert known is None or known.where != EAST
    field.run(4 * DAY)
    known = seen_by(field.world, FleetSeen, "hawke", "eastern")
    assert known is not None
    assert (known.where, len(known.ships)) == (EAST, 1)
    own = seen_by(field.world, FleetSeen, "hawke", "western")
    assert own is not None
    assert own.where == "0704"


@pytest.mark.rule("C-CAP-02", "M-CAP-01")
def test_a_captain_tells_who_is_in_the_same_place_at_once() -> None:
    flag = fleet("0704", [ship("Victory", "fifth_rate")], name="Flag", commander="hawke")
    field = captain(hawke={"at": ""}, fleets={"flag": flag})
    field.run(12 * HOUR)
    [(at, said)] = field.told("hawke", SeaCaptainWrites)
    assert said.fleet == "Western Squadron"
    assert "in sight" in said.words
    assert at < 12 * HOUR
    assert not field.run(4 * DAY).told("hawke", LetterCame)


@pytest.mark.rule("C-CAP-02")
def test_the_nearest_player_hears_of_it_and_of_those_as_near_the_owner() -> None:
    others = {
        "anson": {"name": "Lord Anson", "faction": "red", "at": "0101"},
        "aubrey": {"name": "Aubrey", "faction": "red", "at": "0204"},
    }
    away = army("0101", [infantry("Line", 100)], name="L", commander="wolfe")
    more: Any = {"commanders": others, "spec": {"armies": {"landing": away}}}
    field = captain(hawke={"at": "0101"}, **more).run(4 * DAY)
    assert (len(letters(field, "aubrey")), letters(field, "hawke")) == (1, [])
    as_near = captain(**more).run(4 * DAY)
    assert (letters(as_near, "aubrey"), len(letters(as_near, "hawke"))) == ([], 1)


@pytest.mark.rule("C-CAP-02")
def test_a_captain_whose_side_has_no_player_heaves_to_and_writes_to_nobody() -> None:
    npc = {"faction": "red", "npc": True}
    field = captain(
        hawke={"npc": True},
        commanders={
            "anson": {"name": "Lord Anson", "at": "0204", **npc},
            "wolfe": {"name": "General Wolfe", **npc},
        },
    ).run(4 * DAY)
    assert not sails(field)
    assert not [each for each in field.world.of(Letter) if "hove to" in each.text]


@pytest.mark.rule("C-CAP-02", "C-FLEET-01")
@pytest.mark.parametrize("aboard", [True, False])
def test_with_its_owner_aboard_a_captain_is_not_surprised(aboard: bool) -> None:
    red = army("0504" if aboard else "0204", [infantry("Line", 100)], name="L", commander="wolfe")
    if aboard:
        red["aboard"] = "western"
    transport = [*LINE, ship("Calypso", "transport")]
    field = captain(
        fleets={"western": fleet(WEST, transport, name="Western Squadron", owner="wolfe")},
        spec={"armies": {"landing": red}},
        params={"fleet.joint_command": False},
    ).run(8 * HOUR)
    assert field.fleet("western").leader == ""
    # Without him he heaves to a hex off; with him he sails on until the two have met.
    assert field.fleet("western").place == ("0804" if aboard else "0704")


@pytest.mark.rule("C-CAP-02", "C-NAV-01")
def test_a_captain_whom_the_enemy_meets_says_so_and_holds() -> None:
    field = captain(params={"captain.unexpected": ["attacked"]}).run(12 * HOUR)
    assert field.fleet("western").place == EAST
    assert not field.asked("hawke", "D-NAV-01")
    field.run(4 * DAY)
    [text] = letters(field, "hawke")
    assert "has met the enemy in 0804 and holds" in text


@pytest.mark.rule("C-CAP-02")
def test_a_captain_sails_on_where_the_enemy_is_nothing_unexpected() -> None:
    field = captain(params={"captain.unexpected": ["hunger"]}).run(12 * HOUR)
    assert field.fleet("western").place == EAST
    assert len(field.asked("gm", "D-CAP-01")) == 2  # in sight, and met
    assert not letters(field.run(4 * DAY), "hawke")


@pytest.mark.rule("C-CAP-02", "D-CAP-01")
def test_the_referee_may_have_a_captain_at_sea_surprised_by_anything() -> None:
    field = captain(params={"captain.unexpected": ["attacked"]}).run(90 * MINUTE)
    [asked] = field.asked("gm", "D-CAP-01")
    assert ([o.name for o in asked.options], asked.default) == (["yes", "no"], "no")
    assert "Eastern Squadron of the enemy is in sight" in asked.question
    assert sails(field)
    field.answer(90 * MINUTE, "gm", "D-CAP-01", "yes").run(4 * DAY)
    assert field.fleet("western").place == "0704"
    assert len(letters(field, "hawke")) == 1
    calm = captain(params={"captain.unexpected": ["attacked"]}).run(90 * MINUTE)
    calm.answer(90 * MINUTE, "gm", "D-CAP-01", "no").run(12 * HOUR)
    assert calm.fleet("western").place == EAST


@pytest.mark.rule("C-CAP-02", "C-SHIP-06")
def test_a_captain_whose_ship_can_sail_no_farther_writes_why() -> None:
    field = captain(fleets={"eastern": FAR}).run(3 * HOUR)
    step = a_step(field)
    lamed = field.fleet("western")
    ships = (msgspec.structs.replace(lamed.ships[0], crew=100), *lamed.ships[1:])
    step.put(msgspec.structs.replace(lamed, ships=ships))
    step.happened(ShipsChanged(fleet="western", why="a fever"), "fever")
    field.run(4 * DAY)
    [text] = letters(field, "hawke")
    assert "Western Squadron cannot sail on: Dauntless" in text
    assert not sails(field)


@pytest.mark.rule("C-CAP-01")
def test_a_captain_of_a_fleet_does_plain_things_and_leaves_the_rest() -> None:
    field = captain(fleets={"eastern": FAR}, hawke={"at": "0201"})
    field.force(HOUR, "hawke", "blockade stronghold=eastfort plan=x fleet=western")
    field.force(HOUR, "hawke", "part_fleet ships=Dauntless fleet=western")
    field.force(HOUR, "hawke", "sail to=0405 fleet=western")
    field.run(6 * DAY)
    codes = sorted(each.report.code for each in field.world.of(Letter) if each.report is not None)
    assert codes == ["", "E-CAPTAIN-ORDER", "E-CAPTAIN-ORDER"]
    assert isinstance(field.fleet("western"), Fleet)
    assert not sails(field)
