"""Spells cast: what each does, who sees it, and what is the referee's to say (C-WIZ-03)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from world.dates import DAY_MS
from world.decision import Choice, Option
from world.kernel.nouns import REFEREE
from world.order import Hand
from world.pack import Chapter
from world.rules.campaign.nouns import magic
from world.rules.campaign.nouns.army import Army
from world.rules.campaign.nouns.asking import ask
from world.rules.campaign.nouns.command import commanded
from world.rules.campaign.nouns.facts import SkySpelt
from world.rules.campaign.nouns.ground import scene
from world.rules.campaign.nouns.magic import Mage, mage_named, spell_named
from world.rules.campaign.nouns.report import report, report_place
from world.rules.campaign.nouns.siege import Siege, siege_of
from world.rules.campaign.nouns.sky import Condition, WeatherSpell
from world.rules.campaign.nouns.stronghold import Stronghold, stronghold_at
from world.rules.campaign.wizards import figures
from world.rules.campaign.wizards.events import EffectJudged, WeatherSpellEnds
from world.rules.campaign.wizards.healing import heal, require_battle
from world.rules.campaign.wizards.learning import keep_spells
from world.rules.campaign.wizards.notices import SpellCast, SpellSeen
from world.rules.campaign.wizards.orders import CastOrder, no_such_spell, not_memorised
from world.rules.campaign.wizards.seeing import look
from world.step import Step
from world.timeline import Event

chapter = Chapter("casting spells", "What spells do, and who sees it")
chapter.declare(SpellCast, SpellSeen)


class Casting(msgspec.Struct, frozen=True):
    """A spell as it is cast: by whom, as he was ordered, and where; '' for no place named."""

    army: Army
    mage: Mage
    order: CastOrder
    place: str

    @property
    def spell(self) -> str:
        """Its name as it is kept."""
        return spell_named(self.order.spell)


_EXAMPLE, _NOTHING, _OTHER = "example", "nothing", "otherwise"


@chapter.obeys(CastOrder)
def cast(step: Step, order: CastOrder, hand: Hand) -> None:
    """A spell is cast, and forgotten with that (O-CAST)."""
    army = commanded(step.world, hand, order.army, "cast")
    spell = spell_named(order.spell)
    mage = mage_named(step.world, army, order.wizard)
    if mage is None or spell not in mage.spells:
        raise not_memorised(army.name, order.spell)
    place = scene(step.world).place(order.target) if order.target else ""
    effect = _EFFECTS.get(spell, _for_the_referee)
    effect(step, Casting(army, mage, order, place))
    after = step.get(Army, army.id)
    left = tuple(each for each in mage.spells if each != spell)
    keep_spells(step, after, mage.detachment, left)


def _told(step: Step, army: Army, who: str, spell: str, effect: str) -> None:
    notice = SpellCast(army=army.name, who=who, spell=spell, effect=effect)
    report(step, step.get(Army, army.id), notice, f"{who}/{spell}")


# -- the spells that the rules know ---------------------------------------------------------------


def _healing(step: Step, casting: Casting) -> None:
    """Fewer casualties in the battle just fought (C-WIZ-05)."""
    army = casting.army
    toll = require_battle(step, army)
    _told(step, army, casting.mage.name, magic.HEALING, heal(step, army, toll))


def _breach(step: Step, casting: Casting) -> None:
    """A breach in the walls of a place that is besieged where the army stands (C-WIZ-06)."""
    army, place = casting.army, casting.place
    site = stronghold_at(step.world, army.place)
    siege = siege_of(step.world, army.place)
    if site is None or siege is None or army.inside or (place and place != army.place):
        raise no_such_spell("Walls are breached before a besieged place, by who stands there.")
    if not step.param(figures.BREACH_ANY) and site.sort != "fortress":
        raise no_such_spell(f"The walls of a {site.sort} are not breached like this.")
    by = step.param(figures.BREACH)
    _ask_effect(
        step,
        casting,
        f"a breach in the walls of {site.name}",
        default=_EXAMPLE,
        options=(Option(name=_EXAMPLE, text=f"its defence falls by {by}"),),
        stronghold=site.id,
    )


def _far_sight(step: Step, casting: Casting) -> None:
    """Any place on the map, and what is about it, seen as by scouts (C-WIZ-07)."""
    army, place = casting.army, casting.place
    if not place:
        raise no_such_spell("Far sight needs a place: say target=….")
    called = scene(step.world).called(place)
    _told(step, army, casting.mage.name, magic.FAR_SIGHT, f"He has looked about {called}.")
    look(step, army, place)


def _weather(step: Step, casting: Casting) -> None:
    """Bad weather brought on or ended for a day about a place (C-WIZ-08)."""
    army, place = casting.army, casting.place
    if not place:
        raise no_such_spell("The weather is made somewhere: say target=….")
    ground = scene(step.world)
    condition: Condition = "bad" if casting.order.manner == "bring" else "fair"
    spell = WeatherSpell(
        id=step.name(f"weather spell/{army.id}"),
        places=ground.within(place, step.param(figures.WEATHER_RADIUS)),
        condition=condition,
        since=step.now,
    )
    step.put(spell)
    days = step.param(figures.WEATHER_DAYS)
    step.after(days * DAY_MS, WeatherSpellEnds(subject=spell.id), "ends")
    what = "Bad weather comes on" if condition == "bad" else "Bad weather ends"
    effect = f"{what} about {ground.called(place)}, for {days} days."
    _told(step, army, casting.mage.name, magic.WEATHER, effect)
    step.happened(SkySpelt(places=spell.places), spell.id)


@chapter.handles(WeatherSpellEnds)
def weather_spell_ends(step: Step, event: WeatherSpellEnds) -> None:
    """The weather is again what it is."""
    spell = step.find(WeatherSpell, event.subject)
    if spell is not None:
        step.remove(spell, "its time is over")
        step.happened(SkySpelt(places=spell.places), spell.id)


def _over(step: Step, event: Event) -> None:
    """A spell that is over ends no more."""


chapter.when_gone(WeatherSpellEnds)(_over)


# -- what is the referee's to say -----------------------------------------------------------------


def _for_the_referee(step: Step, casting: Casting) -> None:
    """A spell that the rules do not know does what the referee says (D-WIZ-02)."""
    place, words = casting.place, casting.order.words
    at = f" at {scene(step.world).called(place)}" if place else ""
    said = f": “{words}”" if words else ""
    _ask_effect(step, casting, f"{casting.spell}{at}{said}", default=_NOTHING, options=())


def _ask_effect(
    step: Step,
    casting: Casting,
    what: str,
    *,
    default: str,
    options: tuple[Option, ...],
    stronghold: str = "",
) -> None:
    army, mage, spell = casting.army, casting.mage, casting.spell
    guys, days = step.param(figures.GUYS), step.param(figures.GUY_DAYS)
    ask(
        step,
        "D-WIZ-02",
        f"{mage.name} of {army.name} casts {what}. What exactly does it do? No more than {guys}"
        f" trained and equipped people could do in {days} day.",
        who=REFEREE,
        options=(
            *options,
            Option(name=_NOTHING, text="nothing comes of it"),
            Option(name=_OTHER, text="what I write, which whoever cast it is told"),
        ),
        default=default,
        then=EffectJudged(
            subject=army.id,
            spell=spell,
            who=mage.name,
            place=casting.place,
            stronghold=stronghold,
        ),
        about=(army.id,),
        free_text=True,
        label=f"{army.id}/{mage.detachment}/{spell}",
    )


@chapter.settles(EffectJudged)
def effect_judged(step: Step, then: EffectJudged, choice: Choice) -> None:
    """It does what the referee has said, or what the example does."""
    army = step.find(Army, then.subject)
    if army is None:
        return
    if choice.option == _EXAMPLE:
        _wear_walls(step, army, then)
        return
    effect = "Nothing comes of it."
    if choice.option == _OTHER:
        effect = choice.text or "It works."
    _told(step, army, then.who, then.spell, effect)


def _wear_walls(step: Step, army: Army, then: EffectJudged) -> None:
    """The defence falls until walls are mended; both sides see it (C-WIZ-06, C-SIEGE-06)."""
    site = step.find(Stronghold, then.stronghold)
    siege = siege_of(step.world, site.place) if site is not None else None
    if site is None or siege is None:
        _told(step, army, then.who, then.spell, "The siege is over, and nothing comes of it.")
        return
    defence = max(0, site.defence - step.param(figures.BREACH))
    site = msgspec.structs.replace(site, defence=defence)
    step.put(site)
    effect = f"There is a breach in the walls of {site.name}, which count for {defence} now."
    _told(step, army, then.who, then.spell, effect)
    _both_sides(step, army, site, siege, defence)


def _both_sides(step: Step, army: Army, site: Stronghold, siege: Siege, defence: int) -> None:
    what = f"a breach has opened in the walls, which count for {defence} now"
    notice = SpellSeen(place=site.name, what=what)
    report_place(step, site, notice, siege.id)
    for each in siege.armies:
        other = step.find(Army, each)
        if other is not None and other.id != army.id:
            report(step, other, notice, siege.id)


_EFFECTS: dict[str, Callable[[Step, Casting], None]] = {
    magic.HEALING: _healing,
    magic.BREACH: _breach,
    magic.FAR_SIGHT: _far_sight,
    magic.WEATHER: _weather,
}
