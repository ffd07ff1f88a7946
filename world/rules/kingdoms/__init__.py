"""The kingdoms rules: a forum game of four to six kingdoms with three ratings, season by season.

A chapter of the rules is a module; chapters share the nouns of :mod:`world.rules.kingdoms.nouns`,
announce facts, and never import one another.
"""

from world.rules.kingdoms.pack import CHAPTERS, RELEASE, answers, found, pack, scene, view

__all__ = ["CHAPTERS", "RELEASE", "answers", "found", "pack", "scene", "view"]
