"""Mercenaries: whole companies, hired, paid every dusk, dismissed, gone unpaid (C-MERC)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.world.rules.campaign.field import DAY, HOUR, ROAD, Field, army, cavalry, infantry, sides
from tests.world.rules.campaign.test_word import PACK
from world.campaign import found
from world.decision import Decision
from world.dice import Secret
from world.errors import BadScenario, Refused
from world.rules.campaign.mercenaries.notices import (
    CompanyGone,
    CompanyHired,
    CompanyUnpaid,
    PayReturned,
)
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.company import Company, Employment
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.nouns.siege import Siege
from world.rules.campaign.nouns.view import CampaignView
from world.rules.campaign.supplies.notices import DailyReturn
from world.scenario.scenario import read_scenario

#: Riders whom nothing befalls.
SAFE: dict[str, list[tuple[int, ...]]] = {"safe": [(1,)] * 50, "loss of": [(1,)] * 50}
#: The company of EX-35.
BAND = [infantry("Pikes", 800), cavalry("Riders", 200)]


def market(
    at: str = "0301",
    *,
    ney: str = "0301",
    purse: int = 10_000,
    company: dict[str, Any] | None = None,
    params: dict[str, Any] | None = None,
    hungry: bool = False,
    **more: Any,
) -> Field:
    """Voss and his company, Ney with money, Blake far away."""
    armies = {
        "first": army(ney, [infantry("Line", 1000)], name="First Army", commander="ney"),
        "band": army(at, BAND, name="The Freebooters", commander="voss"),
        "second": army("2005", [infantry("Foot", 1000)], name="Second Army", commander="blake"),
        **more.pop("armies", {}),
    }
    people = {
        "ney": {"name": "Marshal Ney", "faction": "red", "purse": purse},
        "soult": {"name": "Marshal Soult", "faction": "red", "at": "0101", "purse": 9_000},
        "blake": {"name": "General Blake", "faction": "blue", "purse": 9_000},
        "voss": {"name": "Captain-General Voss", "npc": True, "purse": 70},
    }
    people |= more.pop("people", {})
    scenario = sides(armies=armies, commanders=people, companies={"band": company or {}}, **more)
    return Field(scenario, params=params, pack=PACK, dice=SAFE, hungry=hungry)


def page(field: Field, person: str = "ney") -> CampaignView:
    view = field.pack.view(field.world, person)
    assert isinstance(view, CampaignView)
    return view


def purse(field: Field, person: str = "ney") -> int:
    return field.get(Commander, person).purse


def employer(field: Field) -> str:
    return field.get(Company, "company:band").employer


def own(field: Field, person: str = "ney") -> set[str]:
    return {each.id for each in page(field, person).armies}


HIRE, DISMISS = "hire company=band", "dismiss company=band"


# -- hiring ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-MERC-01", "C-MERC-02")
def test_a_company_that_is_hired_on_the_spot_serves_and_is_paid_every_dusk() -> None:
    """EX-35: 800 foot and 200 horse cost 1,400 a day."""
    field = market().order(HOUR, "ney", HIRE)
    assert (employer(field), field.army("band").faction) == ("ney", "red")
    assert field.get(Commander, "voss").faction == "red"
    ((_, terms),) = field.told("ney", CompanyHired)
    assert terms.daily == 800 * 1 + 200 * 3 == 1_400
    assert [n for _, n in field.told("voss", CompanyHired)] == [terms]
    field.run(2 * DAY)
    assert purse(field) == 10_000 - 2 * 1_400
    # It keeps its own commander, its own money and whatever it is told to do.
    assert (field.army("band").leader, purse(field, "voss")) == ("voss", 70)
    field.order(2 * DAY, "ney", "march to=0401 army=band").run(4 * DAY)
    assert field.army("band").place == "0401"


@pytest.mark.rule("C-MERC-01")
def test_a_week_costs_nine_thousand_eight_hundred_and_followers_nothing() -> None:
    """EX-35; gunners are paid as foot."""
    field = market(purse=50_000).order(HOUR, "ney", HIRE).run(7 * DAY)
    assert purse(field) == 50_000 - 9_800


@pytest.mark.rule("C-MERC-01", "C-TIME-03")
def test_the_employer_reads_in_his_daily_return_what_he_has_paid() -> None:
    field = market(hungry=True).order(HOUR, "ney", HIRE).run(DAY)
    ((_, told),) = field.told("ney", DailyReturn)
    assert told.paid == " Mercenaries were paid 1400 doubloons."
    other = market(hungry=True).run(DAY)
    assert [n.paid for _, n in other.told("ney", DailyReturn)] == [""]


@pytest.mark.rule("C-MERC-02", "C-MSG-07")
def test_a_company_elsewhere_is_hired_by_letter_and_marches_to_its_employer() -> None:
    field = market("1001").order(HOUR, "ney", HIRE)
    assert employer(field) == ""  # the letter is on its way
    field.run(DAY)
    assert employer(field) == "ney"
    march = field.army("band").march
    assert march is not None
    assert march.goal == "0301"
    field.run(6 * DAY)
    assert field.army("band").place == "0301"
    assert "band" in own(field)


@pytest.mark.rule("C-MERC-02")
def test_nobody_sees_whom_a_company_serves_before_he_is_told() -> None:
    field = market("1001").order(HOUR, "ney", HIRE)
    before = page(field)
    arrived = 0
    for hours in range(2, 30):
        field.run(hours * HOUR)
        if employer(field) and not arrived:
            arrived = hours
            assert own(field) == {"first"}
            assert page(field).seen == before.seen
        if "band" in own(field):
            break
    assert 0 < arrived < hours
    # Nor does anybody else: what was on offer is what was on offer.
    assert page(field, "blake").companies == before.companies
    assert [s.faction for s in page(field, "blake").seen if s.id == "band"] == ["voss"]


@pytest.mark.rule("C-MERC-02")
def test_what_is_on_offer_is_known_to_all_with_its_place_and_price() -> None:
    field = market("1001", company={"cavalry": 4})
    for person in ("ney", "blake", "soult"):
        (found,) = page(field, person).companies
        assert (found.id, found.place, found.cavalry, found.daily) == ("band", "1001", 4, 1_600)
        assert [s.place for s in page(field, person).seen if s.id == "band"] == ["1001"]


@pytest.mark.rule("C-MERC-02")
def test_what_is_not_on_offer_is_not_to_be_had() -> None:
    field = market()
    with pytest.raises(Refused, match="These were on offer: band") as refusal:
        field.order(HOUR, "ney", "hire company=first")
    assert refusal.value.code == "E-NOT-OFFERED"
    field.order(HOUR, "ney", HIRE)
    field.force(2 * HOUR, "ney", HIRE)
    assert field.refusals("ney") == ["E-NOT-OFFERED"]
    none = market(params={"merc.companies": "none"}).force(HOUR, "ney", HIRE)
    assert none.refusals("ney") == ["E-NOT-OFFERED"]
    assert page(none).companies == ()


@pytest.mark.rule("C-MERC-02")
def test_a_company_does_not_serve_its_enemies() -> None:
    war = [{"between": ["red", "voss"], "stance": "war"}]
    field = market("0303", ney="0303", stances=war).force(HOUR, "ney", HIRE)
    assert field.refusals("ney") == ["E-NOT-OFFERED"]


@pytest.mark.rule("C-MERC-02")
def test_whoever_has_no_money_for_a_day_hires_nobody() -> None:
    field = market(purse=1_399)
    with pytest.raises(Refused) as refusal:
        field.order(HOUR, "ney", HIRE)
    assert refusal.value.code == "E-FUNDS"
    assert field.force(HOUR, "ney", HIRE).refusals("ney") == ["E-FUNDS"]


@pytest.mark.rule("C-MERC-02", "D-MERC-01")
def test_the_referee_sets_other_rates_or_takes_it_away() -> None:
    """D-MERC-01."""
    field = market().order(HOUR, "ney", HIRE)
    (asked,) = [d for d in field.world.of(Decision) if d.rule == "D-MERC-01"]
    assert (asked.default, asked.mode) == ("as_offered", "at_once")
    field.answer(2 * HOUR, "gm", "D-MERC-01", "other_rates", "infantry=2 cavalry=5")
    assert field.told("ney", CompanyHired)[-1][1].daily == 2_600
    assert purse(field.run(DAY)) == 7_400
    other = market().order(HOUR, "ney", HIRE)
    other.answer(2 * HOUR, "gm", "D-MERC-01", "other_rates", "twice as much")
    assert other.refusals("gm") == ["E-SYNTAX"]
    other.answer(3 * HOUR, "gm", "D-MERC-01", "refuse")
    assert (employer(other), own(other)) == ("", {"first"})
    assert other.told("ney", CompanyGone)[-1][1].why == "it is not to be had"
    # What it was hired for once it does not ask of the next.
    field.order(DAY, "ney", DISMISS)
    assert field.get(Company, "company:band").rates.infantry == 1


@pytest.mark.rule("C-MERC-02", "C-DET-02")
def test_companies_serve_whole_and_nobody_spends_their_money() -> None:
    field = market().order(HOUR, "ney", HIRE)
    for order in (
        "split army=band detachments=Pikes",
        "merge army=band into=first",
        "merge into=band",
    ):
        field.force(2 * HOUR, "ney", order)
    assert field.refusals("ney") == ["E-DET-INDIVISIBLE"] * 3
    field.force(3 * HOUR, "ney", "transfer army=band to=first money=50")
    field.force(3 * HOUR, "ney", "purchase army=band wish=wine offer=5")
    assert field.refusals("ney")[3:] == ["E-NOT-YOURS"] * 2
    walls = market("0101", ney="0101").order(HOUR, "ney", HIRE)
    walls.force(2 * HOUR, "ney", "detach_garrison army=band detachments=Pikes")
    assert walls.refusals("ney") == ["E-DET-INDIVISIBLE"]


# -- dismissing -----------------------------------------------------------------------------------


@pytest.mark.rule("C-MERC-02")
def test_a_company_that_is_dismissed_stays_where_it_is_and_costs_nothing() -> None:
    field = market().order(HOUR, "ney", HIRE).run(DAY).order(DAY, "ney", DISMISS)
    band = field.army("band")
    assert (employer(field), band.faction, band.owner, band.place) == ("", "voss", "voss", "0301")
    assert field.told("ney", CompanyGone)[-1][1].why == "it is dismissed"
    field.run(3 * DAY)
    assert (purse(field), own(field)) == (8_600, {"first"})
    with pytest.raises(Refused) as refusal:
        field.order(3 * DAY, "ney", DISMISS)
    assert refusal.value.code == "E-NOT-HIRED"
    assert field.force(3 * DAY, "ney", DISMISS).refusals("ney") == ["E-NOT-HIRED"]
    # Somebody else may have it then.
    field.order(3 * DAY, "ney", HIRE)
    assert employer(field) == "ney"


@pytest.mark.rule("C-MERC-02", "C-SIEGE-06")
def test_it_besieges_for_nobody_whom_it_does_not_serve() -> None:
    field = market("1005", ney="1005", strongholds={"southby": {"holder": "blake"}})
    field.order(HOUR, "ney", HIRE).order(2 * HOUR, "ney", "besiege stronghold=southby army=band")
    assert len(field.world.of(Siege)) == 1
    field.order(3 * HOUR, "ney", DISMISS)
    assert not field.world.of(Siege)


@pytest.mark.rule("C-MERC-02", "C-BAT-01")
def test_who_serves_an_enemy_meets_those_who_stand_beside_him() -> None:
    beside = {"third": army("0301", [infantry("Foot", 900)], name="Third", commander="moore")}
    people = {"moore": {"name": "General Moore", "faction": "blue"}}
    field = market("0301", ney="0101", armies=beside, people=people)
    field.order(HOUR, "ney", HIRE).run(DAY)
    (meeting,) = field.world.of(Meeting)
    assert {party.army for party in meeting.parties} == {"band", "third"}
    # Who stands beside them sees them take up another banner.
    assert [s.faction for s in page(field, "moore").seen if s.id == "band"] == ["red"]
    # Before it is settled nobody lets it go, whoever hires or dismisses it.
    field.force(DAY, "gm", DISMISS)
    assert (field.refusals("gm"), employer(field)) == (["E-MEETING"], "ney")


# -- pay that does not come -----------------------------------------------------------------------


@pytest.mark.rule("C-MERC-03", "D-MERC-02")
def test_after_a_day_without_pay_it_leaves_and_serves_nobody() -> None:
    """D-MERC-02: the default."""
    field = market(purse=3_000).order(HOUR, "ney", HIRE).run(2 * DAY)
    assert purse(field) == 200
    field.run(3 * DAY)
    ((_, unpaid),) = field.told("ney", CompanyUnpaid)
    assert (unpaid.owed, unpaid.days, employer(field)) == (1_400, 1, "ney")
    assert [n for _, n in field.told("voss", CompanyUnpaid)] == [unpaid]
    field.run(4 * DAY)
    assert [n.owed for _, n in field.told("ney", CompanyUnpaid)] == [1_400, 2_800]
    assert (employer(field), field.army("band").faction, purse(field)) == ("", "voss", 200)
    assert field.told("ney", CompanyGone)[-1][1].why == "it was not paid"
    (asked,) = [d for d in field.world.of(Decision) if d.rule == "D-MERC-02"]
    assert (asked.mode, asked.default) == ("at_once", "leave")


@pytest.mark.rule("C-MERC-03")
def test_arrears_are_paid_with_the_next_pay() -> None:
    field = market(purse=1_400).order(HOUR, "ney", HIRE).run(2 * DAY)
    commander = field.get(Commander, "ney")
    field.world.set(msgspec.structs.replace(commander, purse=5_000))
    field.run(3 * DAY)
    assert purse(field) == 5_000 - 2 * 1_400
    assert employer(field.run(4 * DAY)) == "ney"


def unpaid(option: str = "", **params: Any) -> Field:
    """A company that has not been paid for two dusks, and what the referee then says."""
    figures = {f"merc.{key}": value for key, value in params.items()}
    field = market(purse=1_400, params=figures).order(HOUR, "ney", HIRE)
    field.order(2 * HOUR, "ney", "march to=0501 army=band").run(3 * DAY)
    return field.answer(3 * DAY, "gm", "D-MERC-02", option) if option else field


@pytest.mark.rule("C-MERC-03", "D-MERC-02")
def test_the_referee_may_have_it_wait_or_go_over_to_the_enemy() -> None:
    """D-MERC-02."""
    waits = unpaid("wait")
    assert (employer(waits), waits.get(Employment, "employed:ney:band").owed) == ("ney", 2_800)
    over = unpaid("join_enemy")
    assert (employer(over), over.army("band").faction) == ("blake", "blue")
    # Blake, far away, learns of it by rider, and pays what he owes by then.
    over.run(4 * DAY)
    assert (purse(over, "blake"), own(over, "blake")) == (9_000, {"second"})
    assert "band" in own(over.run(7 * DAY), "blake")
    assert purse(over, "blake") == 9_000 - 4 * 1_400


@pytest.mark.rule("C-MERC-03", "D-MERC-02")
def test_what_it_does_unpaid_is_a_figure_that_the_referee_may_amend() -> None:
    waits = unpaid(unpaid="wait")
    assert employer(waits) == "ney"
    assert employer(waits.run(7 * DAY)) == "ney"
    over = unpaid(unpaid="join_enemy")
    assert employer(over) == "blake"
    assert employer(over.answer(3 * DAY, "gm", "D-MERC-02", "wait")) == "ney"
    left = unpaid(unpaid="join_enemy").answer(3 * DAY, "gm", "D-MERC-02", "leave")
    assert (employer(left), left.army("band").faction) == ("", "voss")


@pytest.mark.rule("C-MERC-03")
def test_an_absent_employer_believes_it_his_until_he_is_told() -> None:
    field = market(purse=3_000).order(HOUR, "ney", HIRE)
    field.order(2 * HOUR, "ney", "march to=1001 army=band")
    field.run(3 * DAY)
    gone = next(n for n in range(3 * DAY, 12 * DAY, HOUR) if not employer(field.run(n)))
    assert "band" in own(field)
    assert not field.told("ney", CompanyGone)
    field.run(gone + 3 * DAY)
    assert own(field) == {"first"}


@pytest.mark.rule("C-MERC-03")
def test_strangers_are_put_outside_the_walls() -> None:
    field = market("0101", ney="0101", purse=1_400)
    field.order(HOUR, "ney", HIRE).order(2 * HOUR, "ney", "garrison army=band")
    assert field.army("band").inside == "westwall"
    field.run(3 * DAY)
    assert (employer(field), field.army("band").inside) == ("", "")


@pytest.mark.rule("C-MERC-02")
def test_mistakes_about_companies_are_noted_with_their_line() -> None:
    scenario = sides(
        armies={
            "corps": army("0101", BAND, name="Corps", owner="ney"),
            "second": army("2005", BAND, name="Second", commander="blake"),
        },
        companies={"nobody": {}, "corps": {}, "second": {"cavalry": -1}},
    )
    files = {"scenario.yaml": msgspec.json.encode(scenario).decode(), "map.txt": ROAD}
    with pytest.raises(BadScenario, match="army under its own commander") as problems:
        found(PACK, read_scenario(files, PACK), secret=Secret.of_seed(1), start=0)
    assert "nobody" in str(problems.value)
    assert "cavalry: -1" in str(problems.value)


def papers(field: Field, person: str) -> tuple[bytes, list[bytes]]:
    """A person's page and everything that he was ever told, to the byte."""
    told = [r.body for b in field.batches for r in b.notice_rows if r.person == person]
    return msgspec.json.encode(page(field, person), order="deterministic"), told


