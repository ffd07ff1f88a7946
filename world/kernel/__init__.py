"""What the kernel itself keeps in every campaign: clock, recurrences, decisions, quarantine."""
