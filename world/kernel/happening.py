"""Let an event happen to its subject, or to whoever answers for a subject that is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from world.entity import Tombstone
from world.kernel.nouns import Occurrence
from world.kernel.quarantine import strand

if TYPE_CHECKING:
    from world.step import Step
    from world.timeline import Event


def happen(step: Step, event: Event) -> None:
    """Run the handler of an event.

    If its subject is gone it happens to the successor; without one the pack's ``when_gone`` runs;
    without that it is listed for the referee.
    """
    world = step.world
    pack = world.pack
    # A recurrence has to go on or end whatever became of its subject; it comes here again with
    # what recurs.
    found = None if type(event) is Occurrence else world.entities.get(event.subject)
    if type(found) is Tombstone:
        heir = world.resolve(event.subject)
        if heir is not None:
            event = msgspec.structs.replace(event, subject=heir.id)
        elif type(event) in pack.gone:
            pack.gone[type(event)](step, event)
            return
        else:
            strand(step, event, found.because)
            return
    pack.handlers[type(event)](step, event)
