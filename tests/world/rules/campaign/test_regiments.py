"""What regiments wear and win, how armies form up, what is taken up from the road."""

from __future__ import annotations

from typing import Any

import pytest

from tests.world.rules.campaign.field import (
    DAY,
    HOUR,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from world.decision import Decision
from world.errors import BadScenario
from world.rules.campaign.nouns.army import Army, exclusively
from world.rules.campaign.nouns.engagements import BattleFought
from world.rules.campaign.nouns.faction import Faction
from world.rules.campaign.nouns.leavings import LeftBehind
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.view import CampaignView
from world.rules.campaign.regiments import Honoured, UnusualSizes, battle_fought
from world.rules.campaign.specials import FactionRules
from world.step import Step
from world.timeline import Entry, Event

FOOT = [infantry("Line", 1000)]


def near(roster: list[dict[str, Any]], **more: Any) -> Field:
    armies = {
        "first": army("0901", roster, name="First Army", commander="ney"),
        "second": army("1001", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
    }
    return Field(sides(armies=armies, **more))


def page(field: Field, person: str) -> CampaignView:
    view = field.pack.view(field.world, person)
    assert isinstance(view, CampaignView)
    return view


# -- sizes ----------------------------------------------------------------------------------------


@pytest.mark.rule("C-DET-03")
@pytest.mark.parametrize(
    ("detachment", "figure", "value"),
    [
        (infantry("Odd", 499), "detachment.infantry_min", 499),
        (infantry("Odd", 1001), "detachment.infantry_max", 1001),
        (cavalry("Odd", 199), "detachment.cavalry_min", 199),
        (cavalry("Odd", 501), "detachment.cavalry_max", 501),
        (artillery("Odd", 49), "detachment.artillerists_min", 49),
        (artillery("Odd", 101), "detachment.artillerists_max", 101),
    ],
)
def test_the_referee_is_told_of_unusual_sizes_and_nothing_is_refused(
    detachment: dict[str, Any], figure: str, value: int
) -> None:
    roster = [*FOOT, detachment]
    told = [n for _, n in near(roster).told("gm", UnusualSizes)]
    assert [(n.count, n.which.split(",")[0]) for n in told] == [(1, "Odd of First Army")]
    assert not near(roster, params={figure: value}).told("gm", UnusualSizes)
    assert not near(roster, params={"detachment.size_enforcement": "ignore"}).told(
        "gm", UnusualSizes
    )
    with pytest.raises(BadScenario, match="as is usual"):
        near(roster, params={"detachment.size_enforcement": "refuse"})


@pytest.mark.rule("C-ART-01")
def test_the_referee_is_told_of_guns_that_are_too_few_for_a_battery() -> None:
    roster = [*FOOT, artillery("Half", 50, six_pounders=2, eighteen_pounders=2)]
    ((_, told),) = near(roster).told("gm", UnusualSizes)
    assert told.which == "Half of First Army, too few guns for a battery"
    assert not near(roster, params={"artillery.battery_cannon": 4}).told("gm", UnusualSizes)
    with pytest.raises(BadScenario, match="5 at least, which are a battery"):
        near(roster, params={"detachment.size_enforcement": "refuse"})


@pytest.mark.rule("C-DET-03")
def test_the_sample_army_is_of_usual_sizes() -> None:
    """EX-01."""
    from tests.world.rules.campaign.field import SAMPLE  # noqa: PLC0415

    assert not near(SAMPLE).told("gm", UnusualSizes)


# -- uniforms and honours -------------------------------------------------------------------------


@pytest.mark.rule("C-DET-04")
def test_whoever_sees_a_regiment_sees_its_uniform_and_its_hat() -> None:
    factions = {
        "red": {"name": "Red", "head": "ney", "uniform": "scarlet coats", "hat": "tall shakos"},
        "blue": {"name": "Blue", "head": "blake"},
    }
    roster = [
        infantry("Guard", 500, uniform="white coats", hat="bearskins"),
        infantry("Line", 500),
    ]
    field = near(roster, factions=factions)
    seen = next(s for s in page(field, "blake").seen if s.name == "First Army")
    assert seen.uniforms == ("white coats, bearskins", "scarlet coats, tall shakos")
    theirs = next(s for s in page(field, "ney").seen if s.name == "Second Army")
    assert theirs.uniforms == ("the colours of Blue, a splendid hat",)
    field.order(HOUR, "ney", "split detachments=Line leader=captain name=Wing")
    assert {d.hat for d in field.army("ney.wing").detachments} == {"tall shakos"}
    bare = near(roster, factions=factions, params={"detachment.uniform_required": False})
    assert [d.uniform for d in bare.army("first").detachments] == ["white coats", ""]


class Told(Event, frozen=True, tag="told_for_a_test"):
    """Nothing but the step in which something is announced."""


def won(field: Field, *armies: str) -> None:
    """A battle that these have won."""
    entry = Entry("won", 0, field.world.now, 500, Told(subject="won"))
    step = Step(field.world, entry, field.world.now, 0)
    battle_fought(
        step,
        BattleFought(
            place="0901",
            meeting="",
            stronghold="",
            winners=armies,
            losers=(),
            attackers=(),
            attacked=(),
        ),
    )


@pytest.mark.rule("C-DET-05")
def test_a_detachment_that_shared_in_a_victory_may_be_honoured() -> None:
    field = near([infantry("Line", 600), infantry("Rifles", 600)])
    field.force(HOUR, "ney", 'honour detachment=Line title="The Guards of Ligny"')
    assert field.refusals("ney") == ["E-NO-VICTORY"]
    won(field, "first")
    field.order(2 * HOUR, "ney", 'honour detachment=Line title="The Guards of Ligny" hat=plumes')
    line = field.army("first").detachments[0]
    assert (line.honours, line.hat, line.victories) == (("The Guards of Ligny",), "plumes", 1)
    assert [n.what for _, n in field.told("ney", Honoured)] == ["The Guards of Ligny, plumes"]
    field.run(DAY + 7 * HOUR)  # at dawn Blake's scouts look again
    seen = next(s for s in page(field, "blake").seen if s.name == "First Army")
    assert seen.uniforms[0] == "the colours of Red, plumes, The Guards of Ligny"
    for order, code in (
        ("honour detachment=Line", "E-SYNTAX"),
        ("honour detachment=Nobody title=x", "E-DET-INDIVISIBLE"),
    ):
        field.force(DAY + 8 * HOUR, "ney", order)
        assert field.refusals("ney")[-1] == code
    # What was won goes with the detachment wherever it goes.
    field.order(DAY + 9 * HOUR, "ney", "split detachments=Line leader=captain name=Wing")
    assert field.army("ney.wing").detachments[0].honours == ("The Guards of Ligny",)


# -- a faction's own ------------------------------------------------------------------------------


@pytest.mark.rule("C-DET-06", "D-FAC-01")
def test_a_faction_is_told_its_own_rules_and_the_referee_may_add_to_them() -> None:
    """D-FAC-01."""
    factions = {
        "red": {"name": "Red", "head": "ney", "rules": "Its hussars never tire."},
        "blue": {"name": "Blue", "head": "blake"},
    }
    roster = [infantry("Line", 600, sort="voltigeurs")]
    field = near(roster, factions=factions)
    assert [n.rules for _, n in field.told("ney", FactionRules)] == ["Its hussars never tire."]
    assert len(field.told("gm", FactionRules)) == 1
    assert not field.told("blake", FactionRules)
    asked = [d for d in field.world.of(Decision) if d.rule == "D-FAC-01"]
    assert [(d.about, d.default) for d in asked] == [(("red",), "none")]
    field.answer(HOUR, "gm", "D-FAC-01", "more", "They sing.")
    assert field.get(Faction, "red").rules == "Its hussars never tire.\nThey sing."
    assert {f.id: f.rules for f in page(field, "ney").factions} == {
        "red": "Its hussars never tire.\nThey sing.",
        "blue": "",
    }
    assert not any(f.rules for f in page(field, "blake").factions)
    assert page(field, "ney").armies[0].detachments[0].sort == "voltigeurs"


# -- formations -----------------------------------------------------------------------------------


@pytest.mark.rule("C-ARMY-06", "D-ARMY-04")
def test_the_referee_is_shown_a_formation_where_an_army_is_met() -> None:
    """D-ARMY-04."""
    field = near(FOOT)
    field.order(0, "ney", 'formation march="three columns" camp="a laager"')
    field.order(0, "ney", "formation camp=squares")
    formation = field.army("first").formation
    assert (formation.march, formation.camp) == ("three columns", "squares")
    assert page(field, "ney").armies[0].formation == formation
    field.order(0, "ney", "march to=1001").run(7 * HOUR)
    asked = [d for d in field.world.of(Decision) if d.rule == "D-ARMY-04"]
    assert [(d.who, d.default) for d in asked] == [("gm", "no")]
    assert "“three columns”" in asked[0].question
    meeting = field.world.of(Meeting)[0]
    before = meeting.party("first")
    assert before is not None
    assert (before.caught, before.formed) == ("", False)
    field.answer(8 * HOUR, "gm", "D-ARMY-04", "causes")
    after = field.world.of(Meeting)[0].party("first")
    assert after is not None
    assert after.caught == "its formation"
    other = near(FOOT).order(0, "ney", "formation march=line").order(0, "ney", "march to=1001")
    other.run(7 * HOUR).answer(8 * HOUR, "gm", "D-ARMY-04", "clears")
    party = other.world.of(Meeting)[0].party("first")
    assert party is not None
    assert (party.caught, party.formed) == ("", True)
    worth = near(FOOT).order(0, "ney", "formation march=line").order(0, "ney", "march to=1001")
    worth.run(7 * HOUR).answer(8 * HOUR, "gm", "D-ARMY-04", "tactics")
    worth.answer(8 * HOUR, "ney", "D-BAT-01", "attack")
    worth.answer(8 * HOUR, "blake", "D-BAT-01", "hold")
    plans = {
        d.question.split(" worth?")[0]: d
        for d in worth.world.of(Decision)
        if "worth?" in d.question
    }
    counted = [
        name for name, d in plans.items() if "marches so: “line” That counts here." in d.question
    ]
    assert counted == ["What is the plan of First Army"]
    assert len(plans) == 2
    long = near(FOOT)
    long.force(HOUR, "ney", f"formation march={'x' * 501}")
    assert long.refusals("ney") == ["E-SYNTAX"]
    assert not [d for d in near(FOOT).world.of(Decision) if d.rule == "D-ARMY-04"]


@pytest.mark.rule("C-ARMY-07")
def test_followers_do_not_spoil_what_is_exclusively_cavalry_and_wagons_do() -> None:
    def is_so(roster: list[dict[str, Any]], what: Any, *ignores: str) -> bool:
        more = {"params": {"army.exclusive_ignores": list(ignores)}} if ignores else {}
        field = near(roster, **more)
        return exclusively(field.world, field.get(Army, "first"), what)

    horse = [cavalry("Horse", 300)]
    assert is_so(horse, "cavalry")
    assert not is_so(horse, "skirmishers")
    assert not is_so([cavalry("Horse", 300, wagons=1)], "cavalry")
    assert is_so([cavalry("Horse", 300, wagons=1)], "cavalry", "noncombatants", "wagons")
    assert not is_so(horse, "cavalry", "wizards")
    assert is_so([infantry("Rifles", 600, special="skirmishers")], "skirmishers")


# -- what lies on the road ------------------------------------------------------------------------


@pytest.mark.rule("C-MARCH-04")
def test_what_one_army_leaves_another_takes_up() -> None:
    armies = {
        "first": army(
            "0301",
            [infantry("Line", 1000, wagons=5), artillery("Guns", 100, six_pounders=4)],
            name="First Army",
            commander="ney",
            supplies=3000,
        ),
        "second": army(
            "0501",
            [infantry("Foot", 100), artillery("Battery", 50)],
            name="Second Army",
            commander="blake",
            supplies=0,
        ),
    }
    field = Field(sides(armies=armies, stances=[]))
    assert page(field, "ney").armies[0].lying.supplies == 0
    field.order(HOUR, "ney", "abandon wagons=3 six_pounders=2 supplies=2500")
    lying = page(field, "ney").armies[0].lying
    assert (lying.wagons, lying.six_pounders, lying.supplies) == (3, 2, 2500)
    field.order(2 * HOUR, "ney", "take supplies=100")
    field.order(3 * HOUR, "ney", "march to=0101")
    field.order(3 * HOUR, "blake", "march to=0301").run(2 * DAY)
    assert page(field, "blake").armies[0].lying.wagons == 3
    for order, code in (
        ("take", "E-NOTHING"),
        ("take wagons=4", "E-NOTHING"),
        ("take supplies=2401", "E-NOTHING"),
        ("take supplies=2400 wagons=-1", "E-NOTHING"),
    ):
        field.force(2 * DAY, "blake", order)
        assert field.refusals("blake")[-1] == code
    # Room for 100 foot and 50 gunners with their followers alone.
    field.force(2 * DAY, "blake", "take supplies=2400 six_pounders=2")
    assert field.army("second").supplies == 2400
    assert field.army("second").six == 2
    assert field.army("second").detachments[1].six == 2
    field.order(2 * DAY, "blake", "take wagons=3")
    assert not field.world.of(LeftBehind)
    small = Field(
        sides(
            armies={
                **armies,
                "second": army("0301", [infantry("Foot", 100)], name="S", commander="blake"),
            },
            stances=[],
        )
    )
    small.order(HOUR, "ney", "abandon supplies=2500")
    small.force(2 * HOUR, "blake", "take supplies=2500")
    assert small.refusals("blake") == ["E-CAPACITY"]
