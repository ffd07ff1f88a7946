"""Persons and offices that nobody plays: the referee speaks for them (C-NPC-01, C-CAP-01)."""
