"""The database's schema as an operator brings it up to date."""

from __future__ import annotations

import json

from migrations import HEAD
from tests.service.cli.typed import typed


def test_an_upgrade_says_where_the_schema_is_now_however_it_is_asked(empty_dsn: str) -> None:
    for _ in range(2):
        done = typed(empty_dsn, "db", "upgrade", "--json")
        assert (done.status, json.loads(done.out)) == (
            0,
            {"state": "current", "found": HEAD, "known": HEAD},
        )
    assert HEAD in typed(empty_dsn, "db", "upgrade").out
