"""Notices and records: what a person is told, and what goes into their books.

A *notice* pings a person through their channels; a *record* is a line of what their commander
knows, read by pages and never by handlers.  Both are rows written with the state they tell of.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec


class Notice(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """Something a person is told; a pack declares its own subclasses.

    ``title`` and ``wording`` are templates over the fields (``{sender}``; ``{sent:when}`` prints a
    game instant in the reader's calendar; see :mod:`world.template`).  What they name must exist
    and be sayable, which is checked when the pack is composed: nobody is ever told "None".  They
    are what translators are given, and so is each of ``phrases``, the texts that fields said as
    ``phrase`` may hold, with ``{}`` for what varies.  ``markdown`` says that what it prints is
    written in Markdown by the rules themselves.

    What may have become old by the time somebody is told says so (:mod:`world.aging`).
    ``collapse`` is a template of a key: a notice that was not sent yet is superseded by a later one
    of the same key.  ``about`` is a template of the id of the entity it is about: once that is
    gone, or the chapter says that it is no news any more (:meth:`world.pack.Chapter.news`), nobody
    is told.  ``not_after`` is one field as it is said, ``{due:when}`` or ``{limit:limit}``: past
    that instant nobody is told.  ``urgent`` says that it cannot wait: it may break quiet hours.

    Mails about one thing stand in one thread: ``thread`` is a template of what they have in common
    (no reader sees it), ``topic`` of the line above all of them.  Of what has none, those of a day
    stand together, each under its own title.
    """

    version: ClassVar[int] = 1
    title: ClassVar[str]
    wording: ClassVar[str]
    phrases: ClassVar[tuple[str, ...]] = ()
    markdown: ClassVar[bool] = False
    collapse: ClassVar[str] = ""
    about: ClassVar[str] = ""
    not_after: ClassVar[str] = ""
    urgent: ClassVar[bool] = False
    thread: ClassVar[str] = ""
    topic: ClassVar[str] = ""


class Record(msgspec.Struct, frozen=True, kw_only=True, gc=False, tag_field="kind"):
    """A line of what a person knows: with place, age and source where the pack has them."""

    version: ClassVar[int] = 1
