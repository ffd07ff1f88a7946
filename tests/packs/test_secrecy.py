"""Nothing a player of the campaign can fetch depends on what his commander does not know.

The small war, and a piece of the Hundred Days, is played twice, the second time with one hidden
change.  Up to the earliest instant at which something of it reached the person in either run, his
page, his notices and records, refusals, expected times, titles and suggestions are the same bytes.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.packs import secrecy
from tests.packs.secrecy import Edit, Hidden, Said, Tale, lines

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
places = st.sampled_from(["Weir", "Grauburg", "Aldermouth", "Port Selm", "0404", "0604", "1108"])
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
#: What the scenario may say instead, with who would know it.
EDITS = [
    ("reuss", Edit("Alder Horse, kind: cavalry, soldiers: 300", "Alder Horse, soldiers: 90")),
    ("maria", Edit("Harbour militia, kind: infantry, soldiers: 500", "Militia, soldiers: 700")),
    ("reuss", Edit("faction: alder, purse: 200", "faction: alder, purse: 900")),
    ("falk", Edit("supplies: 6000", "supplies: 9000")),
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
    return person, draw(
        st.one_of(
            st.builds(Said, minutes, others, words),
            st.builds(Said, minutes, st.just("gm"), referee),
            st.sampled_from(
                [
                    edit
                    for knows, edit in EDITS
                    if knows != person and (knows, person) != ("reuss", "maria")
                ]
            ),
        )
    )


@pytest.mark.rule("C-MSG-01")
@settings(max_examples=25)
@given(changes())
def test_a_hidden_change_alters_no_byte_of_what_a_player_can_fetch(
    change: tuple[str, Hidden],
) -> None:
    leaks, _ = secrecy.told_apart(SMALL_WAR, *change)
    assert leaks == []
