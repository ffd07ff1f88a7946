"""The worked examples of riders, news and meetings, on a map of hexes."""

from __future__ import annotations

from typing import Any

import pytest

from couriers.letter import Letter, LetterCame, OrderCame, OrderReported
from couriers.news import NewsCame
from tests.world.rules.campaign.clash import a_step
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from tests.world.rules.campaign.test_contact import duel, meeting
from tests.world.rules.campaign.test_word import PACK
from world.newsworthy import Newsworthy
from world.rules.campaign.battle.notices import BattleOver
from world.rules.campaign.contact.notices import NothingFought
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.victuals import days_inside, need_inside

#: Red's country as far as 1501, Blue's from 1601 on: of twenty steps fourteen are in Red's.
BORDER = """\
map "A border" layout=odd-q
0101:3101 flatland settlement=20
0101-0201-0301-0401-0501-0601-0701-0801-0901-1001-1101-1201-1301-1401-1501-1601 road
1601-1701-1801-1901-2001-2101 road
1101 fortress "Redgate" population=5000
2001 fortress "Bluegate" population=5000
"""
COAST = "\n".join(f"{n:02d}01 flatland coast" for n in range(7, 28))
SAFE: dict[str, Any] = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}


def border(soult: str = "2101", **more: Any) -> Field:
    """Ney is at 0101 and Soult rides alone somewhere else; they are of one side."""
    spec = sides(
        commanders={
            "ney": {"name": "Marshal Ney", "faction": "red", "at": "0101"},
            "soult": {"name": "Marshal Soult", "faction": "red", "at": soult},
            "blake": {"name": "General Blake", "faction": "blue", "at": "3101"},
            **more.pop("commanders", {}),
        },
        armies=more.pop("armies", {}),
        stances=more.pop("stances", [{"between": ["red", "blue"], "stance": "war"}]),
    )
    spec["armies"] = {k: v for k, v in spec["armies"].items() if k not in ("first", "second")}
    spec["strongholds"] = {"redgate": {"holder": "ney"}, "bluegate": {"holder": "blake"}}
    return Field(spec, map_text=more.pop("map_text", BORDER), pack=PACK, **more)


def safe_rolls(field: Field) -> list[str]:
    """The dice thrown for a rider's safety."""
    lines = [line.decode() for line in field.journal() if b"C-MSG-03 safe" in line]
    rolls = [line.split("C-MSG-03 safe", 1)[1] for line in lines]
    return [roll.split('"dice":"', 1)[1].split('"', 1)[0] for roll in rolls]


@pytest.mark.rule("C-MSG-02", "C-MSG-03")
def test_a_rider_through_enemy_hexes() -> None:
    """EX-36: 140 / 80 and 60 / 60 are 2.75 days or 66 hours, one roll at five in six."""
    field = border(params={"message.safe_hostile": "5/6"}, dice={"C-MSG-03": [(5,)]})
    field.order(0, "ney", 'letter to=soult text="Come"')
    [letter] = field.world.of(Letter)
    assert letter.copies[0].due == 66 * HOUR
    assert safe_rolls(field) == ["1d6"]
    field.run(66 * HOUR - 1)
    assert not field.told("soult", LetterCame)
    assert field.run(66 * HOUR).told("soult", LetterCame)


@pytest.mark.rule("C-MSG-02")
def test_a_rider_through_friendly_hexes() -> None:
    """EX-36: in peace the two hundred kilometres are 2.5 days, at nineteen in twenty."""
    field = border(stances=[], dice={"C-MSG-03": [(19,)]})
    field.order(0, "ney", 'letter to=soult text="Come"')
    assert safe_rolls(field) == ["1d20"]
    assert [at for at, _ in field.run(3 * DAY).told("soult", LetterCame)] == [60 * HOUR]


@pytest.mark.rule("C-NEWS-01", "C-MAP-04")
@pytest.mark.parametrize(("coast", "days"), [("", 15), (COAST, 7)])
def test_news_over_land_and_along_a_coast(coast: str, days: int) -> None:
    """EX-37: 300 km overland are 15 days; 60 km, 200 along the coast and 40 inland are 7."""
    field = border("3101", map_text=BORDER + coast)
    step = a_step(field)
    words = "There was a battle at the far end."
    step.happened(Newsworthy(event="battle", place="0101", wording=words), "battle")
    field.run(days * DAY - 1)
    assert not field.told("soult", NewsCame)
    assert field.run(days * DAY).told("soult", NewsCame)


@pytest.mark.rule("C-SEM-01", "C-SEM-02")
def test_a_telegram_is_read_by_all_who_stand_near_a_tower() -> None:
    """EX-38: eighteen letters, eighteen doubloons, and everyone near a tower reads it at once."""
    line = 'station "Line" 0101 "A"\nstation "Line" 0301 "B"\nstation "Line" 0501 "C"\n'
    field = border(
        "0501",
        map_text=BORDER + line,
        commanders={
            "ney": {"name": "Marshal Ney", "faction": "red", "at": "0101", "purse": 100},
            "davout": {"name": "Davout", "faction": "red", "at": "0301"},
        },
    )
    field.order(HOUR, "ney", 'semaphore text="FORT VELLA HAS FALLEN"')
    told = [(row.person, row.kind, row.at) for batch in field.batches for row in batch.notice_rows]
    readers = sorted(person for person, kind, at in told if kind == "telegram_seen")
    assert readers == ["davout", "soult"]
    assert {at for _, kind, at in told if kind == "telegram_seen"} == {HOUR}
    view: Any = field.pack.view(field.world, "ney")
    assert view.purse == 82


