"""Armies as their owners have known them from the first: those of the scenario, and later ones.

What became of an army far away its owner has to be told.  Until then it stands on his page, and its
captain can be written to, under the name by which he has known it.
"""

from __future__ import annotations

from typing import Protocol

from world.entity import Entity
from world.pack import Chapter
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.ground import scene
from world.state import World
from world.step import Step

chapter = Chapter("musters", "Armies formed after the campaign began")


class Known(Protocol):
    """What an owner has known of an army from the first."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def owner(self) -> str:
        """Whose it is; '' where only a commander is named."""
        ...

    @property
    def commander(self) -> str:
        """Who led it then; '' for a captain."""
        ...


class Muster(Entity, frozen=True, tag="muster"):
    """An army that was formed after the campaign began; it is found by the army's id.

    It stays when the army is gone: its owner may believe in it still.
    """

    army: str
    name: str
    owner: str
    commander: str
    faction: str


chapter.declare(Muster)


def note_army(step: Step, army: Army) -> None:
    """Note an army that is formed now, as its owner knows it from the first."""
    step.put(
        Muster(
            id=f"muster:{army.id}",
            army=army.id,
            name=army.name,
            owner=army.owner,
            commander=army.leader,
            faction=army.faction,
        )
    )


def muster_of(world: World, army: str) -> Known | None:
    """What was known from the first of an army, be it alive or not."""
    section: Known | None = scene(world).setup.armies.get(army)
    return section or world.find(Muster, f"muster:{army}")


def mustered(world: World) -> dict[str, Known]:
    """Every army there has ever been, by id."""
    found: dict[str, Known] = dict(scene(world).setup.armies)
    found.update((muster.army, muster) for muster in world.of(Muster))
    return found
