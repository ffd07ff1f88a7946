"""Battles in the field and upon walls: sides, modifiers, rolls, losses (C-BAT, C-MULTI, C-ASLT)."""
