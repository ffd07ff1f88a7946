"""Releases: a world of any earlier one is opened, upgraded once, and played on."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from tests.packs.lab import Answers, LabView, lab
from tests.packs.play import HOUR, MINUTE, Play, begin, kept_of, order
from world.campaign import empty, reopen
from world.decision import Decision, Option, Question
from world.entity import Entity
from world.errors import Fault
from world.kernel.nouns import Recurring
from world.order import Order
from world.pack import Chapter, Pack
from world.recurrence import Every
from world.release import NewerRelease, Shapes, upgrade
from world.restore import restore
from world.timeline import Event

HOUR_MS = 3_600_000


# --- the first release ---------------------------------------------------------------------------


class OldTown(Entity, frozen=True, tag="town"):
    people: int


class OldFair(Event, frozen=True, tag="fair"):
    guests: int


class OldInvite(Order, frozen=True, tag="invite"):
    to: str


class Bag(Entity, frozen=True, tag="bag"):
    """Keeps an order, as letters do."""

    order: msgspec.Raw


# --- the present one -----------------------------------------------------------------------------


class Town(Entity, frozen=True, tag="town"):
    version: ClassVar[int] = 3
    souls: int
    walled: bool


class Fair(Event, frozen=True, tag="fair"):
    version: ClassVar[int] = 2
    guests: int
    drums: bool


class Invite(Order, frozen=True, tag="invite"):
    version: ClassVar[int] = 2
    whom: str


@upgrade(Town, 2)
def people_are_souls(body: dict[str, Any]) -> dict[str, Any]:
    return {**{k: v for k, v in body.items() if k != "people"}, "souls": body["people"]}


@upgrade(Town, 3)
def large_towns_are_walled(body: dict[str, Any]) -> dict[str, Any]:
    body["walled"] = body["souls"] > 100
    return body


@upgrade(Fair, 2)
def there_are_drums(body: dict[str, Any]) -> dict[str, Any]:
    body["drums"] = True
    return body


@upgrade(Invite, 2)
def whom_and_not_to(body: dict[str, Any]) -> dict[str, Any]:
    body["whom"] = body.pop("to")
    return body


def composed(town: Any, fair: Any, invite: Any, release: int, **more: Any) -> Pack:
    chapter = Chapter("towns", "Towns and their fairs")
    chapter.declare(town, Bag)

    @chapter.handles(fair)
    def hold(step: Any, event: Any) -> None:
        found = step.get(town, event.subject)
        field = found.__struct_fields__[0]
        more_people = getattr(found, field) + event.guests
        step.put(msgspec.structs.replace(found, **{field: more_people}))

    @chapter.settles(fair)
    def settle(step: Any, then: Any, choice: Any) -> None:
        hold(step, then)

    @chapter.obeys(invite)
    def obey(step: Any, said: Any, hand: Any) -> None:
        step.put(Bag(id=hand.author, order=msgspec.Raw(msgspec.json.encode(said))))

    def found(step: Any) -> None:
        (field, *_) = town.__struct_fields__
        step.put(town(id="small", **{field: 5}))
        step.put(town(id="great", **{field: 500}))
        step.put(Bag(id="bag", order=msgspec.Raw(msgspec.json.encode(invite(to="ben")))))
        step.at(5 * HOUR_MS, fair(subject="small", guests=7))
        step.every("weekly", Every(3 * HOUR_MS), fair(subject="great", guests=1))
        step.ask(
            Question(
                rule="D-FAIR-01",
                question="A fair?",
                who="ann",
                options=(Option(name="yes", text="yes"),),
                default="yes",
                then=fair(subject="great", guests=100),
                limit_ms=4 * HOUR_MS,
            )
        )

    return Pack(
        name="towns",
        release=release,
        chapters=(chapter,),
        answers=Answers(),
        view=lambda _world, person: LabView(person),
        scene=lambda _scenario: None,
        found=found,
        **more,
    )


class MiddleTown(Entity, frozen=True, tag="town"):
    version: ClassVar[int] = 2
    souls: int


upgrade(MiddleTown, 2)(people_are_souls)


OLD = composed(OldTown, OldFair, OldInvite, 1)
MIDDLE = composed(MiddleTown, OldFair, OldInvite, 2)
NEW = composed(Town, Fair, Invite, 3)


@pytest.fixture
def old() -> Play:
    return begin(OLD).run(HOUR)


def opened(play: Play, pack: Pack = NEW) -> Play:
    """The same campaign, in the hands of another release."""
    play.pack = pack
    play.reopen()
    return play


# --- opening -------------------------------------------------------------------------------------


def test_entities_are_upgraded_through_every_version_between(old: Play) -> None:
    world = opened(old).world
    assert world.of(Town) == (
        Town(id="great", souls=500, walled=True),
        Town(id="small", souls=5, walled=False),
    )


def test_pending_events_and_what_is_enclosed_in_entities_are_upgraded_too(old: Play) -> None:
    world = opened(old).world
    (fair,) = [e.event for e in world.timeline.entries.values() if isinstance(e.event, Fair)]
    assert fair == Fair(subject="small", guests=7, drums=True)
    assert world.pack.decode_order(world.get(Bag, "bag").order) == Invite(whom="ben")
    (recurring,), (asked,) = world.of(Recurring), world.of(Decision)
    for raw, guests in ((recurring.event, 1), (asked.then, 100)):
        assert msgspec.json.decode(raw, type=Fair) == Fair(
            subject="great", guests=guests, drums=True
        )


def test_a_campaign_of_an_older_release_plays_on(old: Play) -> None:
    play = opened(old).keep(10 * HOUR)
    assert not play.failed
    assert {town.id: town.souls for town in play.world.of(Town)} == {"small": 12, "great": 603}
    play.kept()


def test_what_was_upgraded_is_kept_at_once_and_only_once(old: Play) -> None:
    play = opened(old)
    assert play.world.next_due() == play.start  # the keeper does not wait for the next event
    play.run(HOUR)
    assert [row.kind for row in play.journal] == ["founded", "renewed"]
    line = play.line(-1)
    whole = [body["kind"] for body in line["changed"].values() if "kind" in body]
    assert sorted(whole) == ["bag", "decision", "recurring", "town", "town"]
    assert [entry["event"]["kind"] for entry in line["started"]] == ["fair"]
    assert line["at"] == 0
    play.kept()
    shapes = play.world.get(Shapes, "shapes")
    assert shapes.release == 3
    assert dict(shapes.versions) == {"entity/town": 3, "event/fair": 2, "order/invite": 2}
    play.reopen()
    assert play.world.renewal is None
    play.run(2 * HOUR)
    assert len(play.journal) == 2


def test_it_comes_before_anything_that_was_said_or_due_meanwhile(old: Play) -> None:
    play = opened(old)
    late = play.says("ben", order(Invite(whom="ann")), 1)
    play.run(9 * HOUR, [late])
    assert [row.kind for row in play.journal][1] == "renewed"
    assert play.world.pack.decode_order(play.world.get(Bag, "ben").order) == Invite(whom="ann")


def test_a_world_that_is_only_looked_at_changes_nothing(old: Play) -> None:
    before = old.kept()
    opened(old)
    assert tuple(sorted(old.entities.items())) == before.entities
    assert len(old.journal) == 1


def test_a_campaign_of_this_release_is_not_renewed() -> None:
    play = begin(OLD).run(HOUR)
    play.reopen()
    assert play.world.renewal is None
    assert kept_of(play.world) == play.kept()


def test_a_newer_campaign_is_refused_and_left_alone(old: Play) -> None:
    play = opened(old).run(HOUR)
    before = play.kept()
    with pytest.raises(NewerRelease, match=r"entity/town of version 3.*knows version 1.*newer"):
        opened(play, OLD)
    assert tuple(sorted(play.entities.items())) == before.entities


def test_a_campaign_passes_through_releases_or_leaps_over_them_alike(old: Play) -> None:
    leaping, passing = old, begin(OLD).run(HOUR)
    opened(passing, MIDDLE).run(HOUR)
    assert passing.world.of(MiddleTown)[0].souls == 500
    for play in (leaping, passing):
        opened(play).run(2 * HOUR)
    assert leaping.world.of(Town) == passing.world.of(Town)
    assert [row.kind for row in passing.journal] == ["founded", "renewed", "renewed"]
    assert leaping.kept().timeline == passing.kept().timeline


def test_an_upgrade_is_applied_to_what_is_older_and_to_nothing_else(old: Play) -> None:
    """Were it applied again to what has been through it, there would be no people to rename."""
    opened(old, MIDDLE).run(HOUR)
    body = NEW.upgrades.body(old.entities["great"], "entity", {"entity/town": 2})
    assert body is not None
    assert msgspec.json.decode(body)["walled"] is True


# --- history across releases ---------------------------------------------------------------------


def test_history_is_restored_across_releases_from_what_was_recorded(old: Play) -> None:
    before = old.kept()
    play = opened(old).keep(10 * HOUR)
    bodies = [row.body for row in play.journal]
    early, late = restore(bodies[:1]), restore(bodies)
    assert dict(_by_id(early.entities)) == dict(before.entities)
    assert dict(_by_id(late.entities)) == dict(play.kept().entities)
    assert sorted(late.timeline) == sorted(play.kept().timeline)
    again = reopen(empty(NEW, play.scenario, play.secret), **early._asdict())
    assert again.get(Town, "great").souls == 500
    assert again.renewal is not None


def _by_id(bodies: tuple[bytes, ...]) -> list[tuple[str, bytes]]:
    return [(msgspec.json.decode(body)["id"], body) for body in bodies]


# --- what a pack must write down -----------------------------------------------------------------


def _with(struct: Any) -> Pack:
    chapter = Chapter("sample", "a sample")
    chapter.declare(struct)
    return lab(chapter)


def test_a_version_without_its_upgrade_is_not_composed() -> None:
    class Sample(Entity, frozen=True, tag="sample"):
        version: ClassVar[int] = 3

    @upgrade(Sample, 3)
    def third(body: dict[str, Any]) -> dict[str, Any]:
        return body

    with pytest.raises(Fault, match=r"nothing leads to version 2; write @upgrade\(Sample, 2\)"):
        _with(Sample)


def test_an_upgrade_without_its_version_is_not_composed() -> None:
    class Sample(Entity, frozen=True, tag="sample"):
        pass

    @upgrade(Sample, 2)
    def second(body: dict[str, Any]) -> dict[str, Any]:
        return body

    with pytest.raises(Fault, match="has an upgrade to 2; raise its version"):
        _with(Sample)


def test_an_upgrade_is_written_once_and_leads_somewhere() -> None:
    class Sample(Entity, frozen=True, tag="sample"):
        pass

    with pytest.raises(Fault, match="begins with version 1"):
        upgrade(Sample, 1)
    upgrade(Sample, 2)(lambda body: body)
    with pytest.raises(Fault, match="two upgrades to version 2"):
        upgrade(Sample, 2)(lambda body: body)


def test_a_tag_that_means_two_things_cannot_be_upgraded() -> None:
    class Sample(Event, frozen=True, tag="town"):
        pass

    chapter = Chapter("twin", "a fair called town")
    chapter.handles(Sample)(lambda _step, _event: None)
    chapter.declare(Town)
    with pytest.raises(Fault, match="'town' is an entity's and an event's"):
        lab(chapter)


def test_what_is_enclosed_is_upgraded_after_what_encloses_it() -> None:
    seen: list[dict[str, Any]] = []

    class Holder(Entity, frozen=True, tag="holder"):
        version: ClassVar[int] = 2
        event: msgspec.Raw

    @upgrade(Holder, 2)
    def look(body: dict[str, Any]) -> dict[str, Any]:
        seen.append(dict(body["event"]))
        return body

    chapter = Chapter("holder", "holds an event")
    chapter.declare(Holder)
    chapter.handles(Fair)(lambda _step, _event: None)
    pack = lab(chapter)
    raw = b'{"kind":"holder","id":"h","event":{"kind":"fair","subject":"s","guests":1}}'
    body = pack.upgrades.body(raw, "entity", {})
    assert body is not None
    assert seen == [{"kind": "fair", "subject": "s", "guests": 1}]
    assert msgspec.json.decode(body)["event"]["drums"] is True


def test_time_is_not_lost_on_the_way(old: Play) -> None:
    play = opened(old, NEW)
    play.run(90 * MINUTE)
    assert play.world.now == 0
    play.run(3 * HOUR)
    assert play.world.now == 3 * HOUR_MS
