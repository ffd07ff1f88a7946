"""Captains, stances, reports and news: who learns what when, with real couriers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import couriers
from couriers.letter import Letter, LetterSent, LetterStuck
from tests.world.rules.campaign.field import DAY, HOUR, ROAD, Field, army, cavalry, infantry, sides
from world.errors import Refused
from world.knowledge.picture import seen_by
from world.knowledge.record import Learnt
from world.ordertext import parse_order
from world.rules import campaign
from world.rules.campaign.captains import CaptainWrites
from world.rules.campaign.march.notices import MarchOver
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.sight import ArmySeen, PlaceSeen
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.where import in_company, whereabouts
from world.rules.campaign.stances import StanceNotice

PACK = campaign.pack(*couriers.CHAPTERS)
FOOT = [infantry("Line", 1000)]


def led(**more: Any) -> Field:
    """Ney at 0501 with a captain's corps of his at 0101; Blake at 2001; Soult at Westwall."""
    spec = sides(
        commanders={
            "soult": {"name": "Marshal Soult", "faction": "red", "at": "0101"},
            **more.pop("commanders", {}),
        },
        armies={
            "first": army("0501", FOOT, name="First Army", commander="ney"),
            "corps": army("0101", FOOT, name="Corps", owner="ney"),
            "second": army("2001", FOOT, name="Second Army", commander="blake"),
            **more.pop("armies", {}),
        },
        **more.pop("spec", {}),
    )
    params = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}
    return Field(spec, pack=more.pop("pack", PACK), params=params | more.pop("params", {}), **more)


def facts(field: Field, kind: str) -> list[dict[str, Any]]:
    return [
        fact
        for line in field.journal()
        for fact in msgspec.json.decode(line).get("facts", [])
        if fact["kind"] == kind
    ]


@pytest.mark.rule("C-CAP-01")
def test_a_captain_obeys_plain_orders_when_they_reach_him_and_reports_back() -> None:
    field = led().order(0, "ney", "march to=0201 army=corps")
    assert field.army("corps").march is None  # forty km off: half a day's ride
    field.run(12 * HOUR)
    assert field.army("corps").march is not None
    field.run(3 * DAY)
    assert field.army("corps").place == "0201"
    seen = seen_by(field.world, ArmySeen, "ney", "corps")
    assert seen is not None
    assert (seen.where, seen.source.how) == ("0201", "report")
    view: Any = field.pack.view(field.world, "ney")
    own = {a.id: a for a in view.armies}
    assert (own["corps"].exact, own["corps"].place) == (False, "0201")
    assert own["first"].exact


@pytest.mark.rule("C-WEA-03", "C-MSG-02", "D-WEA-02")
@pytest.mark.parametrize(
    ("weather", "slows", "hours"),
    [("-/-/1-6", False, 12), ("-/-/1-6", True, 24), ("-/1-6/-", True, 16), ("1-6/-/-", True, 12)],
)
def test_weather_slows_riders_where_the_scenario_says_so_and_their_masters_know_it(
    weather: str, slows: bool, hours: int
) -> None:
    """Forty km at eighty a day, in very bad, bad or fair weather where the rider sets out."""
    params = {
        "weather.table.summer": weather,
        "weather.bad_pace_factor": "3/4",
        "weather.slows_messengers": slows,
    }
    field = led(params=params).run(DAY)
    field.order(DAY, "ney", 'letter to=captain:corps text="Come."')
    ((_, sent),) = field.told("ney", LetterSent)
    assert sent.eta_from == DAY + hours * HOUR
    assert not facts(field.run(sent.eta_from - 1), "delivered")
    assert len(facts(field.run(sent.eta_from), "delivered")) == 1


@pytest.mark.rule("C-CAP-01")
def test_what_is_too_elaborate_for_a_captain_is_refused() -> None:
    field = led().force(0, "ney", "build_engines army=corps").run(2 * DAY)
    refused = [f for f in facts(field, "order_answered") if f.get("code")]
    assert [f["code"] for f in refused] == ["E-CAPTAIN-ORDER"]
    free = led(params={"captain.orders": ["march", "build_engines"]})
    free.force(0, "ney", "build_engines army=corps").run(2 * DAY)
    assert free.army("corps").engines.job == "building"


