"""Prove a campaign's dice: each follows from secret, cause and count, and no line is lost.

Anybody can do this once a campaign has ended and its secret is published; before that only whoever
reads the database can, who can also predict the dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.store.journal import read_journal
from world.dice import Roll, Secret
from world.journal import chained

if TYPE_CHECKING:
    import asyncpg

_PAGE = 1_000


class Proof(msgspec.Struct, frozen=True):
    """What was found: lines and dice looked at, and every one that does not follow."""

    commitment: str
    lines: int
    dice: int
    faults: tuple[str, ...]


class _Entry(msgspec.Struct):
    id: str


class _Line(msgspec.Struct):
    entry: _Entry
    dice: tuple[Roll, ...] = ()


async def prove(conn: asyncpg.Connection, campaign_id: str, secret: bytes, line: int = 0) -> Proof:
    """Throw every die of a campaign's journal again and follow the chain of its lines."""
    rolls = Secret(secret)
    decode = msgspec.json.Decoder(_Line).decode
    head, after, dice = bytes(32), 0, 0
    faults: list[str] = []
    while True:
        rows = await read_journal(conn, campaign_id, line, after, _PAGE)
        if not rows:
            break
        for row in rows:
            if row.seq != after + 1 or chained(head, row.body) != row.hash:
                faults.append(f"line {row.seq} does not follow from the one before it")
            head, after = row.hash, row.seq
            told = decode(row.body)
            for roll in told.dice:
                dice += 1
                faces = rolls.faces(told.entry.id, roll.reason, roll.n, 0, roll.dice)
                if faces != roll.faces:
                    faults.append(f"line {row.seq}: {roll.dice} for {roll.reason!r} was not thrown")
    return Proof(rolls.commitment, after, dice, tuple(faults))
