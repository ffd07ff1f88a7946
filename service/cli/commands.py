"""All commands; importing this registers them."""

from service.cli import campaigns, database, scenarios, serving, speaking

__all__ = ["campaigns", "database", "scenarios", "serving", "speaking"]
