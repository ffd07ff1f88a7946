"""The referee's hand on what is so: look something up, see what a correction changes, make it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from service.api.problem import words_of
from service.intake.correcting import Correction, Preview, correct_entity, preview
from service.people.parts import require_insight, require_referee
from service.store.campaigns import campaign_name
from service.things import kinds, listed, thing
from world.errors import BadInput, Refused

if TYPE_CHECKING:
    from aiohttp import web

    from service.things import Thing
    from service.web.frame import Look
    from world.state import World

_MOST = 200


async def _world(look: Look, *, to_change: bool = False) -> tuple[str, World]:
    campaign = look.request.match_info["campaign"]
    async with look.site.pool.acquire() as conn:
        await (require_referee if to_change else require_insight)(conn, look.known, campaign)
        name = await campaign_name(conn, campaign)
        return name or campaign, await look.site.readings.world(conn, campaign)


async def things(look: Look) -> web.Response:
    """What there is, by kind and words."""
    name, world = await _world(look)
    kind, words = (look.request.query.get(one, "")[:200] for one in ("kind", "words"))
    return look.page(
        "things.html",
        campaign=look.request.match_info["campaign"],
        name=name,
        kinds=kinds(world),
        kind=kind,
        words=words,
        found=listed(world, kind, words, limit=_MOST) if kind or words else [],
        most=_MOST,
    )


async def show(look: Look) -> web.Response:
    """One thing, with a blank for every field."""
    name, world = await _world(look)
    return _shown(look, name, thing(world, look.request.match_info["entity"]))


def _shown(
    look: Look,
    name: str,
    one: Thing,
    *,
    form: dict[str, str] | None = None,
    found: Preview | None = None,
    wrong: str = "",
) -> web.Response:
    form = form or {}
    blanks = [
        {
            "name": field,
            "value": form.get(f"to.{field}", written(value)),
            "seen": form.get(f"seen.{field}", written(value)),
            "prose": isinstance(value, str),
            "rows": min(12, 1 + written(value).count("\n")),
        }
        for field, value in one.fields.items()
    ]
    changes = (
        []
        if found is None
        else [
            {
                "field": field,
                "before": written(found.before[field]),
                "after": written(found.after[field]),
                "seen": form[f"seen.{field}"],
                "to": form[f"to.{field}"],
            }
            for field in found.after
        ]
    )
    return look.page(
        "thing.html",
        status=422 if wrong else 200,
        campaign=look.request.match_info["campaign"],
        name=name,
        thing=one,
        blanks=blanks,
        reason=form.get("reason", ""),
        changes=changes,
        wrong=wrong,
    )


def written(value: Any) -> str:
    """A field's value as the form has it: a text as it is, anything else as JSON."""
    if isinstance(value, str):
        return value
    flat = json.dumps(value, ensure_ascii=False)
    return flat if len(flat) <= 100 else json.dumps(value, ensure_ascii=False, indent=1)


def _read(text: str, seen: Any, field: str) -> Any:
    if isinstance(seen, str):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput(
            f"{field} is no JSON: {text[:60]!r}. Nothing was changed; write it as it was written."
        ) from None


def _wanted(one: Thing, form: dict[str, str]) -> Correction:
    """What the form changes: the fields whose text is another than the referee saw."""
    before, after = {}, {}
    for field, value in one.fields.items():
        seen, to = form.get(f"seen.{field}"), form.get(f"to.{field}")
        if seen is not None and to is not None and to != seen:
            before[field] = _read(seen, value, field)
            after[field] = _read(to, value, field)
    return Correction(before=before, after=after, reason=form.get("reason", ""))


async def correct(look: Look) -> web.Response:
    """Show what would be changed, or change it."""
    name, world = await _world(look, to_change=True)
    campaign, id = look.request.match_info["campaign"], look.request.match_info["entity"]
    form, one = await look.form(), thing(world, id)
    site = look.site
    try:
        wanted = _wanted(one, form)
        if form.get("do") != "correct":
            async with site.pool.acquire() as conn:
                found = await preview(conn, site.readings, campaign, id, wanted)
            return _shown(look, name, one, form=form, found=found)
        receipt = await correct_entity(
            site.pool,
            site.readings,
            campaign,
            id,
            wanted,
            look.known.account,
            form.get("key", ""),
        )
    except (Refused, BadInput) as error:
        return _shown(look, name, one, form=form, wrong=words_of(error))
    return look.go(f"/c/{campaign}/things", said=f"Understood: {receipt.echo}")
