"""Blockades: sieges from the sea (C-BLK)."""
