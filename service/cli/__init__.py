"""The command line: ``galloper``."""

from service.cli.main import main

__all__ = ["main"]
