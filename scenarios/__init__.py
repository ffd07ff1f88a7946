"""Scenarios that come with the program: data, read through ``importlib.resources``."""
