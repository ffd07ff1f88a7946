"""Delicate dealings played out between those present and the referee (C-TALK-03)."""
