"""Whatever is ordered at sea, nothing fails, everybody is somewhere and nothing is lost unnamed."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import DAY, FEWER, HOUR, army, infantry
from tests.world.rules.campaign.sea import Gulf, fleet, gulf, ship
from world.decision import Decision
from world.kernel.nouns import Quarantined, Stranded
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.encounter import Encounter, SeaBattle, encounter_of
from world.rules.campaign.nouns.faction import hostile
from world.rules.campaign.nouns.fleet import Fleet, aboard_of, loading_of
from world.rules.campaign.nouns.hold import stowage
from world.rules.campaign.nouns.rates import rates
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.waters import navigable
from world.said import AnswerDecision

STRAIT = """\
map "A strait" layout=odd-q
0101:0205 flatland settlement=20
0701:0805 flatland settlement=20
0301:0605 sea
0203 city "Westport" population=20000 port
0205 town "Southcove" population=3000 port
0703 city "Eastport" population=20000 port
0705 fortress "Eastfort" population=2000
0203-0204-0205 road
"""
PEOPLE = ["anson", "hawke", "wolfe", "conflans", "gm"]
PLACES = ["0203", "0203", "0205", "0303", "0403", "0403", "0503", "0703", "0703", "0705", "0201"]
FLEETS = ["", " fleet=western", " fleet=convoy", " fleet=hawke.x", " fleet=eastern"]

SAILS = st.builds(
    lambda to, which: f"sail to={to}{which}", st.sampled_from(PLACES), st.sampled_from(FLEETS)
)
BOATS = [
    "embark fleet=western",
    "embark fleet=convoy",
    "embark fleet=convoy ships=Clio",
    "disembark",
    "disembark inside=true",
    "disembark army=blues",
    "stow source=westport supplies=900 money=30 fleet=convoy",
    "stow source=landing supplies=700 money=20",
    "stow source=westport supplies=90 fleet=convoy",
    "unstow to=westport supplies=400 money=10 fleet=convoy",
    "unstow to=landing supplies=300",
    "unstow to=southcove supplies=1 fleet=convoy",
    "heave_to",
    "heave_to fleet=convoy",
    "part_fleet ships=Calypso name=x fleet=convoy money=5",
    "part_fleet ships=Dauntless name=x money=7",
    "join_fleet into=convoy",
    "join_fleet into=western fleet=convoy",
    "join_fleet into=western fleet=hawke.x",
    "board fleet=convoy",
    "board fleet=western",
    "go_ashore",
    "crew ship=Dauntless number=9 source=infantry",
    "crew ship=Calypso number=9 source=infantry fleet=convoy",
    "march to=0204",
    "march to=0205",
    "halt",
]
WARS = [
    "engage target=eastern",
    "engage target=western",
    "sea_plan stand=attack standing=true",
    "sea_plan stand=withdraw",
    "assign_hits hits=Dauntless=1",
    'blockade stronghold=eastfort plan="x"',
    'blockade stronghold=westport plan="x"',
    "lift_blockade",
    "assault_from_sea",
    "buy_ship rate=fifth_rate",
    "hire_transport",
    "release ships=Clio fleet=convoy",
    "crew ship=Soleil number=5",
    "repair ship=Dauntless",
    "besiege stronghold=eastport",
    "forage",
    "stance faction=blue stance=alliance",
    "stance faction=blue stance=war",
]
RULES = ["D-NAV-01", "D-NAV-02", "D-NAV-03", "D-NAV-04", "D-FLEET-01", "D-BLK-01", "D-SIEGE-03"]
OPTIONS = ["attack", "hold", "withdraw", "let_pass", "sparing", "refuse", "yes", "yield", "+3"]
ANSWERS = st.builds(
    lambda rule, option: AnswerDecision(decision=f"rule:{rule}", option=option),
    st.sampled_from(RULES),
    st.sampled_from(OPTIONS),
)


def deeds(orders: Any) -> Any:
    return st.lists(
        st.tuples(st.integers(0, 40), st.sampled_from(PEOPLE), orders), min_size=12, max_size=40
    )


def strait(seed: int, **more: Any) -> Gulf:
    spec = gulf(
        commanders={
            "anson": {"name": "Lord Anson", "faction": "red", "at": "0203", "purse": 400},
            "conflans": {"name": "Conflans", "faction": "blue", "purse": 90},
        },
        fleets={
            "western": fleet(
                "0203", [ship("Dauntless", crew=480)], name="W", commander="hawke", morale=7
            ),
            "convoy": fleet(
                "0203",
                [ship("Calypso", "transport", crew=80), ship("Clio", "transport", hired=True)],
                name="C",
                owner="hawke",
                chest=60,
            ),
            "eastern": fleet("0703", [ship("Soleil")], name="E", commander="conflans", morale=5),
        },
        armies={
            "landing": army("0203", [infantry("Line", 900)], name="L", commander="wolfe"),
            "blues": army("0703", [infantry("Blues", 40)], name="B", owner="conflans"),
        },
        strongholds={
            "westport": {"holder": "hawke", "stores": 5000, "chest": 300},
            "eastport": {"holder": "conflans", "garrison": {"infantry": 90}},
        },
        **more,
    )
    return Gulf(spec, map_text=STRAIT, seed=seed)


def played(field: Gulf, said: Any, check: Any) -> None:
    for at, person, deed in sorted(said, key=lambda deed: deed[0]):
        if isinstance(deed, str):
            field.force(at * 3 * HOUR, person, deed)
        else:
            field.say(at * 3 * HOUR, person, deed)
        check(field)
    field.run(20 * DAY)
    check(field)


@FEWER
@given(deeds(SAILS | st.sampled_from(BOATS) | st.sampled_from(WARS) | ANSWERS), st.integers(1, 99))
def test_nothing_fails_and_everybody_is_somewhere(said: Any, seed: int) -> None:
    field = strait(seed)
    played(field, said, of_a_piece)
    for person in PEOPLE[:4]:
        assert msgspec.json.encode(field.pack.view(field.world, person))


def of_a_piece(field: Gulf) -> None:
    world = field.world
    assert not world.of(Quarantined)
    assert not world.of(Stranded)
    known = rates(world)
    for one in world.of(Fleet):
        assert navigable(world, one.place)
        assert one.ships
        assert 0 <= one.morale <= 12
        assert one.chest >= 0
        names = [each.name for each in one.ships]
        assert len(set(names)) == len(names)
        for each in one.ships:
            assert 0 <= each.crew <= known[each.rate].crew
            assert 0 <= each.hull <= known[each.rate].hull
            assert each.cargo >= 0
        assert all(room >= 0 for room in stowage(world, one).room.values())
        aboard = [world.get(Army, berth.army) for berth in one.berths]
        assert all(each.inside == one.id and each.place == one.place for each in aboard)
        led = world.find(Commander, one.leader) if one.leader else None
        assert (led is not None) == bool(one.leader)
        if one.voyage is not None:
            encounter = encounter_of(world, one.place, one.id)
            halted = encounter is not None and encounter.state != "standoff"
            assert one.voyage.halted or not halted
    for force in world.of(Army):
        assert force.detachments
        assert force.supplies >= 0
        afloat = aboard_of(world, force)
        assert navigable(world, force.place) or afloat is None
        assert not (afloat is not None and force.march is not None)
        assert loading_of(world, force) is None or afloat is None or not force.march
        if force.inside and afloat is None:
            assert world.get(Stronghold, force.inside).place == force.place
    for commander in world.of(Commander):
        assert commander.purse >= 0
        army_led = world.find(Army, commander.army) if commander.army else None
        ship_of = world.find(Fleet, commander.fleet) if commander.fleet else None
        assert bool(commander.fleet) == (ship_of is not None)
        somewhere = army_led is not None or ship_of is not None
        assert somewhere != (commander.place is not None)
    for encounter in world.of(Encounter):
        fleets = [world.find(Fleet, flag.fleet) for flag in encounter.flags]
        here = [f for f in fleets if f is not None and f.place == encounter.place]
        assert any(hostile(world, a.faction, b.faction) for a in here for b in here)
    for battle in world.of(SeaBattle):
        assert any(world.find(Fleet, each) for line in battle.sides for each in line.fleets)
    for siege in world.of(Siege):
        assert siege.armies or siege.fleets
        assert all(world.get(Fleet, each).place == siege.place for each in siege.fleets)
    pending = world.timeline.entries
    for decision in world.of(Decision):
        assert (decision.state == "open") == (decision.timer in pending)


def totals(field: Gulf) -> tuple[int, list[str], int, int]:
    """Men, ships, supplies and doubloons, wherever they are."""
    world = field.world
    fleets, armies, places = world.of(Fleet), world.of(Army), world.of(Stronghold)
    men = sum(f.crew for f in fleets) + sum(a.soldiers for a in armies)
    ships = sorted(each.name for f in fleets for each in f.ships)
    supplies = sum(each.cargo for f in fleets for each in f.ships) + sum(a.supplies for a in armies)
    supplies += sum(place.stores for place in places)
    money = sum(f.chest for f in fleets) + sum(place.chest for place in places)
    money += sum(c.purse for c in world.of(Commander)) + sum(a.chest for a in armies)
    return men, ships, supplies, money


@FEWER
@given(deeds(SAILS | st.sampled_from(BOATS)), st.integers(1, 99))
def test_in_peace_no_man_ship_ration_or_doubloon_is_lost_or_made(said: Any, seed: int) -> None:
    field = strait(seed, stances=[], params={"transport.hire_per_day": 0})
    before = totals(field)

    def unchanged(field: Gulf) -> None:
        of_a_piece(field)
        assert totals(field) == before

    played(field, said, unchanged)


@FEWER
@given(deeds(SAILS | st.sampled_from(BOATS + WARS[:9]) | ANSWERS), st.integers(1, 99))
def test_war_makes_no_man_and_no_ration(said: Any, seed: int) -> None:
    field = strait(seed)
    seen = [totals(field)]

    def fewer(field: Gulf) -> None:
        now, last = totals(field), seen[-1]
        assert now[0] <= last[0]
        assert len(now[1]) <= len(last[1])
        assert now[2] <= last[2]
        assert now[3] <= last[3]
        seen.append(now)

    played(field, said, fewer)


def test_a_day_of_a_fleet_costs_next_to_nothing() -> None:
    """0.3 ms a fleet and day, on machines twice as slow as is usual."""

    def took(fleets: int) -> float:
        waters = [f"{column:02d}{row:02d}" for column in range(3, 7) for row in range(1, 6)]
        lying: dict[str, Any] = {
            f"f{n}": fleet(waters[n % 20], [ship("S")], name=f"F{n}", owner="hawke")
            for n in range(fleets)
        }
        spec = gulf(fleets={**lying, "eastern": None, "western": None})
        spec["commanders"]["hawke"]["at"] = "0201"
        spec["commanders"]["conflans"]["at"] = "0801"
        field = Gulf(spec, map_text=STRAIT).run(DAY)
        start = time.process_time()
        field.run(11 * DAY)
        return time.process_time() - start

    took(1)
    few, many = min(took(1) for _ in range(3)), min(took(41) for _ in range(3))
    assert (many - few) / 40 / 10 < 0.000_6
