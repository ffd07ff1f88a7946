"""Naval battles: meetings of fleets, plans, rolls, hits, prizes, flight (C-NAV)."""