@pytest.mark.rule("C-CAP-01")
def test_an_order_to_another_commanders_army_is_refused_by_it() -> None:
    field = led().force(0, "ney", "march to=1901 army=second").run(8 * DAY)
    assert [f["code"] for f in facts(field, "order_answered")] == ["E-NOT-YOURS"]
    assert field.army("second").place == "2001"
    with pytest.raises(Refused, match="no army of yours"):
        parse_order(PACK, "march to=1901 army=second").check(PACK.view(field.world, "ney"))


@pytest.mark.rule("C-CAP-02", "C-SCOUT-01")
def test_a_captain_who_sights_the_enemy_stops_and_writes_to_the_nearest_player() -> None:
    field = Field(
        sides(
            armies={
                "first": army("1005", FOOT, name="First Army", commander="ney"),
                "corps": army("0101", FOOT, name="Corps", owner="ney"),
                "second": army("0401", FOOT, name="Second Army", commander="blake"),
            }
        ),
        pack=PACK,
        params={"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"},
    )
    field.order(0, "ney", "march to=0601 army=corps").run(5 * DAY)
    assert field.army("corps").place == "0301"
    assert field.army("corps").march is None
    letters = [f for f in facts(field, "dispatch") if f["sender"] == "captain:corps"]
    assert [f["to"] for f in letters if "in sight" in f["text"]] == ["ney"]
    told = seen_by(field.world, ArmySeen, "ney", "second")
    assert told is not None
    assert (told.where, told.source.how) == ("0401", "report")
    bold = Field(
        sides(
            armies={
                "first": army("1005", FOOT, name="First Army", commander="ney"),
                "corps": army("0101", FOOT, name="Corps", owner="ney"),
                "second": army("0405", FOOT, name="Second Army", commander="blake"),
            }
        ),
        pack=PACK,
        params={"captain.unexpected": ["morale"], "message.safe_friendly": "20/20"},
    )
    assert bold.order(0, "ney", "march to=0501 army=corps").run(4 * DAY) is bold
    assert bold.army("corps").place == "0501"


@pytest.mark.rule("C-CAP-02")
def test_a_captain_in_the_same_place_reports_at_once() -> None:
    field = Field(
        sides(
            armies={
                "first": army("0501", FOOT, name="First Army", commander="ney"),
                "corps": army("0501", [cavalry("H", 300)], name="Corps", owner="ney"),
                "second": army("0801", FOOT, name="Second Army", commander="blake"),
            }
        ),
        pack=PACK,
    )
    field.order(0, "blake", "march to=0701").run(12 * HOUR)
    assert [n.army for _, n in field.told("ney", CaptainWrites)] == ["Corps"]


@pytest.mark.rule("C-TALK-04")
def test_war_needs_one_to_declare_it_and_alliance_both_and_only_the_head_may() -> None:
    def stance(field: Field) -> str:
        return field.pack.answers.stance(field.world, "ney", "blake")

    field = led(spec={"stances": []})
    assert stance(field) == "neutral"
    field.order(0, "ney", "stance faction=blue stance=alliance")
    assert stance(field) == "neutral"
    field.order(HOUR, "blake", "stance faction=red stance=alliance")
    assert stance(field) == "allied"
    field.order(2 * HOUR, "ney", "stance faction=blue stance=war")
    assert stance(field) == "hostile"
    with pytest.raises(Refused) as refused:
        field.order(3 * HOUR, "soult", "stance faction=blue stance=neither")
    assert refused.value.code == "E-NOT-HEAD"
    field.force(3 * HOUR, "soult", "stance faction=blue stance=neither")
    assert field.refusals("soult") == ["E-NOT-HEAD"]
    with pytest.raises(Refused):
        field.order(3 * HOUR, "ney", "stance faction=purple stance=war")
    for initial in ("neutral", "hostile", "allied"):
        given = led(spec={"stances": []}, params={"stance.initial": initial})
        assert stance(given) == initial


@pytest.mark.rule("C-TALK-04")
def test_the_other_side_believes_in_peace_until_the_courier_comes() -> None:
    field = led(spec={"stances": []}).order(0, "ney", "stance faction=blue stance=war")

    def believed(person: str, of: str) -> str:
        view: Any = field.pack.view(field.world, person)
        return str({f.id: f.stance for f in view.factions}[of])

    assert (believed("ney", "blue"), believed("blake", "red")) == ("hostile", "neutral")
    assert field.told("ney", StanceNotice)
    field.run(4 * DAY)  # 150 km, part of it through what is now enemy country
    assert believed("blake", "red") == "hostile"
    assert any(f["event"] == "war" for f in facts(field, "newsworthy"))


