"""Harrying: detachments that ride out for a day to plague an enemy (C-HARRY)."""
