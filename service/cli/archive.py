"""``galloper campaign archive``: a campaign as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.campaigns import campaign
from service.cli.desk import ask_store, with_store
from service.cli.options import Data, Json, Packs, load_packs
from service.cli.printing import print_json, say
from world.errors import GalloperError

if TYPE_CHECKING:
    from service.opening import Store


@campaign.command
def archive(
    campaign_id: str,
    file: Path,
    *,
    person: str = "",
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Write a campaign into a file (ZIP), as it stands: to be kept, or read by other programs.

    Parameters
    ----------
    campaign_id
        The campaign.
    file
        Where it is written; what was there is not overwritten.
    person
        Only what this person knows, was told and said.
    """
    load_packs(pack)

    async def work(store: Store) -> int:
        size: int = await ask_store(_archive, store, campaign_id, file, person)
        return size

    size = with_store(work, data)
    if json:
        print_json({"file": str(file), "bytes": size})
    else:
        say(f"{file} has {size:,} bytes.")


async def _archive(store: Store, campaign_id: str, file: Path, person: str) -> int:
    from service.intake.reading import Readings
    from service.intake.speak import require_person
    from service.papers.archive import of_campaign, of_person

    readings = Readings()
    async with store.pool.acquire() as conn:
        world = await readings.world(conn, campaign_id)
    if person:
        require_person(world, person)
        pieces = of_person(store.pool, readings, campaign_id, person)
    else:
        pieces = of_campaign(store.pool, readings, campaign_id)
    try:
        # A loop that serves nobody else may wait for the disk.
        with file.open("xb") as written:
            async for piece in pieces:
                written.write(piece)
            return written.tell()
    except OSError as error:
        raise GalloperError(f"{file} was not written: {error.strerror}. Name another.") from None
