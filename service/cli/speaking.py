"""``galloper order``, ``letter`` and ``decide``: say something to a campaign."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from service.cli.desk import ask_store, with_store
from service.cli.main import app
from service.cli.options import Data, Json, Key, Packs, load_packs
from service.cli.printing import print_receipt
from service.cli.server import HERE, Server
from service.intake.reading import Readings
from service.intake.speak import LARGEST, Receipt, answer_decision, clean, give_order
from world.errors import GalloperError
from world.order import quote

if TYPE_CHECKING:
    from service.opening import Store


@app.command
def order(
    campaign_id: str,
    person: str,
    *words: str,
    key: Key = "",
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Give an order in its text form: galloper order CAMPAIGN PERSON march to=2514 pace=forced.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        Who gives it.
    words
        The order's word and its name=value parts.
    """
    load_packs(pack)
    text = " ".join(_quoted(word) for word in words)
    if not text:
        raise GalloperError("An order has at least one word; nothing was ordered.")
    _give(campaign_id, person, text, key, there, data, json=json)


def _quoted(word: str) -> str:
    """A word as the shell gave it, quoted again where its value has spaces."""
    name, equals, value = word.partition("=")
    if not equals or (value.startswith('"') and value.endswith('"') and len(value) > 1):
        return word
    return f"{name}={quote(value)}"


@app.command
def letter(
    campaign_id: str,
    person: str,
    to: str,
    text: str = "",
    *,
    towards: str = "",
    key: Key = "",
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Write a letter, which rides as long as the rules say.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        Who writes.
    to
        Addressee: a person's or an office's name.
    text
        The words; read from standard input if not given.
    towards
        The place where you believe the addressee to be.
    """
    load_packs(pack)
    if not text:
        text = clean(sys.stdin.buffer.read(LARGEST + 1), "The letter")
    text = clean(text, "The letter")
    parts = ["letter", f"to={quote(to)}", f"text={quote(text)}"]
    if towards:
        parts.append(f"towards={quote(towards)}")
    _give(campaign_id, person, " ".join(parts), key, there, data, json=json)


def _give(
    campaign_id: str,
    person: str,
    text: str,
    key: str,
    there: Server,
    data: Path | None,
    *,
    json: bool,
) -> None:
    client = there.client()
    if client is not None:
        print_receipt(client.order(campaign_id, person, text, key), json=json)
        return

    async def work(store: Store) -> Receipt:
        receipt: Receipt = await ask_store(
            give_order, store.pool, Readings(), campaign_id, person, text, key
        )
        return receipt

    print_receipt(with_store(work, data), json=json)


@app.command
def decide(
    campaign_id: str,
    person: str,
    decision: str,
    option: str,
    *,
    text: str = "",
    key: Key = "",
    there: Server = HERE,
    data: Data = None,
    json: Json = False,
    pack: Packs = (),
) -> None:
    """Answer a decision that is put to a person.

    Parameters
    ----------
    campaign_id
        The campaign.
    person
        Who answers; gm for the referee.
    decision
        Its id, the id's first characters, or its rule (D-SIEGE-03) where only one is open.
    option
        One of its options.
    text
        A sentence of your own, where the decision takes one.
    """
    load_packs(pack)
    client = there.client()
    if client is not None:
        receipt = client.decide(campaign_id, person, decision, option, text, key)
        print_receipt(receipt, json=json)
        return

    async def work(store: Store) -> Receipt:
        receipt: Receipt = await ask_store(
            answer_decision,
            store.pool,
            Readings(),
            campaign_id,
            person,
            decision,
            option,
            text,
            key,
        )
        return receipt

    print_receipt(with_store(work, data), json=json)
