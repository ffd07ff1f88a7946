"""Supplies: the evening meal, hunger, what spoils, what is handed over (C-SUP)."""
