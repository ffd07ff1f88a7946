"""A person's record: every letter, report and sighting that reached them, the newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.people.parts import require_voice
from service.store.campaigns import campaign_name
from service.store.papers import last_known
from service.web.papers import papers_of
from service.web.wording import told

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Look

#: Lines on one page.
_LINES = 100


async def record(look: Look) -> web.Response:
    """What a person has learnt, with what may be learnt from it."""
    campaign, person = look.request.match_info["campaign"], look.request.match_info["person"]
    before = look.request.query.get("before", "")
    limit = int(before) if before.isascii() and before.isdecimal() and len(before) < 16 else 2**53
    async with look.site.pool.acquire() as conn:
        await require_voice(conn, look.known, campaign, person, to_speak=False)
        name = await campaign_name(conn, campaign)
        world = await look.site.readings.recent(conn, campaign)
        found = await last_known(conn, campaign, person, limit, _LINES)
    lines: list[dict[str, Any]] = []
    for line in found:
        parts = told(world, world.pack.record_decoder.decode(line.body))
        lines.append(
            {
                "n": line.n,
                "kind": line.kind,
                "date": world.calendar.format(line.at, "datetime"),
                "text": parts.pop("text", ""),
                "parts": parts,
            }
        )
    return look.page(
        "record.html",
        campaign=campaign,
        person=person,
        name=name,
        title=world.pack.answers.title(world, person),
        papers=papers_of(world),
        lines=lines,
        more=lines[-1]["n"] if len(lines) == _LINES else None,
    )
