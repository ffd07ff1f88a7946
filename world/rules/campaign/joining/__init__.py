"""Armies split and joined, garrisons taken back (C-ARMY-04, C-ARMY-05, C-STR-05)."""
