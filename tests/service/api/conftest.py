"""A server for the tests of the API, with a campaign where most of them want one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from service.bridge import new_loop
from tests.service.api.site import Site, site

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Play = Callable[[Callable[[Site], Awaitable[None]]], None]


@pytest.fixture
def play(dsn: str) -> Play:
    """Run a story against a server that has the campaign ``spring``."""

    def run(story: Callable[[Site], Awaitable[None]]) -> None:
        async def main() -> None:
            async with site(dsn) as here:
                await here.campaign("spring")
                await story(here)

        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main())

    return run
