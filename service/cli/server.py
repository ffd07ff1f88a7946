"""A command given to a server over its API, instead of to the database beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from service.cli.printing import print_json, say
from service.config import DEFAULT_LISTEN
from world.errors import GalloperError

if TYPE_CHECKING:
    from service.api.v1.campaigns import Campaign
    from service.client import Client


@Parameter(name="*")
@dataclass(frozen=True)
class Server:
    """Which server is meant, if one is.

    GALLOPER_URL is the daemon's own setting, too: without a token it sends no command elsewhere.
    """

    server: Annotated[
        str,
        Parameter(
            help="Address of a server to speak to over its API, with --token. GALLOPER_URL, where"
            " there is a token."
        ),
    ] = ""
    token: Annotated[
        str,
        Parameter(
            env_var="GALLOPER_TOKEN",
            show_env_var=True,
            help="Token for that server (galloper account token); it stands for its account.",
        ),
    ] = ""

    def client(self) -> Client | None:
        """A client of the server; None where the database beside us is meant.

        Raises:
            GalloperError: the address is none.
        """
        if not self.token:
            if self.server:
                raise GalloperError(
                    f"Without a token {self.server} would not know you; nothing was asked. Give"
                    " --token, or set GALLOPER_TOKEN."
                )
            return None
        from service.client import Client

        if not self.token.startswith("glp_"):
            raise GalloperError(
                "The token is none of Galloper's, which begin with glp_; nothing was asked. Make"
                " one: galloper account token ADDRESS."
            )
        server = self.server or os.environ.get("GALLOPER_URL") or f"http://{DEFAULT_LISTEN}"
        return Client(server, self.token)


#: The database beside us, unless the environment names a server.
HERE = Server()


def print_campaigns(found: list[Campaign], *, json: bool) -> None:
    """Campaigns as a server tells of them."""
    if json:
        print_json(found)
        return
    for one in found:
        parts = ", ".join(part.person or part.role for part in one.parts)
        say(f"{one.id}  {one.name}  {one.date}  rate {one.rate}  {parts}")
    if not found:
        say("You have no part in a campaign there yet.")


def print_campaign(found: Campaign, *, json: bool) -> None:
    """A campaign as a server tells of it."""
    if json:
        print_json(found)
        return
    for name in ("id", "name", "pack", "state", "date", "rate"):
        say(f"{name:<9} {getattr(found, name)}")
    for pause in found.pauses:
        say(f"{'pause':<9} {pause.start} to {pause.until}: {pause.reason}")
    for part in found.parts:
        say(f"{'part':<9} {f'{part.role} {part.person}'.strip()}")
