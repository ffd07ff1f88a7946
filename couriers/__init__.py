"""Words that travel through the world: letters and riders, semaphore, news and talk.

Pure like :mod:`world`, on which it rests; what moves, arrives or is lost is decided by seeded dice.
"""

from couriers.chapters import CHAPTERS, LETTERS

__all__ = ["CHAPTERS", "LETTERS"]
