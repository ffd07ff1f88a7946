"""Mutiny and defection: who goes over, to whom, and what turns them (C-MOR-05 to C-MOR-07)."""

from __future__ import annotations

from typing import Any

import pytest

import couriers
from tests.world.rules.campaign.clash import facts
from tests.world.rules.campaign.field import DAY, HOUR, Field, army, infantry, sides
from world.decision import Decision
from world.kernel.nouns import DecisionAsked
from world.order import Hand, Order, to_text
from world.pack import Chapter
from world.rules import campaign
from world.rules.campaign.defection.notices import (
    NewMaster,
    OfferNoted,
    StrangersArrive,
    WentOver,
)
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.band import Band
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.facts import DetachmentsTurn
from world.rules.campaign.nouns.meeting import Meeting
from world.rules.campaign.view import view
from world.step import Step

MINE = [infantry(f"Foot {n}", 500, wagons=2) for n in range(4)]
THEIRS = [infantry("Foot", 1000)]
PART = "first.deserters"
SOME = ("Foot 1", "Foot 3")
ALL = tuple(d["name"] for d in MINE)


class TurnOrder(Order, frozen=True, tag="turn"):
    """What a failed check would announce."""

    row: int
    names: tuple[str, ...]


trial = Chapter("trial", "What a failed check would announce")


@trial.obeys(TurnOrder)
def turn(step: Step, order: TurnOrder, hand: Hand) -> None:
    army_id = hand.receiver if hand.receiver != "ney" else "first"
    step.happened(DetachmentsTurn(army=army_id, row=order.row, detachments=order.names), "turn")


PACK = campaign.pack(trial)
WITH_COURIERS = campaign.pack(*couriers.CHAPTERS, trial)


def turned(
    row: int,
    names: tuple[str, ...] = SOME,
    *,
    at: str = "1501",
    purse: int = 0,
    his: int = 0,
    more: dict[str, Any] | None = None,
    **other: Any,
) -> Field:
    """Ney's army, of which some want to leave, and Blake's five hexes along the road."""
    armies = {
        "first": army("1001", MINE, name="First Army", commander="ney", supplies=8000, morale=4),
        "second": army(at, THEIRS, name="Second Army", commander="blake"),
        **(more or {}),
    }
    commanders = {
        "ney": {"name": "Marshal Ney", "faction": "red", "purse": purse, "age": 40},
        "blake": {"name": "General Blake", "faction": "blue", "purse": his},
    }
    other.setdefault("pack", PACK)
    field = Field(sides(armies=armies, commanders=commanders), **other)
    return leave(field, 0, row, names)


def leave(field: Field, at: int, row: int, names: tuple[str, ...]) -> Field:
    order = TurnOrder(row=row, names=names)
    return field.force(at, "ney", to_text(order))


def names(field: Field, army_id: str) -> list[str]:
    return [d.name for d in field.army(army_id).detachments]


# -- mutiny ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-MOR-05", "C-MOR-T02", "D-MOR-01")
def test_mutineers_form_an_army_of_their_own_under_an_officer_the_referee_runs() -> None:
    field = turned(2, purse=900)
    part = field.army("first.mutineers")
    assert [d.name for d in part.detachments] == list(SOME)
    assert (part.place, part.wagons, part.supplies) == ("1001", 4, 4000)
    assert names(field, "first") == ["Foot 0", "Foot 2"]
    assert field.army("first").supplies == 4000
    officer = field.get(Commander, part.leader)
    assert (officer.npc, officer.army, officer.of) == (True, part.id, "")
    assert (officer.purse, field.get(Commander, "ney").purse) == (450, 450)
    assert not field.world.of(Meeting)
    ((_, told),) = field.told("ney", WentOver)
    assert (told.men, told.what) == (1000, "follow a leader of their own now")
    assert [news["event"] for news in facts(field, "newsworthy")] == ["mutiny"]


@pytest.mark.rule("C-MOR-05", "D-MOR-01")
def test_the_referee_may_give_them_to_a_new_player_or_to_the_enemy() -> None:
    field = turned(2).answer(HOUR, "gm", "D-MOR-01", "player", "Captain  Bligh")
    officer = field.get(Commander, "first.mutineers.leader")
    assert (officer.npc, officer.name) == (False, "Captain Bligh")
    assert len(field.told(officer.id, NewMaster)) == 1
    theirs = turned(2, pack=WITH_COURIERS).answer(HOUR, "gm", "D-MOR-01", "enemy")
    part = theirs.army("first.mutineers")
    assert (part.owner, part.faction) == ("blake", "blue")
    assert theirs.world.of(Meeting)  # they stand before those they have left
    assert "first.mutineers" not in {own.id for own in view(theirs.world, "blake").armies}
    theirs.run(3 * DAY)
    assert "first.mutineers" in {own.id for own in view(theirs.world, "blake").armies}


