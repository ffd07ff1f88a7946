"""A day's work of an army that stays where it is: foraging and torching (C-FOR, C-TOR)."""
