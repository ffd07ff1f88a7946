"""Everything that a page does, the API does: each form has its endpoints, and none is forgotten."""

from __future__ import annotations

from aiohttp import web

from service.api.routes import CHAPTERS
from service.web import frame
from service.web.routes import enter_pages

#: Which endpoints do what a page's form does; a form that is missing here has none.
DONE_BY: dict[str, tuple[str, ...]] = {
    "/c/{campaign}/asides": ("aside", "answer_to_aside", "mute_person", "unmute_person"),
    "/c/{campaign}/begun": ("add_invitation",),
    "/c/{campaign}/ending": ("end_campaign", "write_epilogue"),
    "/c/{campaign}/table/clock": ("clock",),
    "/c/{campaign}/table/invitation/{invitation}": ("withdraw",),
    "/c/{campaign}/table/invite": ("add_invitation",),
    "/c/{campaign}/table/part": ("handover", "remove", "delay_spectators", "make_public"),
    "/c/{campaign}/table/speak": ("order",),
    "/c/{campaign}/things/{entity}": ("preview_correction", "correct"),
    "/c/{campaign}/{person}/almanac": ("write_notes",),
    "/c/{campaign}/{person}/answer/{decision}": ("answer",),
    "/c/{campaign}/{person}/channels": (
        "add_channel",
        "set_channel",
        "remove_channel",
        "rotate_channel",
        "ping_channel",
        "resend_messages",
    ),
    "/c/{campaign}/{person}/channels/push": ("add_push",),
    "/c/{campaign}/{person}/feeds": ("make_feeds", "end_feeds"),
    "/c/{campaign}/{person}/letters": ("letters_with",),
    "/c/{campaign}/{person}/letters/{other}": (
        "order",
        "add_draft",
        "throw_draft_away",
        "letter_prospects",
    ),
    "/c/{campaign}/{person}/map": ("add_marker", "remove_marker"),
    "/c/{campaign}/{person}/preferences": ("prefer",),
    "/c/{campaign}/{person}/order": ("order",),
    "/invitation/{secret}": ("take_up",),
    "/me": (
        "profile",
        "password",
        "email",
        "release_email",
        "revoke",
        "add_token",
        "deletion",
    ),
    "/operator/accounts/{account}": ("lock_account", "unlock_account", "end_account_sessions"),
    "/operator/mail": ("release_mailbox", "suppress_mailbox"),
    "/start/{scenario}": ("begin_campaign",),
}
#: Forms by which a browser's session begins or ends, and a link out of a mail is followed: a
#: program has its token.
OF_BROWSERS = {
    "/sign-in",
    "/sign-in/link",
    "/sign-in/{secret}",
    "/sign-out",
    "/me/email/{secret}",
    "/unsubscribe/{campaign}/{channel}/{seal}",
}


def test_everything_that_a_page_does_the_api_does() -> None:
    app = web.Application()
    enter_pages(app, frame.Site._make([None] * len(frame.Site._fields)))
    forms = {
        route.resource.canonical
        for route in app.router.routes()
        if route.method == "POST" and route.resource is not None
    }
    assert forms == set(DONE_BY) | OF_BROWSERS
    endpoints = {one.name for chapter in CHAPTERS for one in chapter.all}
    missing = {name for names in DONE_BY.values() for name in names} - endpoints
    assert missing == set()
