"""Rule packs: chapters of rules composed into a system that the kernel can run.

A chapter is a module that declares its nouns and registers its rules on a :class:`Chapter`; a
:class:`Pack` is chapters in a declared order, with the answers that couriers and pages ask for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, Union, cast

import msgspec

from world.aging import require_aging
from world.entity import Entity, kind_of, require_immutable
from world.errors import Fault
from world.fact import Fact
from world.notice import Notice, Record
from world.order import Hand, Order
from world.param import Param
from world.release import Upgrades
from world.template import require_sayable
from world.timeline import Event

if TYPE_CHECKING:
    from world.answers import Answers
    from world.decision import Choice, Decision
    from world.scenario.scenario import Scenario
    from world.state import World
    from world.step import Step

Ev = TypeVar("Ev", bound=Event)
Fa = TypeVar("Fa", bound=Fact)
No = TypeVar("No", bound=Notice)
Or = TypeVar("Or", bound=Order)
T = TypeVar("T")

Handler = Callable[["Step", Any], None]
Settler = Callable[["Step", Any, "Choice"], None]
Obeyer = Callable[["Step", Any, Hand], None]
#: Whether a notice still is news, given the entity it is about; empty, or why it is none any more.
Teller = Callable[[Any, Any], str]


class View(Protocol):
    """What one person's page is drawn from; each pack has its own frozen struct.

    Fields that serve forms and checks only, such as the names of all places, may be listed in a
    class variable ``aside`` (a frozenset): they stand on no page.  Another, ``labels``, says what
    fields are called there, in the view and in all that it holds, where their names do not.
    """

    @property
    def person(self) -> str:
        """Whose page it is."""
        ...


class Chapter:
    """A chapter of a rule system: what it declares and what it does.

    Used as a set of decorators at module level::

        chapter = Chapter("ferry", "The ferry and its times")

        @chapter.handles(Crossing)
        def cross(step: Step, event: Crossing) -> None: ...
    """

    def __init__(self, name: str, about: str) -> None:
        self.name = name
        self.about = about
        self.entities: list[type[Entity]] = []
        self.events: dict[type[Event], Handler] = {}
        self.settlers: dict[type[Event], Settler] = {}
        self.gone: dict[type[Event], Handler] = {}
        self.reactions: list[tuple[type[Fact], Handler]] = []
        self.orders: dict[type[Order], Obeyer] = {}
        self.notices: list[type[Notice]] = []
        self.still: dict[type[Notice], Teller] = {}
        self.records: list[type[Record]] = []
        self.params: list[Param[Any]] = []

    def declare(self, *structs: type[msgspec.Struct]) -> None:
        """Declare entities, notices and records by their base class."""
        for struct in structs:
            if issubclass(struct, Entity):
                self.entities.append(struct)
            elif issubclass(struct, Notice):
                self.notices.append(struct)
            elif issubclass(struct, Record):
                self.records.append(struct)
            else:
                raise Fault(f"{struct.__name__} is neither an entity, a notice nor a record")

    def param(
        self,
        name: str,
        default: T,
        unit: str,
        rule: str,
        about: str = "",
        choices: tuple[T, ...] = (),
    ) -> Param[T]:
        """Declare a figure of the rules; see :class:`world.param.Param`."""
        declared = Param(name, default, unit, rule, about, choices)
        self.params.append(declared)
        return declared

    def handles(
        self, event: type[Ev]
    ) -> Callable[[Callable[[Step, Ev], None]], Callable[[Step, Ev], None]]:
        """Register what happens when an event of this type is due."""

        def register(handler: Callable[[Step, Ev], None]) -> Callable[[Step, Ev], None]:
            _enter(self.events, event, handler)
            return handler

        return register

    def settles(
        self, event: type[Ev]
    ) -> Callable[[Callable[[Step, Ev, Choice], None]], Callable[[Step, Ev, Choice], None]]:
        """Register what happens when the decision whose ``then`` is of this type is settled."""

        def register(
            handler: Callable[[Step, Ev, Choice], None],
        ) -> Callable[[Step, Ev, Choice], None]:
            _enter(self.settlers, event, handler)
            return handler

        return register

    def when_gone(
        self, event: type[Ev]
    ) -> Callable[[Callable[[Step, Ev], None]], Callable[[Step, Ev], None]]:
        """Register what happens when the subject of such an event is gone without successor."""

        def register(handler: Callable[[Step, Ev], None]) -> Callable[[Step, Ev], None]:
            _enter(self.gone, event, handler)
            return handler

        return register

    def on(
        self, fact: type[Fa]
    ) -> Callable[[Callable[[Step, Fa], None]], Callable[[Step, Fa], None]]:
        """Register a reaction to a fact."""

        def register(handler: Callable[[Step, Fa], None]) -> Callable[[Step, Fa], None]:
            self.reactions.append((fact, handler))
            return handler

        return register

    def news(
        self, notice: type[No]
    ) -> Callable[[Callable[[No, Any], str]], Callable[[No, Any], str]]:
        """Register whether a notice is news still, when it is about to be sent.

        What is registered is handed the notice and the entity it is ``about``, and gives an empty
        text, or in a few words why nobody need be told any more.
        """

        def register(teller: Callable[[No, Any], str]) -> Callable[[No, Any], str]:
            _enter(self.still, notice, teller)
            return teller

        return register

    def obeys(
        self, order: type[Or]
    ) -> Callable[[Callable[[Step, Or, Hand], None]], Callable[[Step, Or, Hand], None]]:
        """Register how an order takes hold; the handler may raise ``Refused``."""

        def register(
            handler: Callable[[Step, Or, Hand], None],
        ) -> Callable[[Step, Or, Hand], None]:
            _enter(self.orders, order, handler)
            return handler

        return register


class Maps(NamedTuple):
    """How a pack draws its map, as SVG.

    The map as somebody knows it are two sheets of one size, drawn from what stands in that person's
    view: the ground, which takes long to draw but seldom changes, and what stands on it.

    Attributes:
        sheet: the scene's map under a title, as it is before play.
        holders: of a scene and a view, which hex (by index) is believed to be whose.
        ground: the first sheet, of a scene and such holders.
        marks: the second, of a scene, a view, and how long ago a game instant (ms) is in words.
        markers: a third, of a scene and a person's own markers, each a place and a text.
        key: what the marks' colours mean, in words, by a colour that style sheets know.
        spot: where on the sheet (in its units, from its upper left corner) lies what a notice's
            fields speak of, by a scene and a view; None if they name nothing that stands in it.
    """

    sheet: Callable[[Any, str], str]
    holders: Callable[[Any, View], tuple[tuple[int, str], ...]]
    ground: Callable[[Any, tuple[tuple[int, str], ...]], str]
    marks: Callable[[Any, View, Callable[[int], str]], str]
    markers: Callable[[Any, tuple[tuple[str, str], ...]], str]
    key: tuple[tuple[str, str], ...]
    spot: Callable[[Any, View, Mapping[str, Any]], tuple[float, float] | None]


class Pack:
    """A rule system: chapters in order, answers, views, and the way a campaign is founded.

    Args:
        name: the pack's name in scenarios and the database.
        release: raised whenever a stored struct changes shape; a daemon claims only campaigns
            whose release it knows.
        chapters: in the order in which they react to a fact; couriers come last, and the kernel's
            own chapter stands before them all.
        answers: what couriers and views ask.
        view: ``view(world, person)``, the only way out of the world for a player.
        scene: builds the campaign's static data (its map, say) from the scenario, noting every
            mistake in ``scenario.problems``.
        found: sets up the entities of a new campaign within its first step.
        revise: called when the subject of an open decision changes; returns the decision to keep,
            a changed one, or None to withdraw it.
        draw: how maps are drawn, where the rules have one.
    """

    def __init__(
        self,
        *,
        name: str,
        release: int,
        chapters: Iterable[Chapter],
        answers: Answers,
        view: Callable[[World, str], View],
        scene: Callable[[Scenario], Any],
        found: Callable[[Step], None],
        revise: Callable[[Step, Decision, str], Decision | None] | None = None,
        about: str = "",
        draw: Maps | None = None,
    ) -> None:
        self.name = name
        self.release = release
        self.about = about
        self.draw = draw
        from world.kernel.chapter import chapter as kernel  # noqa: PLC0415 - it declares itself

        self.chapters = (kernel, *chapters)
        self.answers = answers
        self.view = view
        self.scene = scene
        self.found = found
        self.revise = revise or (lambda _step, decision, _subject: decision)
        self._compose()

    def _compose(self) -> None:
        self.entities: dict[str, type[Entity]] = {}
        self.handlers: dict[type[Event], Handler] = {}
        self.settlers: dict[type[Event], Settler] = {}
        self.gone: dict[type[Event], Handler] = {}
        self.reactions: dict[type[Fact], list[tuple[str, Handler]]] = {}
        self.orders: dict[str, type[Order]] = {}
        self.obeyers: dict[type[Order], Obeyer] = {}
        self.notices: dict[str, type[Notice]] = {}
        self.told_by: dict[str, str] = {}
        self.still: dict[type[Notice], Teller] = {}
        self.records: dict[str, type[Record]] = {}
        self.params: dict[str, Param[Any]] = {}
        for chapter in self.chapters:
            for entity in chapter.entities:
                _enter(self.entities, kind_of(entity), entity)
            for event, handler in chapter.events.items():
                _enter(self.handlers, event, handler)
            for event, settler in chapter.settlers.items():
                _enter(self.settlers, event, settler)
            for event, handler in chapter.gone.items():
                _enter(self.gone, event, handler)
            for fact, handler in chapter.reactions:
                self.reactions.setdefault(fact, []).append((chapter.name, handler))
            for order, obeyer in chapter.orders.items():
                _enter(self.orders, kind_of(order), order)
                self.obeyers[order] = obeyer
            self._tell_of(chapter)
            for record in chapter.records:
                _enter(self.records, kind_of(record), record)
            for param in chapter.params:
                _enter(self.params, param.name, param)
        events = {*self.handlers, *self.settlers}
        told = (*self.notices.values(), *self.records.values())
        done = (*events, *self.reactions, *self.orders.values())
        for struct in (*self.entities.values(), *told, *done):
            require_immutable(struct)
        self.upgrades = Upgrades(
            {
                "entity": self.entities.values(),
                "event": events,
                "order": self.orders.values(),
            }
        )
        self.placed = frozenset(e for e in self.entities.values() if "place" in e.__struct_fields__)
        self.event_decoder = _decoder(events)

    # To make one takes as long as a small scenario to be read, and few commands want them all.

    @functools.cached_property
    def entity_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads an entity from its JSON; so do the others what their names say."""
        return _decoder(self.entities.values())

    @functools.cached_property
    def order_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads an order."""
        return _decoder(self.orders.values())

    @functools.cached_property
    def notice_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads a notice."""
        return _decoder(self.notices.values())

    @functools.cached_property
    def record_decoder(self) -> msgspec.json.Decoder[Any]:
        """Reads a line of somebody's record."""
        return _decoder(self.records.values())

    def orders_for(self, *, referee: bool) -> dict[str, type[Order]]:
        """The orders that somebody can give, by their words: some are the referee's alone."""
        return {
            word: kind
            for word, kind in sorted(self.orders.items())
            if referee or not kind.for_referee
        }

    def _tell_of(self, chapter: Chapter) -> None:
        for notice in chapter.notices:
            require_sayable(notice)
            require_aging(notice)
            _enter(self.notices, kind_of(notice), notice)
            self.told_by[kind_of(notice)] = chapter.name
        for notice, teller in chapter.still.items():
            _enter(self.still, notice, teller)

    def decode_order(self, raw: bytes | msgspec.Raw) -> Order:
        """An order from its JSON.

        Raises:
            msgspec.ValidationError: it is none of this pack's orders, or a blank is wrong.
        """
        return cast("Order", self.order_decoder.decode(raw))


def _enter(table: dict[Any, Any], key: Any, value: Any) -> None:
    if key in table and table[key] is not value:
        raise Fault(f"{key!r} is declared twice: {table[key]!r} and {value!r}")
    table[key] = value


def _decoder(structs: Iterable[type[msgspec.Struct]]) -> msgspec.json.Decoder[Any]:
    by_kind: dict[str, type[msgspec.Struct]] = {}
    for struct in structs:
        _enter(by_kind, kind_of(struct), struct)
    ordered = tuple(struct for _, struct in sorted(by_kind.items()))
    return msgspec.json.Decoder(Union[ordered] if ordered else msgspec.Raw)  # noqa: UP007
