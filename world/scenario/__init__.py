"""Scenario text in, world out; every mistake with its file, its line and what was expected."""
