"""Marching: orders, stretches, halts, forced marches and long columns (C-MARCH, C-COL-02)."""
