"""Every chapter of the API: from these come routes, OpenAPI document and client."""

from __future__ import annotations

from service.api.v1 import (
    almanac,
    asides,
    campaigns,
    channels,
    correcting,
    ending,
    feeds,
    inviting,
    knowing,
    ledger,
    letters,
    me,
    operating,
    papers,
    preferring,
    public,
    pushing,
    speaking,
    streaming,
    watching,
)

CHAPTERS = (
    me.endpoints,
    campaigns.endpoints,
    papers.endpoints,
    letters.endpoints,
    almanac.endpoints,
    streaming.endpoints,
    speaking.endpoints,
    channels.endpoints,
    pushing.endpoints,
    feeds.endpoints,
    inviting.endpoints,
    preferring.endpoints,
    asides.endpoints,
    watching.endpoints,
    public.endpoints,
    ledger.endpoints,
    knowing.endpoints,
    correcting.endpoints,
    ending.endpoints,
    operating.endpoints,
)
