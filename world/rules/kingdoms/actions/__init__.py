"""The actions: what each rolls, and what comes of it (K-ACT)."""
