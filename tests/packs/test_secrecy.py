"""Nothing a player of the campaign can fetch depends on what his commander does not know.

The small war, and a piece of the Hundred Days, is played twice, the second time with one hidden
change.  Up to the earliest instant at which something of it reached the person in either run, his
page, his notices and records, refusals, expected times, titles and suggestions are the same bytes.
"""

from __future__ import annotations

import importlib
from typing import Any

import msgspec
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.packs import secrecy
from tests.packs.secrecy import Edit, Hidden, Said, Tale, lines
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.belief import believed_place
from world.rules.campaign.nouns.stretch import expected_arrival
from world.rules.campaign.nouns.view import CampaignView
from world.rules.campaign.nouns.where import whereabouts
from world.rules.campaign.view import view
from world.state import World

HOUR = 3_600_000
WRONG = "night.fork_wrong_in6"

SMALL_WAR = Tale(
    name="small_war",
    hours=6 * 24,
    said=lines(
        (9, "maria", 'letter to=otto text="Leave my country."'),
        (10, "otto", 'letter to=reuss text="Go home." copies=2'),
        (26, "falk", 'letter to=maria text="I have seen nothing of you."'),
        (30, "maria", "march to=Weir army=harbour-battalion"),
        (55, "maria", 'letter to=captain:harbour-battalion text="Where are you?"'),
        (56, "otto", 'letter to=governor:port-selm text="Open the gates."'),
        (80, "reuss", 'letter to=brandt text="Hold out."'),
    ),
    asked=(
        "march to=Weir",
        "march to=0604 army=main-army",
        "march to=Ledabruck army=harbour-battalion",
        "halt",
        "halt army=harbour-battalion",
        "besiege stronghold=ledabruck",
        "besiege stronghold=aldermouth",
        "lift",
        "garrison",
        "leave",
        "build_engines",
        'letter to=falk text="x"',
        'letter to=captain:harbour-battalion text="x"',
        'letter to="the captain of Harbour battalion" text="x"',
        'talk to=reuss text="x"',
        'semaphore text="x"',
    ),
    sought=(
        "otto",
        "falk",
        "maria",
        "reuss",
        "brandt",
        "captain:harbour-battalion",
        "captain:relief",
        "captain:main-army",
        "captain:flying-column",
        "governor:ledabruck",
        "governor:grauburg",
        "governor:port-selm",
    ),
)
ARMIES = {
    "main-army": "otto",
    "flying-column": "falk",
    "relief": "reuss",
    "harbour-battalion": "maria",
}
PEOPLE = sorted(set(ARMIES.values()))

minutes = st.integers(0, 5 * 24 * 60)
places = st.sampled_from(["Weir", "Grauburg", "Aldermouth", '"Port Selm"', "0404", "0604"])
words = st.one_of(
    st.builds("march to={} pace={}".format, places, st.sampled_from(["normal", "forced"])),
    st.builds("march to={} night=normal".format, places),
    st.builds('letter to={} text="I march."'.format, st.sampled_from(PEOPLE)),
    st.sampled_from(
        [
            "halt",
            "garrison",
            "leave",
            "lift",
            "break_engines",
            "build_engines",
            "march army=harbour-battalion to=1108",
            "halt army=harbour-battalion",
            'semaphore text="the fleet has sailed" priority=urgent',
        ]
    ),
)
#: What the scenario may say instead, with those who would know it: a side knows its strengths.
EDITS = [
    ({"maria", "reuss"}, Edit("Alder Horse, kind: cavalry, soldiers: 300", "Horse, soldiers: 90")),
    ({"maria", "reuss"}, Edit("militia, kind: infantry, soldiers: 500", "militia, soldiers: 700")),
    ({"reuss"}, Edit("faction: alder, purse: 200", "faction: alder, purse: 900")),
    ({"falk"}, Edit("supplies: 45000", "supplies: 46000")),
    ({"otto", "falk"}, Edit("kind: cavalry, soldiers: 400", "kind: cavalry, soldiers: 280")),
]


@st.composite
def changes(draw: st.DrawFn) -> tuple[str, Hidden]:
    """Somebody, and one change that others bring about."""
    person = draw(st.sampled_from(PEOPLE))
    others = st.sampled_from([who for who in PEOPLE if who != person])
    far = st.sampled_from(sorted(army for army, who in ARMIES.items() if who != person))
    if person == "maria":
        far |= st.just("harbour-battalion")
    referee = st.one_of(
        st.builds("thin army={} men={}".format, far, st.integers(1, 400)),
        st.builds("destroy army={}".format, far),
        st.builds("succeed army={} into={}".format, far, far),
    )
    edits = st.sampled_from([edit for knows, edit in EDITS if person not in knows])
    said = st.builds(Said, minutes, others, words)
    meddled = st.builds(Said, minutes, st.just("gm"), referee)
    return person, draw(said | meddled | edits)


@pytest.mark.rule("C-MSG-01")
@settings(max_examples=15)
@given(changes())
def test_a_hidden_change_alters_no_byte_of_what_a_player_can_fetch(
    change: tuple[str, Hidden],
) -> None:
    leaks, until = secrecy.told_apart(SMALL_WAR, *change)
    event(f"compared for {until * 10 // (SMALL_WAR.hours * HOUR)}/10 of the time")
    assert leaks == []


