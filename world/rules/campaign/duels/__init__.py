"""Duels between commanders (C-DUEL)."""
