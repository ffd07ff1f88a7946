"""The database's schema, one step a revision; plain SQL, read with ``importlib.resources``."""

#: The newest revision; a test holds it to the files.
HEAD = "0015"