#: Changes far from somebody, with the hour up to which nothing of them reaches him.
FAR = [
    ("maria", Said(600, "gm", "destroy army=harbour-battalion"), 20),
    ("maria", Said(600, "gm", "destroy army=main-army"), 20),
    ("otto", Said(700, "gm", "succeed army=harbour-battalion into=relief"), 20),
    ("otto", Said(700, "maria", "halt army=harbour-battalion"), 40),
    ("reuss", Said(700, "gm", "thin army=flying-column men=100"), 24),
    ("falk", Said(700, "reuss", "march to=Weir"), 26),
    ("falk", Said(700, "maria", 'letter to=reuss text="Make haste."'), 60),
    ("maria", Said(60, "falk", "march to=Grauburg pace=forced night=normal"), 24),
    ("falk", Edit("Alder Horse, kind: cavalry, soldiers: 300", "Horse, soldiers: 90"), 24),
]


@pytest.mark.parametrize(("person", "hidden", "hours"), FAR)
def test_what_happens_far_away_stays_unseen_until_something_comes_of_it(
    person: str, hidden: Hidden, hours: int
) -> None:
    leaks, until = secrecy.told_apart(SMALL_WAR, person, hidden)
    assert leaks == []
    assert until >= hours * HOUR


@pytest.mark.rule("C-NIGHT-03")
def test_who_goes_wrong_in_the_dark_and_who_goes_right_see_the_same_until_dawn() -> None:
    by_night = SMALL_WAR._replace(
        hours=25, every=1, said=(Said(600, "reuss", 'march to="Port Selm" night=normal'),)
    )
    right, wrong = (
        secrecy.play(
            by_night, "reuss", Edit("weather: fair", f"weather: fair\nparams: {{{WRONG}: {in_6}}}")
        )
        for in_6 in (0, 6)
    )
    dawn = 24 * HOUR
    assert secrecy.leaks("reuss", right, wrong, dawn) == []
    assert secrecy.leaks("reuss", right, wrong, dawn + HOUR + 1)


# -- controls -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("person", "change"),
    [
        ("maria", Said(600, "maria", "march army=harbour-battalion to=Weir")),
        ("maria", Said(600, "reuss", 'letter to=maria text="I march."')),
        ("falk", Said(600, "gm", "thin army=relief men=200")),
        ("falk", Edit("supplies: 45000", "supplies: 46000")),
    ],
)
def test_a_change_that_comes_before_his_eyes_or_to_his_hands_shows(
    person: str, change: Hidden
) -> None:
    assert secrecy.shows(SMALL_WAR, person, change)


def leaking_view(world: World, person: str) -> CampaignView:
    """Every enemy stands where he truly is."""
    page = view(world, person)
    seen = tuple(
        msgspec.structs.replace(each, place=army.place)
        for each in page.seen
        if (army := world.find(Army, each.id)) is not None
    )
    return msgspec.structs.replace(page, seen=seen)


def leaking_place(world: World, person: str, of: str) -> str | None:
    """Riders make for where the person sought truly is."""
    return whereabouts(world, of) or believed_place(world, person, of)


def leaking_persons(world: World, person: str) -> dict[str, str]:
    """Only the living can be written to."""
    del person
    return {each: each for each in world.pack.answers.persons(world)}


def leaking_arrival(world: World, army: Army, now: int) -> int | None:
    """A march takes longer by what has to do with where all others are."""
    due = expected_arrival(world, army, now)
    return None if due is None else due + sum(int(each.place) for each in world.of(Army))


MARCH = Said(700, "maria", "march army=harbour-battalion to=1108")
MARCHING = "world.rules.campaign.march.orders"
LOST = Said(700, "gm", "destroy army=harbour-battalion")


@pytest.mark.parametrize(
    ("where", "name", "leak", "person", "hidden"),
    [
        ("pack", "view", leaking_view, "maria", Said(60, "otto", "march to=Grauburg")),
        ("world.rules.campaign.answers", "believed_place", leaking_place, "otto", MARCH),
        ("world.rules.campaign.nouns.author", "correspondents", leaking_persons, "otto", LOST),
        (MARCHING, "expected_arrival", leaking_arrival, "falk", LOST),
    ],
)
def test_a_planted_leak_is_found_out(
    where: str,
    name: str,
    leak: Any,
    person: str,
    hidden: Hidden,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert secrecy.told_apart(SMALL_WAR, person, hidden)[0] == []
    secrecy.plain.cache_clear()
    holder = secrecy.pack() if where == "pack" else importlib.import_module(where)
    monkeypatch.setattr(holder, name, leak)
    found = secrecy.told_apart(SMALL_WAR, person, hidden)[0]
    secrecy.plain.cache_clear()
    assert found


# -- a piece of a large campaign ------------------------------------------------------------------

HUNDRED_DAYS = Tale(
    name="hundred_days",
    hours=30,
    said=lines((2, "wellington", 'letter to=blucher text="What is the news?"')),
    asked=("march to=Brussels", "halt", 'letter to=napoleon text="x"', "besiege stronghold=lille"),
    sought=("napoleon", "blucher", "wellington", "ney", "grouchy", "governor:lille"),
    every=10,
)


def test_nothing_of_the_french_reaches_wellington_before_it_comes_to_him() -> None:
    for hidden in (
        Said(90, "napoleon", 'letter to=davout text="Watch the Chambers."'),
        Said(120, "gerard", "halt"),
    ):
        leaks, until = secrecy.told_apart(HUNDRED_DAYS, "wellington", hidden)
        assert leaks == []
        assert until >= 10 * HOUR
