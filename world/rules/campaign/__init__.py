"""The campaign rules: armies, marches, sieges and those who command them, in real time.

A chapter of the rules is a module; chapters share the nouns of :mod:`world.rules.campaign.nouns`,
announce facts, and never import one another.
"""

from world.rules.campaign.pack import CHAPTERS, RELEASE, answers, found, pack, scene, view

__all__ = ["CHAPTERS", "RELEASE", "answers", "found", "pack", "scene", "view"]
