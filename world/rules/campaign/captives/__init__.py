"""Commanders taken, freed and dead; who leads in their stead; riding alone (C-PRIS, C-RET-02)."""
