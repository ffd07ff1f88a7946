"""What the sections of a scenario must agree on; every mistake is noted with its line."""

from __future__ import annotations

from world.errors import Refused
from world.kernel.nouns import ADDRESSES, CLOCK_ID, REFEREE
from world.rules.campaign.nouns.charge import TEMPERAMENTS
from world.rules.campaign.nouns.ground import Scene
from world.rules.campaign.nouns.guns import BATTERY_CANNON
from world.rules.campaign.nouns.magic import SIZE
from world.rules.campaign.nouns.roster import excess
from world.rules.campaign.nouns.sizes import ENFORCEMENT, is_battery, is_usual, usual_sizes
from world.rules.campaign.setup.fleets import check_fleets
from world.rules.campaign.setup.sections import ArmySection, DetachmentSection, Setup
from world.scenario.problems import nearest, quoted
from world.scenario.scenario import MAIN_FILE, Scenario

_RESERVED = frozenset((REFEREE, CLOCK_ID, "campaign"))
#: More men than any army of the period; a slip of the pen beyond that.
_MOST = 1_000_000


class Checks:
    """Checks one scenario's sections against its map and one another."""

    def __init__(self, scenario: Scenario, scene: Scene, setup: Setup) -> None:
        self._problems = scenario.problems
        self._params = scenario.params
        self._scene = scene
        self._setup = setup

    def run(self) -> None:
        """Note every mistake."""
        self._names()
        self._factions()
        self._commanders()
        for army in self._setup.armies.values():
            self._army(army)
        self._leaders()
        self._strongholds()
        self._stances()
        self._sieges()
        self._sightings()
        self._semaphores()
        self._companies()
        check_fleets(self._scene, self._setup, self._note, self._known)

    def _note(self, line: int, found: str, expected: str) -> None:
        self._problems.add(MAIN_FILE, line, found, expected)

    def _known(self, line: int, what: str, name: str, known: object) -> bool:
        names = list(known)  # type: ignore[call-overload]
        if name in names:
            return True
        hint = nearest(name, names) or (
            f"one of {', '.join(names[:20])}" if names else f"a {what}, and there is none"
        )
        self._note(line, f"the {what} {quoted(name)}", hint)
        return False

    def _place(self, line: int, text: str) -> str | None:
        try:
            label = self._scene.place(text)
        except Refused:
            expected = "a hex of the map, or the name of one place on it"
            self._note(line, f"the place {quoted(text)}", expected)
            return None
        if self._scene.atlas.is_water(self._scene.hex(label)):
            self._note(line, f"{quoted(text)}, which is water", "a hex on land")
            return None
        return label

    def _names(self) -> None:
        """Ids and names mean one thing each, or nobody could be written to without guessing."""
        setup = self._setup
        ids: dict[str, str] = dict.fromkeys(sorted(_RESERVED), "the program")
        names: dict[str, str] = {}
        sites = dict.fromkeys(self._scene.atlas.stronghold_by_id, "the map")
        ids.update(sites)
        for what, table in (
            ("factions", setup.factions),
            ("commanders", setup.commanders),
            ("armies", setup.armies),
            ("fleets", setup.fleets),
        ):
            for key, section in table.items():
                if key in ids:
                    self._note(section.line, f"the id {quoted(key)}, used by {ids[key]}", "another")
                ids[key] = what
                if what == "commanders" and key in ADDRESSES:
                    # A campaign that began with such a one goes on: all but his desk is well.
                    expected = "another: a page has it"
                    self._problems.add_once(
                        MAIN_FILE, section.line, f"the id {quoted(key)}", expected
                    )
                folded = section.name.casefold()
                if not folded.strip():
                    self._note(section.line, "an empty name", "a name")
                elif folded in names:
                    expected = f"a name of its own ({names[folded]} has it)"
                    self._note(section.line, f"the name {quoted(section.name)}", expected)
                names[folded] = f"{what} {key}"

    def _factions(self) -> None:
        for key, faction in self._setup.factions.items():
            if faction.head and self._known(
                faction.line, "commander", faction.head, self._setup.commanders
            ):
                of = self._setup.commanders[faction.head].faction
                if of != key:
                    found = f"{quoted(faction.head)}, who is of {quoted(of)}, as head"
                    self._note(faction.line, found, "a commander of the faction")

    def _commanders(self) -> None:
        for commander in self._setup.commanders.values():
            if commander.faction:
                self._known(commander.line, "faction", commander.faction, self._setup.factions)
            if commander.at:
                self._place(commander.line, commander.at)
            tempers = self._params[TEMPERAMENTS]
            if commander.temperament and commander.temperament not in tempers:
                found = f"the temperament {quoted(commander.temperament)}"
                self._note(commander.line, found, f"one of {', '.join(tempers)}")
            if (commander.books or commander.spells) and "magic touch" not in commander.traits:
                self._note(commander.line, "books of spells", "traits: [magic touch]")
            for what, number in (("a purse of", commander.purse), ("an age of", commander.age)):
                if number < 0:
                    self._note(commander.line, f"{what} {number}", "0 or more")

    def _army(self, army: ArmySection) -> None:
        label = None if army.aboard else self._place(army.line, army.at)
        commanders = self._setup.commanders
        for role, person in (("commander", army.commander), ("owner", army.owner)):
            if person:
                self._known(army.line, role, person, commanders)
        if not army.commander and not army.owner:
            self._note(army.line, "neither commander nor owner", "commander: or owner:")
        if army.faction:
            self._known(army.line, "faction", army.faction, self._setup.factions)
        self._detachments(army)
        self._opening(army)
        stock = (("supplies", army.supplies or 0), ("doubloons in the chest", army.chest))
        for what, value in (*stock, ("followers", army.extra_followers)):
            if value < 0:
                self._note(army.line, f"{value} {what}", "0 or more")
        for what, value in (("ready", army.engines.ready), ("packed", army.engines.packed)):
            if value < 0:
                self._note(army.engines.line or army.line, f"{value} sets {what}", "0 or more")
        if army.inside and label is not None:
            at = self._scene.hex(label)
            if at not in self._scene.atlas.stronghold_by_hex:
                self._note(army.line, "inside: true", "a stronghold in the army's hex")

    def _opening(self, army: ArmySection) -> None:
        """Somebody who plays a commander without a faction has no more than that (C-SPEC-01)."""
        leader = self._setup.commanders.get(army.commander)
        if leader is None or leader.faction or leader.npc:
            return
        for found, expected in excess(self._params, army.detachments):
            self._note(army.line, found, expected)

    def _detachments(self, army: ArmySection) -> None:
        if not army.detachments:
            self._note(army.line, "no detachments", "at least one")
        names: set[str] = set()
        for detachment in army.detachments:
            self._detachment(detachment)
            if detachment.name in names:
                found = f"a second detachment {quoted(detachment.name)}"
                self._note(detachment.line, found, "a name of its own within the army")
            names.add(detachment.name)

    def _detachment(self, detachment: DetachmentSection) -> None:
        if not 1 <= detachment.soldiers <= _MOST:
            self._note(detachment.line, f"{detachment.soldiers} soldiers", f"1 to {_MOST}")
        params = self._params
        if params[ENFORCEMENT] == "refuse" and not is_usual(
            params, detachment.kind, detachment.soldiers, detachment.special
        ):
            least, most = usual_sizes(params, detachment.kind)
            expected = f"{least} to {most}, as is usual"
            self._note(detachment.line, f"{detachment.soldiers} soldiers", expected)
        guns = detachment.six_pounders + detachment.eighteen_pounders
        if guns and detachment.kind != "artillery":
            self._note(detachment.line, f"guns with {detachment.kind}", "kind: artillery")
        if params[ENFORCEMENT] == "refuse" and not is_battery(params, guns):
            expected = f"{params[BATTERY_CANNON]} at least, which are a battery"
            self._note(detachment.line, f"{guns} guns", expected)
        numbers = (detachment.wagons, detachment.six_pounders, detachment.eighteen_pounders)
        if min(numbers) < 0:
            self._note(detachment.line, "a number below 0", "0 or more")
        fits = {
            "skirmishers": "infantry",
            "grenadiers": "infantry",
            "lancers": "cavalry",
            "wizard": "infantry",
        }
        if detachment.special == "wizard":
            if detachment.soldiers != params[SIZE]:
                found = f"a wizard of {detachment.soldiers}"
                self._note(detachment.line, found, f"soldiers: {params[SIZE]}")
        elif detachment.books or detachment.spells:
            self._note(detachment.line, f"spells with {detachment.kind}", "special: wizard")
        if detachment.special and fits[detachment.special] != detachment.kind:
            expected = f"kind: {fits[detachment.special]}"
            self._note(detachment.line, f"{detachment.special} of {detachment.kind}", expected)

    def _leaders(self) -> None:
        led: dict[str, str] = {}
        for army_id, army in self._setup.armies.items():
            if army.commander in led:
                found = f"{quoted(army.commander)}, who leads {led[army.commander]} already"
                self._note(army.line, found, "another commander, or owner: for a captain's army")
            elif army.commander:
                led[army.commander] = army_id
        for key, commander in self._setup.commanders.items():
            at_sea = any(fleet.commander == key for fleet in self._setup.fleets.values())
            if key not in led and not at_sea and not commander.at:
                self._note(commander.line, "no army and no 'at'", "at: where he is")

    def _strongholds(self) -> None:
        sites = self._scene.atlas.stronghold_by_id
        for key, stronghold in self._setup.strongholds.items():
            self._known(stronghold.line, "stronghold", key, sites)
            if stronghold.holder:
                self._known(stronghold.line, "holder", stronghold.holder, self._setup.commanders)
            if stronghold.faction:
                self._known(stronghold.line, "faction", stronghold.faction, self._setup.factions)
            garrison = stronghold.garrison
            if garrison is not None and min(garrison.infantry, garrison.cavalry) < 0:
                self._note(garrison.line, "a garrison below 0", "0 or more")

    def _side(self, line: int, name: str) -> None:
        alone = [key for key, each in self._setup.commanders.items() if not each.faction]
        self._known(line, "faction", name, [*self._setup.factions, *alone])

    def _stances(self) -> None:
        for stance in self._setup.stances:
            if len(stance.between) != 2 or stance.between[0] == stance.between[1]:
                found = f"between {len(stance.between)} factions"
                self._note(stance.line, found, "between: [one, another]")
                continue
            for name in stance.between:
                self._side(stance.line, name)

    def _sieges(self) -> None:
        sites = self._scene.atlas.stronghold_by_id
        for siege in self._setup.sieges:
            if siege.day < 1:
                self._note(siege.line, f"day {siege.day}", "1 or more")
            if not siege.armies:
                self._note(siege.line, "no armies", "at least one besieging army")
            if not self._known(siege.line, "stronghold", siege.stronghold, sites):
                continue
            label = self._scene.atlas.label(sites[siege.stronghold].hex)
            for name in siege.armies:
                if not self._known(siege.line, "army", name, self._setup.armies):
                    continue
                army = self._setup.armies[name]
                try:
                    stands = self._scene.place(army.at)
                except Refused:
                    continue  # noted where the army is written
                if stands != label or army.inside:
                    found = f"{quoted(name)}, which does not stand before the place"
                    self._note(siege.line, found, f"an army at {label}, outside")

    def _sightings(self) -> None:
        for sighting in self._setup.sightings:
            self._known(sighting.line, "commander", sighting.who, self._setup.commanders)
            if sighting.fleet:
                self._known(sighting.line, "fleet", sighting.fleet, self._setup.fleets)
            else:
                self._known(sighting.line, "army", sighting.army, self._setup.armies)
            if sighting.fleet and sighting.army:
                self._note(sighting.line, "an army and a fleet", "one of them")
            if sighting.at and not sighting.fleet:
                self._place(sighting.line, sighting.at)
            if sighting.hours_ago < 0:
                self._note(sighting.line, f"{sighting.hours_ago} hours ago", "0 or more")

    def _semaphores(self) -> None:
        lines = [line.name for line in self._scene.atlas.semaphores]
        for key, semaphore in self._setup.semaphores.items():
            self._known(semaphore.line, "semaphore line", key, lines)
            owners = [*self._setup.factions, *self._setup.commanders]
            if semaphore.owner:
                self._known(semaphore.line, "owner", semaphore.owner, owners)
            for what, value in (("symbol_ms", semaphore.symbol_ms), ("hop_ms", semaphore.hop_ms)):
                if value is not None and value < 0:
                    self._note(semaphore.line, f"{what}: {value}", "0 or more")

    def _companies(self) -> None:
        """A company is an army under its own commander, and asks for no less than nothing."""
        for key, company in self._setup.companies.items():
            if not self._known(company.line, "army", key, self._setup.armies):
                continue
            if not self._setup.armies[key].commander:
                found = f"{quoted(key)}, which is led by a captain"
                self._note(company.line, found, "an army under its own commander")
            for what in ("infantry", "cavalry", "artillery"):
                rate = getattr(company, what)
                if rate is not None and rate < 0:
                    self._note(company.line, f"{what}: {rate}", "0 or more")
