"""What commanders are told when armies split and join."""

from __future__ import annotations

from typing import ClassVar

from world.notice import Notice


class ArmyParted(Notice, frozen=True, tag="army_parted"):
    """An army has split (M-ARMY-01)."""

    title: ClassVar[str] = "{part} has left {army}"
    wording: ClassVar[str] = (
        "{part} is an army of its own now, led by {leader}; orders to it go to army={id}.\n"
        "{part}: {part_return}.\n{army}: {army_return}."
    )
    army: str
    part: str
    id: str
    leader: str
    part_return: str
    army_return: str


class ArmiesUnited(Notice, frozen=True, tag="armies_united"):
    """Two armies are one (M-ARMY-02)."""

    title: ClassVar[str] = "{army} has joined {into}"
    wording: ClassVar[str] = (
        "{army} is part of {into} now, led by {leader}.{renamed}\n{into}: {its_return}."
    )
    army: str
    into: str
    leader: str
    its_return: str
    renamed: str = ""


class JoinOffered(Notice, frozen=True, tag="join_offered"):
    """A commander offers to join armies; it waits for the other's consent (C-ARMY-05)."""

    title: ClassVar[str] = "{army} would join {into}"
    wording: ClassVar[str] = (
        "{by} is willing to let {army} join {into}, led by {leader}. It is done when both"
        " commanders have ordered it while the armies are in one place: {how}"
    )
    by: str
    army: str
    into: str
    leader: str
    how: str


class GarrisonTaken(Notice, frozen=True, tag="garrison_taken"):
    """Detachments left in a stronghold go with an army again, or out on their own (M-STR-01)."""

    title: ClassVar[str] = "{who} {what} {place}"
    wording: ClassVar[str] = "{who} ({soldiers} soldiers, {supplies} supplies) {what} {place}."
    place: str
    who: str
    soldiers: int
    supplies: int
    what: str
