"""Dice and names that follow from cause: nobody can predict them, anybody can check them later.

A campaign has a secret of 256 random bits.  A name is a keyed hash of what caused the thing; a die
is seeded from the secret, the event, the reason, the count of draws for that reason and the attempt
(raised by the referee's "reroll").  Publishing the secret at the end of a campaign therefore proves
every roll, and one more hidden event renames nothing and moves no die.
"""

from __future__ import annotations

import functools
import hashlib
import re
from typing import TYPE_CHECKING

import msgspec

from world.errors import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

_EXPRESSION = re.compile(r"([0-9]{1,3})d([0-9]{1,6})")


class Roll(msgspec.Struct, frozen=True, gc=False):
    """One draw as the journal keeps it: the reason, the dice thrown and the faces shown."""

    reason: str
    dice: str
    faces: tuple[int, ...]
    n: int = 0

    @property
    def total(self) -> int:
        """Sum of the faces."""
        return sum(self.faces)


class Secret:
    """A campaign's secret: names things and throws dice.

    Args:
        secret: 32 bytes, random for a provable campaign, derived from the seed otherwise.
    """

    __slots__ = ("_dice", "_namer", "bytes")

    def __init__(self, secret: bytes) -> None:
        if len(secret) != 32:
            raise Fault("a campaign's secret has 32 bytes")
        self.bytes = secret
        names = hashlib.blake2b(b"galloper names", key=secret, digest_size=32).digest()
        # Names are given by the thousand: a copy of what has taken in the key is quicker made.
        self._namer = hashlib.blake2b(key=names, digest_size=10)
        self._dice = hashlib.blake2b(b"galloper dice", key=secret, digest_size=32).digest()

    @classmethod
    def of_seed(cls, seed: int) -> Secret:
        """The secret of a rehearsal campaign, which anyone who knows the seed can predict."""
        return cls(hashlib.blake2b(f"galloper seed {seed}".encode(), digest_size=32).digest())

    @property
    def commitment(self) -> str:
        """What is published when the campaign starts: a hash that binds the secret (hex)."""
        return hashlib.sha256(b"galloper commitment" + self.bytes).hexdigest()

    def name(self, cause: str) -> str:
        """The name of what *cause* brought about: 20 hexadecimal digits."""
        namer = self._namer.copy()
        namer.update(cause.encode())
        return namer.hexdigest()

    def faces(self, event: str, reason: str, n: int, attempt: int, dice: str) -> tuple[int, ...]:
        """The faces of *dice* (``2d6``) for the nth draw for *reason* in *event*.

        Raises:
            Fault: the expression is not of the form ``NdM``.
        """
        return self.foreseen(event, reason, n, attempt, dice)

    def foreseen(self, event: str, reason: str, n: int, attempt: int, dice: str) -> tuple[int, ...]:
        """The faces that :meth:`faces` will show: whoever holds the secret can tell beforehand.

        Raises:
            Fault: the expression is not of the form ``NdM``.
        """
        count, sides = parse_dice(dice)
        stream = self._numbers(f"{event}|{reason}|{n}|{attempt}")
        limit = (1 << 32) - (1 << 32) % sides
        faces: list[int] = []
        while len(faces) < count:
            number = next(stream)
            if number < limit:  # rejection keeps every face equally likely
                faces.append(number % sides + 1)
        return tuple(faces)

    def _numbers(self, seed: str) -> Iterator[int]:
        block = 0
        while True:
            digest = hashlib.blake2b(f"{seed}|{block}".encode(), key=self._dice).digest()
            for i in range(0, 64, 4):
                yield int.from_bytes(digest[i : i + 4], "big")
            block += 1


@functools.lru_cache(maxsize=512)
def parse_dice(dice: str) -> tuple[int, int]:
    """Count and sides of an expression such as ``2d6``.

    Raises:
        Fault: it is not one, or has no dice or no sides.
    """
    found = _EXPRESSION.fullmatch(dice)
    if found is None or int(found[1]) < 1 or int(found[2]) < 1:
        raise Fault(f"{dice!r} is not a dice expression such as 2d6")
    return int(found[1]), int(found[2])
