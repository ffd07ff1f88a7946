"""Keep a referee's correction: what is so is changed, with a reason, at the instant it is heard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from service.intake.speak import LONGEST_LINE, Receipt, clean, keep, require_clean, said_before
from service.store.memberships import note
from service.store.session import writing
from world.entity import kind_of
from world.errors import BadInput
from world.kernel.correcting import corrected, words_of_changes
from world.kernel.nouns import REFEREE
from world.said import Correct

if TYPE_CHECKING:
    import asyncpg

    from service.intake.reading import Readings
    from service.people.who import Account
    from world.entity import Entity

_encoder = msgspec.json.Encoder(order="deterministic")


class Correction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fields of an entity, and what is to stand in them.

    Attributes:
        after: the new values by field, as JSON.
        reason: why; it stands in the journal.
        before: what was seen in these fields; if it is not so any more, nothing is changed.
    """

    after: dict[str, Any]
    reason: str
    before: dict[str, Any] = {}


class Preview(msgspec.Struct, frozen=True, kw_only=True):
    """What a correction would change: each field before and after, as JSON."""

    entity: str
    kind: str
    before: dict[str, Any]
    after: dict[str, Any]


async def preview(
    conn: asyncpg.Connection, readings: Readings, campaign_id: str, entity: str, wanted: Correction
) -> Preview:
    """What a correction would change; nothing is kept.

    Raises:
        Refused: it cannot be made.
        BadInput: it holds what cannot be kept.
    """
    world = await readings.world(conn, campaign_id)
    new = corrected(world, _said(entity, wanted, ""))
    old = world.entities[entity]
    names = sorted(wanted.after)
    return Preview(
        entity=entity,
        kind=kind_of(type(old)),
        before=_fields(old, names),
        after=_fields(new, names),
    )


async def correct_entity(
    pool: asyncpg.Pool,
    readings: Readings,
    campaign_id: str,
    entity: str,
    wanted: Correction,
    by: Account | None = None,
    key: str = "",
) -> Receipt:
    """Keep a correction, with what it replaces and who makes it; the audit notes that it was.

    *by* is None for the operator's shell.

    Raises:
        Refused: it cannot be made.
        BadInput: it has no reason, or holds what cannot be kept.
    """
    # By id: a name would stand in the journal for ever.
    author = by.id if by is not None else ""
    async with writing(pool) as conn:
        seen = await said_before(conn, campaign_id, REFEREE, key)
        if isinstance(seen, Correct) and _same(seen, _said(entity, wanted, author)):
            # Said again under its key, it is the same correction still.
            return await keep(conn, campaign_id, REFEREE, seen, key, f"correct {entity}")
        found = await preview(conn, readings, campaign_id, entity, wanted)
        body = _said(entity, msgspec.structs.replace(wanted, before=found.before), author)
        echo = f"correct {found.kind} {entity}: {words_of_changes(found.before, found.after)}"
        async with conn.transaction():
            receipt = await keep(conn, campaign_id, REFEREE, body, key, echo)
            if not receipt.again:
                # What was changed stands in the journal: operators read the audit, and not that.
                about = f"{found.kind}, input {receipt.n} of the referee"
                await note(conn, campaign_id, author, "corrected", about)
        return receipt


def _said(entity: str, wanted: Correction, by: str) -> Correct:
    reason = clean(wanted.reason, "The reason").strip()
    if not reason or len(reason) > LONGEST_LINE:
        raise BadInput(
            f"The reason has {len(reason)} characters; give one of 1 to {LONGEST_LINE}: it stands"
            " in the journal. Nothing was changed."
        )
    require_clean(wanted.after)
    return Correct(
        entity=clean(entity, "The id"),
        before=msgspec.Raw(_encoder.encode(wanted.before)),
        after=msgspec.Raw(_encoder.encode(wanted.after)),
        reason=reason,
        by=by,
    )


def _same(said: Correct, wanted: Correct) -> bool:
    """Whether it is what was said; what was seen before is looked up anew each time."""
    return msgspec.structs.replace(said, before=wanted.before) == wanted


def _fields(entity: Entity, names: list[str]) -> dict[str, Any]:
    plain = msgspec.json.decode(_encoder.encode({n: getattr(entity, n) for n in names}))
    return {name: plain[name] for name in names}
