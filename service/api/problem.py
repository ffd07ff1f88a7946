"""Errors as a program reads them: ``application/problem+json`` (RFC 9457).

``detail`` is the sentence written for the person who must act; ``code`` is the stable refusal code
of the rules, where there is one.
"""

from __future__ import annotations

from http import HTTPStatus

import msgspec

from service.intake.reading import NoSuchCampaign
from service.pace import TooMany
from service.people.invitations import NoInvitation
from service.people.parts import NotAllowed, NotFound
from service.people.telling import NoSuchChannel
from service.store.accounts import AccountExists
from service.store.keys import KeyReused
from world.errors import BadInput, GalloperError, Refused

CONTENT_TYPE = "application/problem+json"


class Problem(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What went wrong: nothing was changed by the request.

    Attributes:
        title: the status in words.
        status: the HTTP status.
        detail: what happened and what to do.
        code: refusal code of the rules, such as ``E-NO-PATH``.
    """

    title: str
    status: int
    detail: str
    type: str = "about:blank"
    code: str = ""


class Unproved(GalloperError):  # noqa: N818
    """The request does not prove who makes it."""


#: The first that fits counts.
_STATUS: tuple[tuple[type[GalloperError], int], ...] = (
    (Unproved, 401),
    (NotAllowed, 403),
    (NoSuchCampaign, 404),
    (NotFound, 404),
    (NoSuchChannel, 404),
    (NoInvitation, 410),
    (KeyReused, 409),
    (AccountExists, 409),
    (Refused, 422),
    (BadInput, 400),
    (TooMany, 429),
)

STATUSES = tuple(sorted({status for _, status in _STATUS}))


def problem_of(error: GalloperError) -> Problem | None:
    """The problem to tell; None for a fault of ours, of which nobody is told more than that."""
    for kind, status in _STATUS:
        if isinstance(error, kind):
            return problem(
                status, words_of(error), error.code if isinstance(error, Refused) else ""
            )
    return None


def words_of(error: GalloperError) -> str:
    """The sentence for the person who must act; a refusal's code is told beside it."""
    return error.text if isinstance(error, Refused) else str(error)


def problem(status: int, detail: str, code: str = "") -> Problem:
    """A problem of that HTTP status."""
    return Problem(title=HTTPStatus(status).phrase, status=status, detail=detail, code=code)