@pytest.mark.rule("C-MERC-02")
def test_a_company_that_changes_masters_far_away_changes_no_byte_of_anybody_elses_page() -> None:
    def blake(*orders: tuple[int, str]) -> Field:
        rich = {"name": "General Blake", "faction": "blue", "purse": 99_000}
        field = market("1805", ney="0101", people={"blake": rich})
        for at, order in orders:
            field.run(at).order(at, "blake", order)
        return field.run(4 * DAY)

    quiet, hired = blake(), blake((HOUR, HIRE))
    assert employer(hired) == "blake"
    assert papers(hired, "ney") == papers(quiet, "ney")
    assert papers(hired, "soult") == papers(quiet, "soult")
    # What they can see they do: it comes in sight of Westwall under its new banner.
    march = (2 * DAY, "march to=0201 army=band pace=forced")
    seen = blake((HOUR, HIRE), march)
    assert papers(seen, "ney") == papers(quiet, "ney")
    assert papers(seen.run(14 * DAY), "ney") != papers(quiet.run(14 * DAY), "ney")


@pytest.mark.rule("C-MERC-01", "C-MERC-02")
def test_an_absent_employer_pays_by_what_he_knows_and_gets_back_what_was_sent_in_vain() -> None:
    field = market(purse=50_000).order(HOUR, "ney", HIRE)
    field.order(2 * HOUR, "ney", "march to=1001 army=band").run(5 * DAY)
    spent = 50_000 - purse(field)
    assert spent == 5 * 1_400
    # It has lost men of whom he has not heard, and has left before he hears of it.
    band = field.army("band")
    fewer = msgspec.structs.replace(band.detachments[0], soldiers=300)
    thinned = msgspec.structs.replace(band, detachments=(fewer, band.detachments[1]))
    field.world.set(thinned)
    field.order(5 * DAY, "ney", DISMISS)
    left = next(n for n in range(5 * DAY, 8 * DAY, HOUR) if not employer(field.run(n)))
    told = next(n for n in range(left, 12 * DAY, HOUR) if field.run(n).told("ney", PayReturned))
    assert told > left
    paid = [notice.sum for _, notice in field.told("ney", PayReturned)]
    while_it_served = sum(1 for dusk in range(12, 400, 24) if dusk * HOUR <= left)
    assert 50_000 - purse(field) == while_it_served * 1_400
    assert sum(paid) % 1_400 == 0
    assert own(field) == {"first"}