@pytest.mark.rule("C-MOR-05")
def test_a_commander_whose_whole_army_mutinies_is_left_without_one() -> None:
    field = turned(2, ALL, purse=900)
    assert field.world.find(Army, "first") is None
    part = field.army("first.mutineers")
    assert (part.soldiers, part.supplies) == (2000, 8000)
    ney = field.get(Commander, "ney")
    assert (ney.army, ney.purse) == ("", 0)
    assert "D-ARMY-03" in {decision.rule for decision in field.world.of(Decision)}


@pytest.mark.rule("C-MOR-05")
def test_where_the_rules_say_so_mutineers_follow_nobody_by_name() -> None:
    part = turned(2, params={"morale.mutiny_leader": "captain"}).army("first.mutineers")
    assert (part.leader, part.owner) == ("", "")


@pytest.mark.rule("C-MOR-05")
def test_a_second_mutiny_is_another_army() -> None:
    field = leave(turned(2, ("Foot 1",)), HOUR, 2, ("Foot 2",))
    assert names(field, "first.mutineers-2") == ["Foot 2"]


# -- defection ------------------------------------------------------------------------------------


@pytest.mark.rule("C-MOR-06", "C-MOR-T04", "C-MOR-T07")
@pytest.mark.parametrize("row", [4, 7])
def test_defectors_march_to_the_nearest_army_of_another_side_and_join_it(row: int) -> None:
    field = turned(row)
    part = field.army(PART)
    assert (part.supplies, part.wagons, part.owner) == (4000, 4, "")
    assert part.march is not None
    assert part.march.goal == "1501"
    field.run(2 * DAY)
    assert field.army(PART).place == "1401"
    assert not field.told("blake", StrangersArrive)
    field.run(3 * DAY)
    assert names(field, "second") == ["Foot", *SOME]
    assert field.army(PART).id == "second"
    ((at, told),) = field.told("blake", StrangersArrive)
    assert (told.men, told.detachments) == (1000, "Foot 1, Foot 3")
    assert at == 2 * DAY + 6 * HOUR
    assert not field.world.of(Band)


@pytest.mark.rule("C-MOR-06")
def test_they_follow_an_army_that_marches_on() -> None:
    field = turned(4).order(2 * HOUR, "blake", "march to=2001").run(12 * DAY)
    assert names(field, "second") == ["Foot", *SOME]


@pytest.mark.rule("C-MOR-06", "D-MOR-02")
def test_the_referee_may_send_them_elsewhere() -> None:
    third = {"third": army("0801", THEIRS, name="Third Army", owner="ney", faction="red")}
    field = turned(4, more=third)
    (asked,) = [d for d in field.world.of(Decision) if d.rule == "D-MOR-02"]
    assert asked.default == "second"
    assert [option.name for option in asked.options] == ["second", "third"]
    field.answer(HOUR, "gm", "D-MOR-02", "third").run(2 * DAY)
    assert names(field, "third") == ["Foot", *SOME]
    nearest = turned(4, more=third, params={"morale.defect_target": "nearest"})
    assert nearest.run(2 * DAY).army(PART).id == "third"


@pytest.mark.rule("C-MOR-06")
def test_defectors_without_a_road_leave_their_wagons() -> None:
    field = turned(4, at="1205").run(10 * DAY)
    assert names(field, "second") == ["Foot", *SOME]
    assert field.army("second").wagons == 0


@pytest.mark.rule("C-MOR-06")
def test_whoever_they_go_to_knows_nothing_of_it_before_they_come() -> None:
    quiet, field = turned(4, ()), turned(4)
    for each in (quiet, field):
        each.run(DAY)
    assert view(quiet.world, "blake") == view(field.world, "blake")
    field.run(3 * DAY)
    assert view(quiet.world, "blake") != view(field.world, "blake")


# -- bribes ---------------------------------------------------------------------------------------


@pytest.mark.rule("C-MOR-07", "C-MOR-T06", "D-MOR-03")
def test_without_offers_they_join_the_nearest_commander_of_another_side() -> None:
    field = turned(6, purse=5000, his=5000).run(3 * DAY)
    assert names(field, "second") == ["Foot", *SOME]
    assert field.get(Commander, "blake").purse == 5000


