"""What a victor makes of a place that has fallen, and of those in it (C-AFT)."""
