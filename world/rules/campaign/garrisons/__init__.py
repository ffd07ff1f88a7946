"""Troops behind walls: who goes in and out, and the garrisons that stand there (C-STR)."""
