"""Every figure of the kingdoms rules, a module for each part; a chapter registers its own.

A figure that may be absent is a word: ``none`` (or ``all``), or a whole number.
:func:`world.rules.kingdoms.nouns.figures.limits.limit` reads it.
"""
