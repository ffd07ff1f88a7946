"""Mercenaries: whole companies that serve whoever pays them by the day (C-MERC)."""
