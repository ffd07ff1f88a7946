"""A pure simulation of campaigns: entities, a timeline of events, and the rules that move them.

Nothing in this package reads a clock, a file or a socket, or draws a number of its own.
"""
