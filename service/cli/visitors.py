"""``galloper campaign public``: whether anybody may read a campaign's news without an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.cli.campaigns import campaign
from service.cli.desk import ask_store, with_store
from service.cli.options import Data, Json
from service.cli.printing import print_json, say
from world.errors import GalloperError

if TYPE_CHECKING:
    from service.opening import Store


@campaign.command
def public(
    campaign_id: str, *, closed: bool = False, data: Data = None, json: Json = False
) -> None:
    """Let anybody read, without an account, the news that is told in a campaign.

    Parameters
    ----------
    campaign_id
        The campaign.
    closed
        Let nobody any more.
    """

    async def work(store: Store) -> None:
        await ask_store(_set, store, campaign_id, public=not closed)

    with_store(work, data)
    if json:
        print_json({"campaign": campaign_id, "public": not closed})
    else:
        say(f"{campaign_id} is {'closed to' if closed else 'open to'} visitors.")


async def _set(store: Store, campaign_id: str, *, public: bool) -> None:
    from service.store.public import set_public
    from service.store.session import writing

    async with writing(store.pool) as conn:
        if not await set_public(conn, campaign_id, public=public):
            raise GalloperError(
                f"There is no campaign {campaign_id!r}; nothing was changed. See: galloper campaign"
                " list."
            )
