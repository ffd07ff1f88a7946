"""The pages of accounts, referees and operators, entered into an application."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.web import (
    account,
    asides,
    correct,
    ending,
    journal,
    knowing,
    operator,
    table,
    watch,
)
from service.web.frame import shows

if TYPE_CHECKING:
    from aiohttp import web

    from service.web.frame import Site


def enter_staff_pages(app: web.Application, site: Site) -> None:
    """Let an application show one's account, the referee's table and the operator's pages."""
    get, post = app.router.add_get, app.router.add_post
    get("/me", shows(site, account.account))
    post("/me", shows(site, account.change))
    get("/me/export", shows(site, account.export_file))
    get("/me/email/{secret}", shows(site, account.show_address))
    post("/me/email/{secret}", shows(site, account.use_address))
    get("/operator", shows(site, operator.operator))
    post("/operator/mail", shows(site, operator.change_mail))
    get("/operator/accounts", shows(site, operator.accounts))
    post("/operator/accounts/{account}", shows(site, operator.change))
    get("/operator/audit", shows(site, operator.audited))
    get("/c/{campaign}/table", shows(site, table.table))
    post("/c/{campaign}/table/clock", shows(site, table.set_clock))
    post("/c/{campaign}/table/invite", shows(site, table.invite))
    post("/c/{campaign}/table/invitation/{invitation}", shows(site, table.withdraw))
    post("/c/{campaign}/table/part", shows(site, table.change_part))
    post("/c/{campaign}/table/speak", shows(site, table.speak_for))
    get("/c/{campaign}/journal", shows(site, journal.journal))
    get("/c/{campaign}/knows", shows(site, knowing.knows))
    get("/c/{campaign}/coming", shows(site, journal.look_ahead))
    get("/c/{campaign}/ending", shows(site, ending.show))
    post("/c/{campaign}/ending", shows(site, ending.change))
    get("/c/{campaign}/archive.zip", shows(site, ending.whole_file))
    get("/c/{campaign}/asides", shows(site, asides.asides))
    post("/c/{campaign}/asides", shows(site, asides.say))
    get("/c/{campaign}/watch", shows(site, watch.persons))
    get("/c/{campaign}/watch/{person}", shows(site, watch.person))
    get("/c/{campaign}/things", shows(site, correct.things))
    get("/c/{campaign}/things/{entity}", shows(site, correct.show))
    post("/c/{campaign}/things/{entity}", shows(site, correct.correct))
