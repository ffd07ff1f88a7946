"""People: who they are (accounts), what proves it (credentials), what they may (roles)."""
