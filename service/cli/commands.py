"""All commands; importing this registers them."""

from service.cli import campaigns, database, demo, reference, scenarios, serving, speaking

__all__ = ["campaigns", "database", "demo", "reference", "scenarios", "serving", "speaking"]
