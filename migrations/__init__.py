"""The database's schema, one step a revision; plain SQL, read with ``importlib.resources``."""
