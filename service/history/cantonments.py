"""The cantonments of June 1815 drawn together: how soon an army of armies stands in one place."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import msgspec

from service.history.stage import DAY, HOUR, Figures, days, scenario_files
from service.packs import pack_named
from world.advance import advance
from world.batch import Batch
from world.campaign import found
from world.dice import Secret
from world.errors import Fault
from world.kernel.nouns import REFEREE
from world.ordertext import parse_order
from world.rules.campaign.nouns.army import Army
from world.said import GiveOrder, Input
from world.scenario.scenario import read_scenario

#: They besiege fortresses, and stay there.
_BUSY = ("north-german-corps", "thuringian-brigade")
_PATIENCE = 15 * DAY
#: How many men must be there: the corps that lay a march behind all others is not waited for.
_SHARE = Fraction(4, 5)


def concentrating(figures: Figures, goal: str) -> Fraction:
    """Days from the order to march until four men of five of the Allies have come to a place.

    Every army of Wellington's and Blücher's that is free stands where it stood on 12 June 1815, is
    ordered to march at the usual pace in that night, and goes by the roads of the map.

    Raises:
        Fault: they are not there within a fortnight.
    """
    pack = pack_named("campaign")
    read = read_scenario(scenario_files(), pack, figures)
    world, _ = found(
        pack, msgspec.structs.replace(read, script=()), secret=Secret.of_seed(1815), start=0
    )
    men = {
        army.id: army.soldiers
        for army in world.of(Army)
        if army.faction in ("netherlands", "prussia") and army.id not in _BUSY
    }
    said = deque(
        Input(
            person=REFEREE,
            n=n,
            received=0,
            body=GiveOrder(
                order=msgspec.Raw(
                    msgspec.json.encode(parse_order(pack, f"march to={goal} army={army}"))
                )
            ),
        )
        for n, army in enumerate(men, 1)
    )
    place = world.scene.place(goal)
    for at in range(0, _PATIENCE, HOUR):
        advance(world, world.face.wall(at) or 0, inputs=said, into=Batch())
        here = sum(
            men.get(army.id, 0)
            for army in world.of(Army)
            if army.place == place and army.march is None
        )
        if at and here >= sum(men.values()) * _SHARE:
            return days(at)
    raise Fault(f"the Allies have not come to {goal} within a fortnight")
