"""What the daemon answers over HTTP."""
