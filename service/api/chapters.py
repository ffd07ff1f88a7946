"""Every chapter of the API: from these come routes, OpenAPI document and client."""

from __future__ import annotations

from service.api.v1 import (
    almanac,
    asides,
    campaigns,
    correcting,
    inviting,
    letters,
    me,
    operating,
    papers,
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
    inviting.endpoints,
    asides.endpoints,
    watching.endpoints,
    correcting.endpoints,
    operating.endpoints,
)
