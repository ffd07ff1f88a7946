"""Ships: bought, hired, manned, mended, paid for (C-SHIP)."""
