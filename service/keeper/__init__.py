"""The keeper: keeps every campaign it owns in step with the real clock."""
