"""The words of a notice, for the person who reads it.

Templates name the notice's own fields (:mod:`world.template` says how).  That they can be said is
checked when packs are composed, never discovered by a reader.  A message that is kept and sent is
put into words once, when it is first tried: it says instants, never how far away they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from service.language.reader import ANYBODY
from service.language.saying import Speech
from service.language.times import game
from world.aging import thread_key

if TYPE_CHECKING:
    from service.language.reader import Reader
    from world.state import World


class Worded(msgspec.Struct, frozen=True):
    """A notice in words: one line, the whole text, and the campaign's date.

    ``markdown`` says that the text is Markdown of the rules' own.  Messages of one ``thread`` stand
    under one ``topic``; empty where it has none of its own.
    """

    title: str
    text: str
    date: str
    markdown: bool = False
    thread: str = ""
    topic: str = ""


def word(world: World, body: bytes, at: int, reader: Reader = ANYBODY) -> Worded:
    """A notice in words.

    Args:
        world: the campaign, for its calendar and the titles of persons.
        body: the notice as it was kept.
        at: game instant (ms) at which it was told.
        reader: whose language and clock it is put in.
    """
    notice = world.pack.notice_decoder.decode(body)
    fields = msgspec.structs.asdict(notice)
    speech = Speech(reader, world)
    return Worded(
        title=speech.fill(notice.title, fields, notice.phrases).replace("\n", " ")[:200].rstrip(),
        text=speech.fill(notice.wording, fields, notice.phrases),
        date=game(world, at, speech.tongue),
        markdown=notice.markdown,
        thread=thread_key(notice),
        topic=speech.fill(notice.topic, fields, notice.phrases) if notice.topic else "",
    )