@pytest.mark.rule("C-MOR-07", "D-MOR-03")
def test_the_old_commander_buys_them_back() -> None:
    field = turned(6, purse=5000, his=5000)
    field.answer(HOUR, "ney", "D-MOR-03", "offer", "I offer 1,200 doubloons")
    assert [n.doubloons for _, n in field.told("ney", OfferNoted)] == [1200]
    field.run(2 * DAY)
    assert field.army(PART).id == PART  # they have to come back first
    field.run(9 * DAY)
    assert sorted(names(field, "first")) == sorted(ALL)
    assert field.get(Commander, "ney").purse == 5000 - 1200
    assert field.army("first").purses == 1200
    ((_, told),) = field.told("ney", StrangersArrive)
    assert told.paid == " They were paid 1200 doubloons."


@pytest.mark.rule("C-MOR-07", "D-MOR-03")
@pytest.mark.parametrize(
    ("mine", "his", "where"), [(1200, 1200, "first"), (1200, 1300, "second"), (1000, 999, "first")]
)
def test_the_highest_offer_wins_and_ties_go_to_the_old_commander(
    mine: int, his: int, where: str
) -> None:
    safe = {"message.safe_friendly": "20/20", "message.safe_hostile": "6/6"}
    field = turned(6, purse=9000, his=9000, pack=WITH_COURIERS, params=safe)
    field.answer(HOUR, "ney", "D-MOR-03", "offer", str(mine)).run(DAY)
    asked = [n for _, n in field.told("blake", DecisionAsked) if "doubloons" in n.question]
    assert len(asked) == 1  # when their rider had come
    field.answer(DAY, "blake", "D-MOR-03", "offer", str(his)).run(12 * DAY)
    assert field.army(PART).id == where


@pytest.mark.rule("C-MOR-07")
def test_an_offer_they_do_not_listen_to_can_be_made_anew() -> None:
    field = turned(6, purse=9000)
    field.answer(HOUR, "ney", "D-MOR-03", "offer", "999")
    assert "do not listen" in field.told("ney", OfferNoted)[0][1].what
    field.answer(2 * HOUR, "ney", "D-MOR-03", "offer", "1000")
    assert [n.doubloons for _, n in field.told("ney", OfferNoted)] == [999, 1000]
    cheap = turned(6, purse=9000, params={"morale.bribe_per_soldier": 2})
    cheap.answer(HOUR, "ney", "D-MOR-03", "offer", "1999")
    assert "do not listen" in cheap.told("ney", OfferNoted)[0][1].what


@pytest.mark.rule("C-MOR-07")
def test_an_offer_that_cannot_be_paid_counts_for_nothing() -> None:
    field = turned(6, purse=100)
    field.answer(HOUR, "ney", "D-MOR-03", "offer", "5000").run(9 * DAY)
    assert field.army(PART).id == "second"


@pytest.mark.rule("C-MOR-07", "D-MOR-03")
@pytest.mark.parametrize(("ruling", "where"), [("go_on", "second"), ("come_back", "first")])
def test_the_referee_has_the_last_word_on_offers(ruling: str, where: str) -> None:
    field = turned(6, purse=9000)
    if ruling == "go_on":
        field.answer(HOUR, "ney", "D-MOR-03", "offer", "5000")
    field.answer(2 * HOUR, "gm", "D-MOR-03", ruling).run(12 * DAY)
    assert field.army(PART).id == where


@pytest.mark.rule("C-MOR-07", "D-MOR-03")
def test_questions_about_those_who_walk_are_closed_when_they_arrive() -> None:
    field = turned(6, purse=9000).run(5 * DAY)
    left = [d for d in field.world.of(Decision) if d.rule == "D-MOR-03" and d.state == "open"]
    assert not left


@pytest.mark.rule("C-MOR-05", "C-MOR-06")
def test_no_man_or_supply_is_made_or_lost_when_they_go() -> None:
    for row in (2, 4, 6):
        field = turned(row)
        armies = field.world.of(Army)
        assert sum(a.strength for a in armies) == 3000
        mine = [a for a in armies if a.id != "second"]
        assert sum(a.supplies for a in mine) == 8000
        assert sum(a.wagons for a in mine) == 8


@pytest.mark.rule("C-MOR-07")
def test_who_splits_off_where_another_commander_stands_is_with_him_at_once() -> None:
    field = turned(6, at="1001")
    assert not field.world.of(Band)
    assert names(field, "first") == ["Foot 0", "Foot 2"]
    assert field.army("second").soldiers == 2000
    assert not [decision for decision in field.world.of(Decision) if decision.rule == "D-MOR-03"]
