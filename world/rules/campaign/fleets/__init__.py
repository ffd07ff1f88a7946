"""Fleets: sailing, loading and landing, splitting and joining (C-FLEET)."""
