"""Commanders as persons: how they come, grow older, and try what their abilities allow (C-CMD)."""
