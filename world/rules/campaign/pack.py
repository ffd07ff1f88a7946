"""The campaign rules put together."""

from __future__ import annotations

from world.pack import Chapter, Maps, Pack
from world.rules.campaign import (
    armies,
    baggage,
    calling_off,
    captains,
    commandos,
    engines,
    ford,
    formations,
    hearsay,
    lookouts,
    morale,
    night,
    purses,
    regiments,
    resting,
    revolts,
    scouting,
    sea_captains,
    specials,
    stances,
    weather,
)
from world.rules.campaign.aftermath import choosing, falling, finding, pillaging
from world.rules.campaign.aftermath import figures as aftermath_figures
from world.rules.campaign.aftermath import garrison as prisoners_of_war
from world.rules.campaign.agenda import chapter as agendas
from world.rules.campaign.agenda import watching
from world.rules.campaign.answers import CampaignAnswers
from world.rules.campaign.arms import guns, retraining
from world.rules.campaign.battle import assault, conclusion, fighting, judging
from world.rules.campaign.battle import figures as battle_figures
from world.rules.campaign.blockades.chapters import CHAPTERS as BLOCKADES
from world.rules.campaign.captives import acting, fates, prisoners, riding
from world.rules.campaign.charting import (
    KEY,
    believed_holders,
    draw_ground,
    draw_markers,
    draw_marks,
    spot,
)
from world.rules.campaign.commanders import ageing, attempts, enrolling
from world.rules.campaign.contact import attacking, plans, settling
from world.rules.campaign.contact import chapter as contact
from world.rules.campaign.defection import figures as defection_figures
from world.rules.campaign.defection import leaving, mutiny, offers, walking
from world.rules.campaign.doctrine import chapter as doctrine
from world.rules.campaign.doctrine import figures as doctrine_figures
from world.rules.campaign.duels import fighting as duels
from world.rules.campaign.duels import figures as duel_figures
from world.rules.campaign.duels import wounds
from world.rules.campaign.fleets.chapters import CHAPTERS as FLEETS
from world.rules.campaign.foraging import forage, torch, works
from world.rules.campaign.garrisons.chapter import chapter as garrisons
from world.rules.campaign.harrying import figures as harrying_figures
from world.rules.campaign.harrying import results as harrying_results
from world.rules.campaign.harrying import sending as harrying
from world.rules.campaign.joining import (
    companions,
    leaders,
    merging,
    parting,
    remnants,
    splitting,
    taking,
)
from world.rules.campaign.joining import figures as joining_figures
from world.rules.campaign.march import chapter as march
from world.rules.campaign.march import forced
from world.rules.campaign.mercenaries.chapters import CHAPTERS as MERCENARIES
from world.rules.campaign.money import bonus, ransom, sundries, taxes
from world.rules.campaign.naval.chapters import CHAPTERS as NAVAL
from world.rules.campaign.nouns.chapters import NOUNS
from world.rules.campaign.nouns.rounding import about
from world.rules.campaign.offices import speaking, treating
from world.rules.campaign.operations.chapters import CHAPTERS as OPERATIONS
from world.rules.campaign.recruitment import levy
from world.rules.campaign.retinue import calling
from world.rules.campaign.rout import chapter as retreat
from world.rules.campaign.rout import figures as rout_figures
from world.rules.campaign.rout import flight
from world.rules.campaign.scenes import playing
from world.rules.campaign.setup.drawing import draw_map
from world.rules.campaign.setup.founding import found
from world.rules.campaign.setup.scene import scene_of
from world.rules.campaign.ships.chapters import CHAPTERS as SHIPS
from world.rules.campaign.sieges import figures, lifting, opening, weekly
from world.rules.campaign.supplies import daily, stores, transfer
from world.rules.campaign.treaties import signing
from world.rules.campaign.view import view
from world.rules.campaign.wizards import casting, healing, learning, seeing
from world.rules.campaign.wizards import figures as spell_figures

#: Raised whenever a stored struct changes shape.
RELEASE = 1

#: In the order in which they react to a fact.  What changes the ground under an army (meetings,
#: garrisons, sieges, wrong roads) comes first, then its march, then what scouts see of all that.
CHAPTERS: tuple[Chapter, ...] = (
    *NOUNS,
    stances.chapter,
    resting.chapter,
    settling.chapter,
    plans.chapter,
    contact.chapter,
    attacking.chapter,
    battle_figures.chapter,
    judging.chapter,
    assault.chapter,
    fighting.chapter,
    conclusion.chapter,
    rout_figures.chapter,
    flight.chapter,
    retreat.chapter,
    *NAVAL,
    *FLEETS,
    *SHIPS,
    garrisons,
    joining_figures.chapter,
    leaders.chapter,
    splitting.chapter,
    merging.chapter,
    taking.chapter,
    companions.chapter,
    remnants.chapter,
    parting.chapter,
    defection_figures.chapter,
    mutiny.chapter,
    walking.chapter,
    offers.chapter,
    leaving.chapter,
    formations.chapter,
    regiments.chapter,
    specials.chapter,
    commandos.chapter,
    stores.chapter,
    figures.chapter,
    opening.chapter,
    weekly.chapter,
    lifting.chapter,
    *BLOCKADES,
    baggage.chapter,
    revolts.chapter,
    levy.chapter,
    taxes.chapter,
    ransom.chapter,
    bonus.chapter,
    sundries.chapter,
    *MERCENARIES,
    *OPERATIONS,
    guns.chapter,
    retraining.chapter,
    calling_off.chapter,
    works.chapter,
    forage.chapter,
    torch.chapter,
    harrying_figures.chapter,
    harrying.chapter,
    harrying_results.chapter,
    daily.chapter,
    transfer.chapter,
    engines.chapter,
    aftermath_figures.chapter,
    prisoners_of_war.chapter,
    finding.chapter,
    pillaging.chapter,
    choosing.chapter,
    falling.chapter,
    night.chapter,
    weather.chapter,
    forced.chapter,
    march.chapter,
    ford.chapter,
    morale.chapter,
    armies.chapter,
    ageing.chapter,
    enrolling.chapter,
    attempts.chapter,
    calling.chapter,
    riding.chapter,
    prisoners.chapter,
    acting.chapter,
    fates.chapter,
    duel_figures.chapter,
    wounds.chapter,
    duels.chapter,
    spell_figures.chapter,
    learning.chapter,
    healing.chapter,
    seeing.chapter,
    casting.chapter,
    scouting.chapter,
    lookouts.chapter,
    captains.chapter,
    sea_captains.chapter,
    doctrine_figures.chapter,
    doctrine.chapter,
    agendas.chapter,
    watching.chapter,
    speaking.chapter,
    treating.chapter,
    signing.chapter,
    playing.chapter,
    hearsay.chapter,
    purses.chapter,
)

answers = CampaignAnswers()
scene = scene_of

__all__ = ["CHAPTERS", "RELEASE", "answers", "found", "pack", "scene", "view"]


def pack(*more: Chapter) -> Pack:
    """The pack of these rules, with further chapters (couriers) after its own."""
    return Pack(
        name="campaign",
        release=RELEASE,
        chapters=(*CHAPTERS, *more),
        answers=answers,
        view=view,
        scene=scene,
        found=found,
        about=about(),
        draw=Maps(draw_map, believed_holders, draw_ground, draw_marks, draw_markers, KEY, spot),
    )
