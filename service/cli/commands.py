"""All commands; importing this registers them."""

from service.cli import (
    campaigns,
    clocks,
    database,
    demo,
    dice,
    papers,
    people,
    reference,
    scenarios,
    serving,
    speaking,
)

__all__ = [
    "campaigns",
    "clocks",
    "database",
    "demo",
    "dice",
    "papers",
    "people",
    "reference",
    "scenarios",
    "serving",
    "speaking",
]
