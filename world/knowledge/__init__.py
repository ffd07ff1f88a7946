"""What a person knows: the picture, the latest sighting of each thing, and the record of all of it.

The picture is entities, bounded by the size of the world, and handlers may read it.  The record is
rows that pages read and handlers never do.
"""
