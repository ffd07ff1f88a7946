"""Opportunities: which card appears, for whom, and what comes of pursuing it (K-OPP)."""
