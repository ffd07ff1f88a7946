"""Wizards: spells learnt, and spells cast (C-WIZ-02 to C-WIZ-08)."""
