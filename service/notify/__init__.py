"""From notices to people: worded, sent with patience, and never twice under two names."""
