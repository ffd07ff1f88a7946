"""The referee looks at an order or a roll again, and may have it repeated (K-DEC-10)."""
