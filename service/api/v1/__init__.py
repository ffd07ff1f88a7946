"""The first version of the HTTP API, a chapter a module."""
