"""Gather what is told to people for its translators: ``make texts``.

The template (``locale/galloper.pot``) holds every notice of the packs that come along, the phrases
they may hold, and the program's own texts: what is handed to ``say``, ``phrase`` or ``english`` as
a literal.  Each language's catalogue is brought into step with it, and keeps what it had.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from service.language.catalogue import ENGLISH, LANGUAGES
from service.packs import built_in
from world.entity import kind_of

LOCALE: Final = Path(__file__).parent / "locale"
TEMPLATE: Final = LOCALE / "galloper.pot"
_ROOT: Final = Path(__file__).parents[1]
_KEYWORDS: Final = {"say": None, "phrase": None, "english": None}
#: Babel wants an instant, and none is written: a file is the same unless its texts are not.
_EVER: Final = datetime(2026, 1, 1, tzinfo=UTC)
_OF_NO_USE: Final = (
    b'"Generated-By',
    b'"Report-Msgid-Bugs-To',
    b'"POT-Creation-Date',
    b'"PO-Revision-Date',
    b'"Last-Translator',
    b'"Language-Team',
)
_HEADER: Final = "# What Galloper tells people. See docs/languages.md."


def source(language: str) -> Path:
    """Where a language's catalogue is."""
    return LOCALE / language / "LC_MESSAGES" / "galloper.po"


def gather() -> Catalog:
    """Everything that may be translated, in an order that a new text does not disturb."""
    found = _empty()
    notices = {kind_of(notice): notice for pack in built_in() for notice in pack.notices.values()}
    for kind, notice in sorted(notices.items()):
        about = (notice.__doc__ or "").strip().partition("\n")[0]
        for text in filter(None, (notice.title, notice.wording, notice.topic, *notice.phrases)):
            found.add(text, auto_comments=[f"{kind}: {about}"])
    for file in sorted(_ROOT.rglob("*.py")):
        if "cli" in file.parts:  # its own say() prints
            continue
        name = file.relative_to(_ROOT.parent).as_posix()
        with file.open("rb") as code:
            for _, words, _, _ in extract("python", code, keywords=_KEYWORDS):
                if isinstance(words, str):
                    found.add(words, auto_comments=[name])
    return found


def in_step(language: str, gathered: Catalog) -> Catalog:
    """A language's catalogue with what was gathered, and the translations it has."""
    if not source(language).exists():
        found = _empty(language)
    else:
        with source(language).open("rb") as file:
            found = read_po(file, locale=language)
    found.update(gathered, no_fuzzy_matching=True, update_creation_date=False)
    return found


def written(catalogue: Catalog) -> bytes:
    """A catalogue as it stands in its file."""
    into = io.BytesIO()
    # What is said no more is not kept: its translation is in the history of the file.
    write_po(into, catalogue, width=100, no_location=True, ignore_obsolete=True)
    # Who wrote the file, and with which release, is of no use and never the same.
    lines = [one for one in into.getvalue().splitlines() if not one.startswith(_OF_NO_USE)]
    return b"\n".join(lines).rstrip(b"\n") + b"\n"


def main() -> None:
    """Write the template, and bring every catalogue into step with it."""
    gathered = gather()
    TEMPLATE.write_bytes(written(gathered))
    for language in LANGUAGES:
        if language != ENGLISH:
            source(language).parent.mkdir(parents=True, exist_ok=True)
            source(language).write_bytes(written(in_step(language, gathered)))


def _empty(language: str | None = None) -> Catalog:
    return Catalog(
        locale=language,
        header_comment=_HEADER,
        project="Galloper",
        version="1",
        creation_date=_EVER,
        revision_date=_EVER,
        fuzzy=False,
    )


if __name__ == "__main__":
    main()
