"""Figures whose value is held to the rules, but for which no story is written yet.

A figure leaves this list when a story shows that it bites; the tests refuse one that has both, and
one that has neither.  ``make params`` prints what is left.
"""

from __future__ import annotations

AWAITED: frozenset[str] = frozenset()
