"""What the chapters of the campaign rules share: their nouns, and what can be read off them.

A noun's module declares its entities and the figures that are read off them; it changes nothing and
reacts to nothing.  Chapters import these modules and never one another.
"""
