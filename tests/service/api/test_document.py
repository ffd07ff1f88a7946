"""The OpenAPI document is sound, and the server does what it says whatever is thrown at it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.api.openapi import document_bytes
from service.bridge import new_loop
from service.pace import Pace
from service.people.who import SCOPES
from service.store.accounts import list_accounts
from tests.service.api.site import site
from tests.service.conftest import fresh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from service import embedded

DOCUMENT: dict[str, Any] = msgspec.json.decode(document_bytes())


def test_the_document_is_valid() -> None:
    validate(DOCUMENT, cls=OpenAPIV31SpecValidator)


def test_every_operation_has_a_summary_a_name_of_its_own_and_says_who_may() -> None:
    operations = [op for path in DOCUMENT["paths"].values() for op in path.values()]
    names = [op["operationId"] for op in operations]
    assert len(set(names)) == len(names)
    assert all(op["summary"].endswith(".") and "security" in op for op in operations)


class Running(NamedTuple):
    address: str
    token: str


@pytest.fixture(scope="module")
def running(postgres: embedded.Server) -> Iterator[Running]:
    """A server in a thread of its own, with a campaign whose referee and player asks."""
    ready = threading.Event()
    found: list[Running] = []
    stop: list[Callable[[], Any]] = []

    async def main(dsn: str) -> None:
        async with site(dsn, Pace(1e9, 10**9)) as here:
            await here.campaign("spring")
            await here.member("spring", "gm@example.org", "gm", also="ann")
            await here.pool.execute("UPDATE account SET operator = true")
            async with here.pool.acquire() as conn:
                (account,) = await list_accounts(conn)
            token = await here.token(account, SCOPES)
            found.append(Running(here.address, token))
            ended = asyncio.Event()
            loop = asyncio.get_running_loop()
            stop.append(lambda: loop.call_soon_threadsafe(ended.set))
            ready.set()
            await ended.wait()

    def serve(dsn: str) -> None:
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(main(dsn))

    with contextlib.contextmanager(fresh)(postgres) as dsn:
        thread = threading.Thread(target=serve, args=(dsn,))
        thread.start()
        try:
            assert ready.wait(30)
            yield found[0]
        finally:
            stop[0]()
            thread.join(30)


CHECKS = [
    schemathesis.checks.not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
OPERATIONS = [(path, method) for path, found in DOCUMENT["paths"].items() for method in found]


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_the_server_answers_as_the_document_says(running: Running, path: str, method: str) -> None:
    schema = schemathesis.openapi.from_dict(DOCUMENT)
    schema.config.update(base_url=running.address)

    @given(case=schema[path][method].as_strategy(), real=st.booleans())
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case: Any, *, real: bool) -> None:
        if real:
            there = {"campaign": "spring", "person": "ann"}
            case.path_parameters |= {k: v for k, v in there.items() if k in case.path_parameters}
        if path.endswith("/stream"):  # it would go on for a day
            case.query = {**(case.query or {}), "seconds": "0"}
        case.call_and_validate(
            headers={"Authorization": f"Bearer {running.token}"}, checks=CHECKS, timeout=20
        )

    check()
