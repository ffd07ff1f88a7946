"""Play a fixed story of the mill and print what it leaves; run in processes of its own by tests.

``python -m tests.packs.replay`` prints the hash of the journal, of the state and of the notices.
"""

from __future__ import annotations

import hashlib

from tests.packs import mill
from tests.packs.play import HOUR, MINUTE, Play, answer, begin, order, ordered
from world.said import HoldClock, Input, Outage, SetRate


def story(play: Play) -> list[Input]:
    """Three busy days: trips, letters, questions, a pause, an outage, a jammed mill."""
    said = []
    for hour in range(1, 70):
        if hour % 5 == 1:
            said.append(play.says("abel", order(mill.Cart(sacks=hour % 2)), hour * HOUR))
        if hour % 3 == 2:
            said.append(play.says("bruno", order(mill.Cart(sacks=0)), hour * HOUR))
        if hour % 7 == 3:
            said.append(play.says("abel", order(mill.Lend(to="bruno")), hour * HOUR + MINUTE))
        if hour % 4 == 1:
            said.append(play.says("bruno", order(mill.Merge()), hour * HOUR + 2 * MINUTE))
        if hour % 9 == 6:
            said.append(play.says("abel", order(mill.Burn()), hour * HOUR + 3 * MINUTE))
        if hour % 6 == 4:
            raised = answer("D-PRICE-01", "raise")
            said.append(play.says("gm", raised, hour * HOUR + 30 * MINUTE))
    said += [
        play.says("gm", order(mill.Jam()), 20 * HOUR + MINUTE),
        play.says("gm", order(mill.Jam(free=True)), 26 * HOUR + 1),
        play.says("gm", answer("D-KERNEL-QUARANTINE", "again"), 26 * HOUR + 2),
        play.says(
            "gm", HoldClock(reason="supper", until=play.at(32 * HOUR)), 30 * HOUR + 7 * MINUTE
        ),
        play.says("keeper", Outage(start=play.at(40 * HOUR), end=play.at(43 * HOUR)), 40 * HOUR),
        play.says("gm", SetRate(numerator=5, denominator=3), 50 * HOUR),
    ]
    return ordered(said)


def played() -> Play:
    """The story, told to its end."""
    play = begin(mill.PACK, seed=77)
    return play.keep(72 * HOUR, story(play))


def digest() -> str:
    """What the story leaves, as one line."""
    play = played()
    parts = [play.world.head, repr(play.kept()).encode()]
    parts.append(b"".join(notice.body for notice in play.notices))
    parts.append(b"".join(known.body for known in play.known))
    return " ".join(hashlib.sha256(part).hexdigest()[:16] for part in parts)


if __name__ == "__main__":
    print(digest())  # noqa: T201 - the parent process reads it
