"""The map as a picture (PNG): what programs show that cannot show a drawing (asyncio side).

One is painted at a time, by a program of its own (:mod:`service.papers.painter`), with a limit to
what waits, to the size and to the time.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from world.errors import BadInput, GalloperError

#: Pixels across: where nobody says otherwise, and bounds.
USUAL_WIDTH, LEAST_WIDTH, LARGEST_WIDTH = 1_200, 100, 2_400
#: Pixels of a picture at most; each takes four bytes while it is painted.
LARGEST = 12_000_000
#: Bytes of a drawing at most: a country of 9,801 hexes has 1.2 million.
LARGEST_DRAWING = 8_000_000
#: Seconds a picture may take; a request is answered within ten.
LIMIT = 8.0
#: Pictures that may wait for their turn, the one being painted included.
WAITING = 4
#: A picture takes a second where another answer takes milliseconds: one a second, three at once.
PICTURE_COST = 20
#: Seconds after which to ask again where more are wanted.
AGAIN = 5
#: Pictures kept, and the largest that is (bytes).
_KEPT = 24
_LARGEST_KEPT = 1_000_000

_PROGRAM = Path(__file__).with_name("painter.py")
_SIZE = re.compile(rb'<svg [^>]*?width="(\d+)" height="(\d+)"')
_painting = ThreadPoolExecutor(1, thread_name_prefix="painter")
_kept: OrderedDict[tuple[str, str, int, bytes], bytes] = OrderedDict()
_waiting = 0


class ManyWait(GalloperError):  # noqa: N818 - what it is, as the other refusals here
    """More pictures are wanted than may wait."""


async def painted(drawing: bytes, campaign: str, person: str, width: int) -> bytes:
    """A drawing as PNG, so many pixels wide.

    A picture that is kept is given only to whoever has the same map of the same person before them.

    Raises:
        BadInput: it would be too large.
        ManyWait: too many pictures wait already.
        TimeoutError: it took too long.
    """
    global _waiting  # noqa: PLW0603 - one queue for the process, as there is one painter
    _measure(drawing, width)
    key = (campaign, person, width, sha256(drawing).digest())
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    if _waiting >= WAITING:
        raise ManyWait(
            f"Too many pictures are being painted; none was added. Wait {AGAIN} s, or take map.svg."
        )
    _waiting += 1
    try:
        picture = await asyncio.get_running_loop().run_in_executor(
            _painting, _paint, drawing, width
        )
    finally:
        _waiting -= 1
    if len(picture) <= _LARGEST_KEPT:
        _kept[key] = picture
        while len(_kept) > _KEPT:
            _kept.popitem(last=False)
    return picture


def _measure(drawing: bytes, width: int) -> None:
    found = _SIZE.match(drawing)
    across, down = (int(found[1]), int(found[2])) if found else (1, 1)
    if len(drawing) > LARGEST_DRAWING or width * width * down > LARGEST * across:
        raise BadInput(
            f"This map {width} pixels wide would be too large a picture; none was painted. Give a"
            " smaller width, or take map.svg."
        )


def _paint(drawing: bytes, width: int) -> bytes:
    try:
        done = subprocess.run(
            [sys.executable, "-I", str(_PROGRAM), str(width)],
            input=drawing,
            capture_output=True,
            timeout=LIMIT,
            check=False,
            # What the daemon's environment holds is none of its business.
            env={},
        )
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    if done.returncode:
        said = done.stderr.decode(errors="replace")[-300:]
        raise RuntimeError(f"The painter ended with {done.returncode}: {said}")
    return done.stdout
