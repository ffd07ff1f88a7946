"""Who asks: an account with what its credential allows, and its part in a campaign."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

Role = Literal["gm", "assistant", "player", "spectator"]
ROLES: tuple[Role, ...] = get_args(Role)

Scope = Literal["read", "play", "referee", "account", "operate"]
"""What a token may do: look; speak for one's commanders; act as referee; change the account itself;
see to the server.  A browser's session may do all that its account may.
"""
SCOPES: tuple[Scope, ...] = get_args(Scope)


class Account(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody with an address.

    ``zone`` is an IANA zone, in which instants are shown; ``language`` the code of the one they are
    told things in, "" for that of the campaign; ``created`` is a wall instant (µs).
    """

    id: str
    email: str
    name: str
    zone: str
    language: str = ""
    operator: bool
    created: int


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """An account that has proved itself, by which credential, and what that allows."""

    account: Account
    credential: str
    kind: Literal["session", "token"]
    scopes: frozenset[str]

    def may(self, scope: Scope) -> bool:
        """Whether the credential allows it; what the account may in a campaign is its role's."""
        if scope == "operate" and not self.account.operator:
            return False
        return self.kind == "session" or scope in self.scopes


class Membership(msgspec.Struct, frozen=True, kw_only=True):
    """A part in a campaign; ``person`` is the commander of a player, empty otherwise."""

    campaign_id: str
    account_id: str
    role: Role
    person: str = ""
