"""Contracts between commanders, as strong as their makers' word (C-TALK-02)."""
