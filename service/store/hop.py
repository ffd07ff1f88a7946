"""The last number of every person in a table of papers, without reading the papers."""

from __future__ import annotations

from typing import Literal


def last_numbers(table: Literal["known", "notice"]) -> str:
    """Give a WITH query ``last (person, n)`` of the campaign in ``$1``; put WITH before it.

    It hops from person to person along the table's key: rows are many, persons few.
    """
    return f"""RECURSIVE hop AS (
    (SELECT person FROM {table} WHERE campaign_id = $1 ORDER BY person LIMIT 1)
    UNION ALL
    SELECT (SELECT person FROM {table} WHERE campaign_id = $1 AND person > hop.person
            ORDER BY person LIMIT 1)
    FROM hop WHERE hop.person IS NOT NULL),
last AS (
    SELECT person, (SELECT n FROM {table} WHERE campaign_id = $1 AND person = hop.person
                    ORDER BY n DESC LIMIT 1) AS n
    FROM hop WHERE person IS NOT NULL)"""  # noqa: S608 - one of two names of ours
