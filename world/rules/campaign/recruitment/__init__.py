"""Raising armies (C-REC)."""
