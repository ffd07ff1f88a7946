"""``galloper campaign end`` and ``verify``: the secret of the dice, published and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from service.cli.campaigns import campaign
from service.cli.desk import ask_store, with_store
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from service.proof import Proof, prove
from service.store.campaigns import campaign_secret, show_campaign
from service.store.session import writing
from world.errors import GalloperError

if TYPE_CHECKING:
    from service.opening import Store


@campaign.command
def end(
    campaign_id: str,
    *,
    epilogue: str = "",
    open_books: bool = False,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """End a campaign for good, publish the secret of its dice, and check every one of them.

    Parameters
    ----------
    campaign_id
        The campaign.
    epilogue
        What became of everybody; all who play are told it.
    open_books
        Everybody with a part reads all letters, papers and the journal from now on.
    """
    from service.intake.speak import clean

    load_packs(pack)

    async def work(store: Store) -> dict[str, Any]:
        ended: dict[str, Any] = await ask_store(
            _end, store, campaign_id, clean(epilogue, "The epilogue").strip(), opened=open_books
        )
        return ended

    ended = with_store(work, data)
    if json:
        print_json(ended)
    else:
        say(f"{campaign_id} has ended. Secret of its dice: {ended['secret']}")
        _say_proof(ended["proof"])


async def _end(store: Store, campaign_id: str, epilogue: str, *, opened: bool) -> dict[str, Any]:
    from service.people.ending import close_campaign

    async with writing(store.pool) as conn:
        if not await close_campaign(conn, campaign_id, epilogue, opened=opened):
            raise GalloperError(
                f"No campaign {campaign_id!r} is running; nothing was changed. See: galloper"
                " campaign list."
            )
        secret = await campaign_secret(conn, campaign_id) or b""
        return {"secret": secret.hex(), "proof": await prove(conn, campaign_id, secret)}


@campaign.command
def verify(campaign_id: str, *, data: Data = None, json: Json = False) -> int:
    """Throw every die of an ended campaign's journal again from its published secret."""

    async def work(store: Store) -> Proof:
        proof: Proof = await ask_store(_verify, store, campaign_id)
        return proof

    proof = with_store(work, data)
    if json:
        print_json(proof)
    else:
        _say_proof(proof)
    return 1 if proof.faults else 0


async def _verify(store: Store, campaign_id: str) -> Proof:
    async with store.pool.acquire() as conn:
        row = await show_campaign(conn, campaign_id)
        if row is None or row.state != "ended":
            raise GalloperError(
                f"There is no ended campaign {campaign_id!r}; nothing was checked. A secret is"
                " published when its campaign ends."
            )
        return await prove(conn, campaign_id, await campaign_secret(conn, campaign_id) or b"")


def _say_proof(proof: Proof) -> None:
    for fault in proof.faults:
        say(f"FAULT: {fault}", "bold red")
    if not proof.faults:
        say(f"All {proof.dice} throws in {proof.lines} lines follow from it.")
        say(f"Its bond: {proof.commitment}")
