"""Sieges: opened, reckoned week by week, gates opened, lifted (C-SIEGE, C-ENG-02)."""