@pytest.mark.rule("C-STR-06", "C-AFT-01")
def test_a_fall_is_believed_where_it_was_seen_where_the_courier_came_and_where_news_did() -> None:
    empty = {"eastham": {"holder": "blake", "garrison": {"infantry": 0}}}
    field = led(
        armies={
            "first": army("2001", FOOT, name="First Army", commander="ney"),
            "second": army("0105", FOOT, name="Second Army", commander="blake"),
        },
        spec={"strongholds": {"westwall": {"holder": "ney"}, **empty}},
    )

    def holder(person: str) -> str:
        view: Any = field.pack.view(field.world, person)
        return str({s.id: s.faction for s in view.strongholds}["eastham"])

    field.order(0, "ney", "besiege stronghold=eastham")
    assert field.get(Stronghold, "eastham").faction == "red"
    assert holder("ney") == "red"
    assert (holder("blake"), holder("soult")) == ("blue", "blue")
    field.run(3 * DAY)
    assert holder("blake") == "red"  # the governor's rider
    assert holder("soult") == "blue"
    field.run(11 * DAY)
    assert holder("soult") == "red"  # 190 km at 20 km a day
    told = seen_by(field.world, PlaceSeen, "soult", "eastham")
    assert told is not None
    assert told.source.how == "news"
    records = [row for batch in field.batches for row in batch.known_rows if row.person == "soult"]
    assert any(
        row.kind == "learnt" and msgspec.json.decode(row.body, type=Learnt).source == "news"
        for row in records
    )


def test_persons_and_offices_are_found_by_name_and_never_guessed() -> None:
    field = led()
    answers, world = field.pack.answers, field.world
    assert answers.resolve(world, "ney") == ("ney",)
    assert answers.resolve(world, "Marshal Ney") == ("ney",)
    assert answers.resolve(world, "marshal") == ("ney", "soult")
    assert answers.resolve(world, "the captain of Corps") == ("captain:corps",)
    assert answers.resolve(world, "Blakk") in ((), ("blake",))
    assert answers.resolve(world, "") == ()
    assert answers.title(world, "governor:westwall") == "the governor of Westwall"
    assert answers.title(world, "captain:corps") == "the captain of Corps"
    assert {"ney", "captain:corps", "governor:westwall"} <= set(answers.persons(world))


def test_where_persons_and_offices_are_and_who_is_with_them() -> None:
    field = led()
    world, answers = field.world, field.pack.answers
    assert answers.whereabouts(world, "ney") == "0501"
    assert answers.whereabouts(world, "captain:corps") == "0101"
    assert answers.whereabouts(world, "governor:eastham") == "2001"
    assert answers.whereabouts(world, "nobody") is None
    assert answers.in_place(world, "0101") == ("captain:corps", "governor:westwall", "soult")
    assert answers.acts_for(world, "captain:first").person == "ney"
    assert answers.acts_for(world, "captain:corps").person == "captain:corps"
    assert answers.acts_for(world, "nobody").person is None
    assert answers.believed(world, "ney", "soult") == "0101"
    assert answers.believed(world, "ney", "captain:corps") == "0101"
    assert answers.believed(world, "ney", "blake") == "2001"  # the nearest place of his side
    assert answers.believed(world, "ney", "ney") == "0501"
    assert in_company(world, "soult", "governor:westwall")
    assert not in_company(world, "ney", "soult")


def test_a_walled_place_parts_those_outside_from_those_inside() -> None:
    field = Field(
        sides(
            stances=[],
            armies={
                "first": army("2001", FOOT, name="First Army", commander="ney"),
                "second": army("2001", FOOT, name="Second Army", commander="blake", inside=True),
            },
        )
    )
    assert whereabouts(field.world, "ney") == whereabouts(field.world, "blake")
    assert not in_company(field.world, "ney", "blake")
    view: Any = field.pack.view(field.world, "ney")
    assert view.present == {}
    field.order(0, "blake", "leave")
    assert in_company(field.world, "ney", "blake")


