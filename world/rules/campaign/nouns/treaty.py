"""Treaties: words that several have put their names to, and nothing holds them to (C-TALK-02)."""

from __future__ import annotations

import msgspec

from world.entity import Entity
from world.pack import Chapter
from world.state import World

chapter = Chapter("treaties on paper", "Treaties, and who has signed them")


class Heard(msgspec.Struct, frozen=True, gc=False):
    """One party has heard that another has signed."""

    party: str
    signer: str


class Treaty(Entity, frozen=True, tag="treaty"):
    """A treaty, proposed or signed.

    Attributes:
        parties: who is to sign it; the first has proposed it.
        text: what they promise one another; ``draft`` the letter by which it is proposed.
        written: game instant (ms) of the proposal.
        shown: parties who have read it; ``signed`` those who have signed.
        heard: what each party knows of the others' signatures.
    """

    parties: tuple[str, ...]
    text: str
    draft: str
    written: int
    shown: tuple[str, ...]
    signed: tuple[str, ...]
    heard: tuple[Heard, ...] = ()


chapter.declare(Treaty)


class TreatyView(msgspec.Struct, frozen=True):
    """A treaty as one of its parties knows it: by their names, and who of them has signed."""

    text: str
    parties: tuple[str, ...]
    signed: tuple[str, ...]
    concluded: bool


def signers_known(treaty: Treaty, party: str) -> frozenset[str]:
    """Who has signed as far as a party knows."""
    own = {party} & set(treaty.signed)
    return frozenset(own | {each.signer for each in treaty.heard if each.party == party})


def treaties_of(world: World, person: str) -> tuple[TreatyView, ...]:
    """The treaties a person is a party to and has read, the oldest first."""
    title = world.pack.answers.title
    found = [t for t in world.of(Treaty) if person in t.shown]
    found.sort(key=lambda treaty: (treaty.written, treaty.id))
    views = []
    for treaty in found:
        known = signers_known(treaty, person)
        views.append(
            TreatyView(
                text=treaty.text,
                parties=tuple(title(world, each) for each in treaty.parties),
                signed=tuple(title(world, each) for each in treaty.parties if each in known),
                concluded=known >= set(treaty.parties),
            )
        )
    return tuple(views)
