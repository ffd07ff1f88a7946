"""A commander's own people: who they are, and who of them is played in his stead (C-RET)."""
