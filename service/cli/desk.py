"""A command at work: the store opened, and its coroutines awaited."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from service import bridge
from service.app import Store, open_store
from service.bridge import from_asyncio
from service.config import from_environment

T = TypeVar("T")


def with_store(work: Callable[[Store], Awaitable[T]], data: Path | None) -> T:
    """Run *work* (a coroutine function of trio) with an open store."""
    config = from_environment(data)

    async def main() -> T:
        async with open_store(config) as store:
            return await work(store)

    return bridge.run(main)


async def ask_store(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Await an asyncio coroutine function with keywords."""

    async def call() -> Any:
        return await fn(*args, **kwargs)

    return await from_asyncio(call, timeout=60.0)
