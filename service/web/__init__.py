"""Pages: what the API does, for people with a browser; server-rendered, of use without script."""