@pytest.mark.rule("C-MSG-04")
def test_a_letter_to_a_place_its_addressee_has_left() -> None:
    """EX-51: 160 km are two days, 40 more half a day: handed over after 60 hours, one roll."""
    field = border(
        "0101",
        armies={"corps": army("1701", [infantry("L", 900)], name="Corps", commander="davout")},
        commanders={"davout": {"name": "Davout", "faction": "red"}},
        stances=[],
        dice={"C-MSG-03": [(19,)]},
    )
    field.force(0, "gm", "march to=2101 army=corps pace=normal").run(4 * DAY)
    assert field.army("corps").place == "2101"
    field.order(4 * DAY, "ney", 'letter to=davout towards=1701 text="Come"').run(8 * DAY)
    assert [at - 4 * DAY for at, _ in field.told("davout", LetterCame)] == [60 * HOUR]
    assert safe_rolls(field) == ["1d20"]


@pytest.mark.rule("C-MSG-07", "C-REC-03")
def test_a_levy_ordered_by_letter() -> None:
    """EX-51: 120 km there, thirty days and the dawn after, 120 km back: some 33 days."""
    ney = {"name": "Marshal Ney", "faction": "red", "at": "2301"}
    field = border(commanders={"ney": ney}, params=SAFE, stances=[])
    field.order(0, "ney", "raise stronghold=redgate").run(36 * HOUR)
    assert [at for at, _ in field.told("governor:redgate", OrderCame)] == [36 * HOUR]
    assert [at for at, _ in field.run(3 * DAY).told("ney", OrderReported)] == [72 * HOUR]
    field.run(40 * DAY)
    [levy] = [each for each in field.world.of(Army) if each.owner == "ney"]
    # Ordered at dusk of the second day: ready at the dawn of the thirty-third.
    [ready] = [at for at, n in field.told("ney", LetterCame) if levy.name in n.text]
    assert ready == 32 * DAY + 36 * HOUR


# -- meetings -------------------------------------------------------------------------------------


@pytest.mark.rule("C-BAT-01")
def test_a_meeting_without_a_plan() -> None:
    """EX-49: after 24 hours both hold; the incomer may only go back, or attack."""
    field = duel().order(0, "ney", "march to=1101").run(6 * HOUR)
    field.run(30 * HOUR - 1)
    assert not field.told("ney", NothingFought)
    field.run(30 * HOUR)
    assert len(field.told("ney", NothingFought)) == 1
    field.force(31 * HOUR, "ney", "march to=1101")
    assert field.refusals("ney") == ["E-NO-PATH"]
    field.order(32 * HOUR, "ney", "attack target=second")
    here = meeting(field)
    assert here is not None
    assert here.state == "pending"


@pytest.mark.rule("C-BAT-01", "C-ROUT-01")
def test_a_meeting_from_which_one_slips_away() -> None:
    """EX-49: one hex back, no roll, no check; met again 20 hours later it must hold."""
    field = duel().order(0, "ney", "march to=1201").run(6 * HOUR)
    field.answer(7 * HOUR, "ney", "D-BAT-01", "attack")
    field.answer(8 * HOUR, "blake", "D-BAT-01", "withdraw")
    assert field.army("second").place == "1101"
    field.run(DAY + 2 * HOUR)
    assert meeting(field) is not None
    field.answer(DAY + 3 * HOUR, "ney", "D-BAT-01", "hold")
    field.answer(DAY + 4 * HOUR, "blake", "D-BAT-01", "withdraw").run(DAY + 5 * HOUR)
    assert field.army("second").place == "1101"
    assert not [line for line in field.journal() if b"battle roll" in line]
    assert not [line for line in field.journal() if b"morale check" in line]
    assert field.army("second").soldiers == 1000


@pytest.mark.rule("C-BAT-01")
@pytest.mark.parametrize(("few", "waits"), [(900, False), (1100, True)])
def test_a_meeting_that_is_brushed_aside(few: int, waits: bool) -> None:
    """EX-49: 6,000 foot wait for nobody's plan before 900 (6.67), and do before 1,100 (5.45)."""
    field = duel(
        armies={
            "first": army("0901", [infantry("L", 6000)], name="First Army", commander="ney"),
            "second": army("1001", [infantry("F", few)], name="Second Army", commander="blake"),
        }
    )
    field.order(0, "ney", "march to=1101").run(9 * HOUR)
    field.answer(9 * HOUR, "ney", "D-BAT-01", "attack").run(10 * HOUR)
    assert bool(field.told("ney", BattleOver)) is not waits


@pytest.mark.rule("C-SIEGE-01", "C-SIEGE-03")
def test_what_shuts_a_fortress_in_and_what_feeds_it() -> None:
    """EX-49: 300 and 400 inside need 700 outside; a week's food is 7 x (650 + 50 x 10)."""
    for men, refused in ((699, ["E-TOO-WEAK"]), (700, [])):
        field = Field(
            sides(
                armies={
                    "first": army(
                        "0101", [infantry("A", 400)], name="F", commander="ney", inside=True
                    ),
                    "second": army("0101", [infantry("B", men)], name="S", commander="blake"),
                }
            ),
            params={"army.nc_rate": 0},
            hungry=True,
        )
        field.force(0, "blake", "besiege stronghold=westwall")
        assert field.refusals("blake") == refused
        place = field.get(Stronghold, "westwall")
        assert 7 * need_inside(field.world, place) == 8_050
        assert [days_inside(field.world, place, n) for n in (8_049, 8_050)] == [6, 7]
