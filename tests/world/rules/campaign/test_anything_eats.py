"""Whatever people order while they must eat, nothing fails and nothing goes below zero."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tests.world.rules.campaign.field import (
    DAY,
    FEWER,
    HOUR,
    Field,
    army,
    artillery,
    cavalry,
    infantry,
    sides,
)
from tests.world.rules.campaign.test_anything_goes import MARCHES, OTHERS, VALLEY
from tests.world.rules.campaign.test_word import PACK
from world.decision import Decision
from world.kernel.nouns import Quarantined, Stranded
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.collection import Collection
from world.rules.campaign.nouns.commander import Commander
from world.rules.campaign.nouns.land import Land
from world.rules.campaign.nouns.levy import Levy
from world.rules.campaign.nouns.stronghold import Stronghold
from world.rules.campaign.nouns.training import Training
from world.said import AnswerDecision

ARMIES = st.sampled_from(["", " army=corps", " army=third", " army=second"])
PLACES = st.sampled_from(["westwall", "eastham", "midway", "first", "corps", "second", "third"])
SITES = st.sampled_from(["westwall", "eastham", "midway"])
LIVING = st.one_of(
    st.builds("forage{}".format, ARMIES),
    st.builds("forage hexes={}".format, st.sampled_from(["0503", "0502,0504", "0806"])),
    st.builds("torch{}".format, ARMIES),
    st.builds("rest weeks={}{}".format, st.integers(0, 3), ARMIES),
    st.builds("halt{}".format, ARMIES),
    st.builds(
        "transfer to={} supplies={} money={}{}".format,
        PLACES,
        st.integers(0, 9_000),
        st.integers(0, 900),
        ARMIES,
    ),
    st.builds("transfer stronghold={} to={} supplies=200".format, SITES, PLACES),
    st.builds("raise stronghold={}".format, SITES),
    st.builds("tax stronghold={}".format, SITES),
    st.builds("bonus doubloons={}".format, st.sampled_from([900, 1_200, 1_800, 5])),
    st.builds("buy_cannon calibre=six number={}".format, st.sampled_from([5, 10, 3])),
    st.builds(
        "retrain detachment={} kind={}".format,
        st.sampled_from(["Line", "Reserve", "Horse"]),
        st.sampled_from(["grenadiers", "lancers"]),
    ),
    st.builds(
        "cancel what={} stronghold={}".format,
        st.sampled_from(["levy", "collection", "building", "retraining"]),
        SITES,
    ),
    st.builds("detach_garrison detachments=Reserve supplies={}".format, st.integers(0, 500)),
    st.just("purchase wish=mules offer=10"),
)
ANSWERS = st.builds(
    lambda rule, option: AnswerDecision(decision=f"rule:{rule}", option=option),
    st.sampled_from(["D-BAT-01", "D-REV-01", "D-MON-02", "D-ART-01", "D-SPEC-01", "D-SIEGE-03"]),
    st.sampled_from(["attack", "hold", "nobody", "sell", "none", "double", "yield"]),
)
DEEDS = st.lists(
    st.tuples(
        st.integers(0, 60),
        st.sampled_from(["ney", "soult", "blake", "gm"]),
        MARCHES | OTHERS | LIVING | LIVING | ANSWERS,
    ),
    min_size=15,
    max_size=45,
)


def valley(seed: int, supplies: int) -> Field:
    """The valley of the other story, whose people eat, with money and angry peasants."""
    people = {
        "ney": {"name": "Marshal Ney", "faction": "red", "purse": 4_000, "traits": ["raider"]},
        "soult": {"name": "Marshal Soult", "faction": "red", "purse": 500},
        "blake": {"name": "General Blake", "faction": "blue", "purse": 9_000},
    }
    line = [infantry("Line", 900), infantry("Reserve", 300, wagons=12)]
    horse = [cavalry("Horse", 400), infantry("Rifles", 200, special="skirmishers")]
    foe = [infantry("Foot", 800), artillery("Guns", 100, six_pounders=6)]
    armies = {
        "first": army("0503", line, name="First Army", commander="ney", supplies=supplies),
        "corps": army("0203", [infantry("Foot", 700)], name="Corps", owner="ney", chest=50),
        "third": army("0403", horse, name="Third", commander="soult", supplies=supplies),
        "second": army("0603", foe, name="Second Army", commander="blake", morale=6),
    }
    return Field(
        sides(
            commanders=people,
            armies=armies,
            strongholds={
                "westwall": {"holder": "ney", "stores": 3_000, "chest": 700},
                "eastham": {"holder": "blake", "garrison": {"infantry": 100}},
                "midway": {"garrison": {"infantry": 60}},
            },
        ),
        map_text=VALLEY.replace("flatland", "flatland settlement=20"),
        seed=seed,
        pack=PACK,
        params={"forage.revolt_in6": 5, "forage.revolt_unfriendly_in6": 5, "torch.revolt_in6": 4},
        hungry=True,
    )


@FEWER
@given(DEEDS, st.integers(1, 99), st.sampled_from([0, 4_000, 30_000]))
def test_nothing_fails_and_nothing_goes_below_zero(deeds: Any, seed: int, supplies: int) -> None:
    field = valley(seed, supplies)
    for at, person, deed in sorted(deeds, key=lambda deed: deed[0]):
        instant = at * 8 * HOUR
        if isinstance(deed, str):
            field.force(instant, person, deed)
        else:
            field.say(instant, person, deed)
        whole(field)
    field.run(70 * DAY)
    whole(field)
    for commander in field.world.of(Commander):
        assert msgspec.json.encode(field.pack.view(field.world, commander.id))


def whole(field: Field) -> None:
    world = field.world
    assert not world.stale()
    assert not world.of(Quarantined)
    assert not world.of(Stranded)
    pending = world.timeline.entries
    for one in world.of(Army):
        assert min(one.supplies, one.purses, one.chest, one.hungry) >= 0
        assert one.extra_nc.value >= 0
        names = [d.name for d in one.detachments]
        assert len(set(names)) == len(names)
        for d in one.detachments:
            assert min(d.soldiers, d.wagons, d.six, d.eighteen) >= 0
        assert all(work.event in pending for work in one.works)
        assert one.rest is None or one.rest.event in pending
    for place in world.of(Stronghold):
        assert min(place.stores, place.left_supplies, place.chest, place.loot or 0) >= 0
    assert all(c.purse >= 0 for c in world.of(Commander))
    assert all(0 <= land.foraged <= 5 for land in world.of(Land))
    for levy in world.of(Levy):
        assert (levy.halted >= 0) == (levy.event not in pending)
    assert all(each.event in pending for each in world.of(Collection))
    assert all(each.event in pending for each in world.of(Training))
    for decision in world.of(Decision):
        assert (decision.state == "open") == (decision.timer in pending)
