"""What captains and non-player commanders do by themselves (C-CAP-01, C-NPC-01)."""