@pytest.mark.rule("C-SIEGE-07")
def test_besieger_and_besieged_may_be_hailed_across_the_lines() -> None:
    field = Field(
        sides(
            armies={
                "first": army("2001", [infantry("A", 3000)], name="F", commander="ney"),
                "second": army("2001", FOOT, name="S", commander="blake", inside=True),
            }
        )
    )
    field.order(0, "ney", 'besiege stronghold=eastham plan="x"')
    answers = field.pack.answers
    assert answers.hailed(field.world, "ney") == ("blake",)  # type: ignore[attr-defined]
    assert answers.hailed(field.world, "blake") == ("ney",)  # type: ignore[attr-defined]


def test_a_passage_is_a_leg_a_hex_with_its_country_and_its_ground() -> None:
    field = led()
    legs = field.pack.answers.passage(
        field.world, "0501", "2001", "rider", person="ney", believed=False
    )
    assert legs is not None
    assert (legs[0].start, legs[-1].end, len(legs)) == ("0501", "2001", 15)
    assert legs[0].ground == "road"
    assert {leg.stance for leg in legs} == {"own", "neutral", "hostile"}
    via = field.pack.answers.passage(
        field.world, "0501", "0601", "rider", person="ney", believed=True, via=("0503",)
    )
    assert via is not None
    assert "0503" in [leg.end for leg in via]
    news = field.pack.answers.passage(
        field.world, "0501", "0501", "news", person="ney", believed=False
    )
    assert news == ()


def test_a_commander_hears_of_the_end_of_his_captains_march_by_rider() -> None:
    field = led().order(0, "ney", "march to=0201 army=corps").run(4 * DAY)
    assert field.told("ney", MarchOver) == []
    came = [f for f in facts(field, "delivered") if f["sender"] == "captain:corps"]
    assert any("reached 0201" in f["text"] for f in came)


def test_a_telegram_is_paid_for_from_the_purse() -> None:
    text = ROAD + 'station "Line" 0501 "A"\nstation "Line" 0701 "B"\n'
    field = led(
        map_text=text,
        commanders={"ney": {"name": "Marshal Ney", "faction": "red", "purse": 100}},
        spec={"semaphores": {"Line": {"owner": "red"}}},
    )
    field.order(0, "ney", 'semaphore text="All is well"').run(HOUR)
    assert field.get(Commander, "ney").purse == 91
    answers = field.pack.answers
    line = answers.semaphores(field.world)[0]  # type: ignore[attr-defined]
    assert [(t.place, t.hop) for t in line.towers] == [("0501", 0), ("0701", 20_000)]
    assert answers.tower_fault(field.world, "Line", 0, "ney") is None  # type: ignore[attr-defined]
    held = answers.tower_fault(field.world, "Line", 0, "blake")  # type: ignore[attr-defined]
    assert held == "held by the enemy"


def test_an_army_lost_far_away_stays_on_its_owners_page_until_word_comes() -> None:
    corps = army("0101", [infantry("Few", 110)], name="Corps", owner="ney", morale=2)
    field = led(
        armies={"corps": corps},
        params={"army.remnant_allowed": False},
        dice={"morale check": [(1, 2)]},
    )
    field.force(0, "gm", "march to=0201 army=corps pace=none night=normal").run(37 * HOUR)
    assert field.world.find(Army, "corps") is None  # disbanded at dusk, thirty km from Ney

    def shown() -> list[str]:
        view: Any = field.pack.view(field.world, "ney")
        return [own.id for own in view.armies]

    assert shown() == ["corps", "first"]
    field.run(4 * DAY)
    assert shown() == ["first"]


@pytest.mark.rule("C-MSG-04")
@pytest.mark.parametrize("outcome", ["hand_over", "send_back", "destroy"])
def test_what_somebody_said_who_is_nowhere_any_more_is_listed_for_the_referee(outcome: str) -> None:
    """He was alive when he said it, and dead when it came into force."""
    field = led().force(HOUR, "the late king", "march to=0201 army=corps")
    stuck = field.told("gm", LetterStuck)
    assert [notice.place for _, notice in stuck] == ["no place on the map"]
    field.force(2 * HOUR, "gm", f"release_letter letter={stuck[0][1].letter} outcome={outcome}")
    field.run(2 * DAY)
    letter = field.get(Letter, stuck[0][1].letter)
    fates = {"hand_over": "delivered", "send_back": "undeliverable", "destroy": "destroyed"}
    assert [copy.fate for copy in letter.copies] == [fates[outcome]]
    assert field.refusals("gm") == (["E-NOTHING"] if outcome == "send_back" else [])
