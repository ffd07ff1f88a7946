"""The daemon: keeps campaigns in step with the real clock, remembers them and speaks to people."""
