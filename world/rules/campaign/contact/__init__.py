"""Meetings of hostile armies, up to the battle (C-BAT-01)."""
