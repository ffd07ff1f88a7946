"""What spells wait for."""

from __future__ import annotations

from typing import ClassVar

from world.rules.campaign.nouns import day
from world.timeline import Event


class SpellLearnt(Event, frozen=True, tag="spell_learnt"):
    """Somebody has a spell in his head, before a rest that ends at that dawn does."""

    rank: ClassVar[int] = day.RANK_STUDIES


class SpellAllowed(Event, frozen=True, tag="spell_allowed"):
    """Whether a spell can be learnt, and in what time, is settled (D-WIZ-01)."""


class EffectJudged(Event, frozen=True, tag="spell_effect_judged"):
    """What exactly a spell does is settled (D-WIZ-02); ``subject`` is the caster's army."""

    spell: str
    who: str
    place: str
    stronghold: str = ""


class WeatherSpellEnds(Event, frozen=True, tag="weather_spell_ends"):
    """The weather that a spell has made is over."""

    rank: ClassVar[int] = day.RANK_WEATHER
