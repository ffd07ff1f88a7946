"""A command at work: the store opened, and its coroutines awaited.

Loops, database and log take longer to import than most commands to run; so they come only with the
work, and not with the list of commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from service.config import from_environment

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from service.opening import Store

T = TypeVar("T")


def with_store(work: Callable[[Store], Awaitable[T]], data: Path | None) -> T:
    """Run *work* (a coroutine function of trio) with an open store."""
    from service import bridge
    from service.logs import set_up_logging
    from service.opening import open_store

    set_up_logging()
    config = from_environment(data)

    async def main() -> T:
        async with open_store(config) as store:
            return await work(store)

    return bridge.run(main)


async def ask_store(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Await an asyncio coroutine function with keywords."""
    from service.bridge import from_asyncio

    async def call() -> Any:
        return await fn(*args, **kwargs)

    return await from_asyncio(call, timeout=60.0)
