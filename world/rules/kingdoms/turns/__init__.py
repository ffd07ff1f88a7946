"""Turns: the calendar, their opening and close, and what then becomes of their orders (K-TRN)."""
