"""A column sent as a literal arrives as it was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from service.store.arrays import literal

if TYPE_CHECKING:
    from collections.abc import Callable

    import asyncpg

    Play = Callable[[Callable[[asyncpg.Pool], Any]], Any]

COLUMNS = st.lists(
    st.tuples(
        # What has a meaning in a literal, more often than chance would have it.
        st.text(
            st.characters(codec="utf-8", exclude_characters="\0") | st.sampled_from('{}",\\ \n'),
            max_size=8,
        )
        | st.sampled_from(["", "NULL", "null", "{}", '"', "\\", "\\\\", '\\"', "None"]),
        st.binary(max_size=8),
        st.none() | st.integers(-(2**63), 2**63 - 1),
    ),
    max_size=8,
)


def test_texts_bodies_and_numbers_arrive_as_they_were(play: Play) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        async def sent(rows: list[tuple[str, bytes, int | None]]) -> list[tuple[Any, ...]]:
            columns = [literal([row[n] for row in rows]) for n in range(3)]  # type: ignore[arg-type]
            found = await pool.fetch(
                "SELECT * FROM unnest($1::text::text[], $2::text::bytea[], $3::text::bigint[])",
                *columns,
            )
            return [tuple(row) for row in found]

        for rows in examples:
            assert await sent(rows) == rows

    examples: list[list[tuple[str, bytes, int | None]]] = []

    @settings(max_examples=200, suppress_health_check=list(HealthCheck))
    @given(COLUMNS)
    def gather(rows: list[tuple[str, bytes, int | None]]) -> None:
        examples.append(rows)

    gather()
    play(story)


def test_nothing_is_an_empty_array() -> None:
    assert literal([]) == "{}"


def test_a_text_the_database_cannot_keep_is_refused_and_shifts_no_other() -> None:
    with pytest.raises(ValueError, match="NUL"):
        literal(["a", "b\0c"])
