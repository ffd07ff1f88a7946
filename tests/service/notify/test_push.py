"""Browsers: sealed for the browser alone, signed by the server's own key, and dropped when gone."""

from __future__ import annotations

import base64
import json
import time
from typing import TYPE_CHECKING, Any

import http_ece
import pytest
from aiohttp import web
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from service.bridge import from_asyncio, guest_run, held
from service.config import Config
from service.notify import push
from service.notify.attempt import Attempt
from service.notify.push import Keys, require_keys
from service.notify.vapid import PushKeys, read_key
from service.store.channels import Channel, list_channels, make_channel, renew_channel
from service.store.session import writing
from tests.service.notify.sending import Got, Scripted, Sender
from world.errors import BadInput, GalloperError

if TYPE_CHECKING:
    from pathlib import Path

    import asyncpg


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """Has the private half of a subscription, as a browser does."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"sixteen bytes it"
        numbers = self.private.public_key().public_numbers()
        point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
        self.keys = {"p256dh": _text(point), "auth": _text(self.secret)}

    def read(self, body: bytes) -> Any:
        """What a push was, by the library of the standard's authors."""
        said = http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"
        )
        return json.loads(said)

    def channel(self, endpoint: str) -> Channel:
        return Channel(
            campaign_id="c",
            id="browser",
            person="ben",
            kind="push",
            address=endpoint,
            secret=b"",
            state="active",
            settings=json.dumps(self.keys).encode(),
        )


@pytest.fixture
def sender(pool: asyncpg.Pool, tmp_path: Path) -> Sender:
    return Sender(pool, tmp_path)


async def _subscribe(sender: Sender, channel: Channel) -> None:
    async def kept() -> None:
        async with writing(sender.pool) as conn:
            if not await make_channel(conn, channel):
                await renew_channel(conn, channel)

    await from_asyncio(kept)


def _require_signed(got: Got, origin: str, public: str) -> None:
    """The proof is a JWT by the server's key, for this push service, and good for a while."""
    scheme, _, given = got.headers["Authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in given.split(","))
    assert (scheme, parts["k"]) == ("vapid", public)
    head, claims, signature = parts["t"].split(".")
    raw = _bytes(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _bytes(public))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(_bytes(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(_bytes(claims))
    assert said["aud"] == origin
    assert time.time() < said["exp"] <= time.time() + 86_400
    assert said["sub"].startswith("mailto:")


@pytest.mark.trio(run=guest_run)
async def test_only_the_browser_can_read_what_it_is_sent_and_its_service_knows_from_whom(
    sender: Sender,
) -> None:
    """Of one length whatever it says; at a second attempt the very same bytes."""
    browser = Browser()
    receiver = Scripted(
        lambda: web.Response(status=429, headers={"Retry-After": "0.1"}),
        *[lambda: web.Response(status=201)] * 2,
    )
    async with held(receiver.listen()) as address, held(Scripted().listen()) as other:
        await sender.begin(f"{other}/hook")
        await _subscribe(sender, browser.channel(f"{address}/push/abc"))
        await from_asyncio(sender.write, "browser", 2, "The plan of the attack")
        await sender.send(lambda: len(receiver.got) == 3)
        key = await from_asyncio(PushKeys(sender.pool, sender.config).key)
    first, again, second = receiver.got
    assert first.body == again.body
    assert len(first.body) == len(second.body)
    sent = await sender.sent("browser")
    assert browser.read(again.body) == {
        "title": "Message 1", "body": "A busy ferry", "link": "/c/c/ben", "tag": sent[0].id
    }  # fmt: skip
    assert [one.outcome for one in sent] == ["sent", "sent"]
    assert b"attack" not in json.dumps(browser.read(second.body)).encode()
    for got in receiver.got:
        _require_signed(got, address, key.public)
        assert int(got.headers["TTL"]) == push.TTL
    topics = [got.headers["Topic"] for got in receiver.got]
    assert topics[0] == topics[1] != topics[2], "sent twice it replaces itself"
    assert all(len(topic) <= 32 for topic in topics)


@pytest.mark.trio(run=guest_run)
async def test_a_browser_that_is_gone_is_dropped_and_may_come_back(sender: Sender) -> None:
    receiver = Scripted(lambda: web.Response(status=410))
    well = Scripted()
    browser = Browser()
    async with held(receiver.listen()) as address, held(well.listen()) as other:
        await sender.begin(f"{other}/hook")
        await _subscribe(sender, browser.channel(f"{address}/push/secret-of-it"))
        await from_asyncio(sender.write, "browser", 2)
        await sender.send(lambda: len(well.got) == 1)
        states = {c.kind: c.state for c in await from_asyncio(list_channels, sender.pool, "c")}
        assert states == {"push": "closed", "webhook": "active"}
        assert len(receiver.got) == 1
        assert b"secret-of-it" not in well.got[0].body
        await _subscribe(sender, browser.channel(f"{address}/push/secret-of-it"))
        await from_asyncio(sender.write, "browser", 1)
        await sender.send(lambda: len(receiver.got) == 2)
    assert browser.read(receiver.got[1].body)["title"] == "Message 1"


@pytest.mark.parametrize(
    ("status", "outcome"),
    [(200, "sent"), (202, "sent"), (404, "closed"), (410, "closed"), (413, "failed"),
     (429, "wait"), (403, "retry"), (500, "retry"), (302, "retry")],
)  # fmt: skip
def test_every_answer_of_a_push_service_has_its_outcome(status: int, outcome: str) -> None:
    judged = push.judged(status, "7")
    assert judged.outcome == outcome
    assert isinstance(judged, Attempt)


def test_the_key_is_made_once_for_all_daemons_unless_the_operator_gives_one(
    play: Any, tmp_path: Path
) -> None:
    async def story(pool: asyncpg.Pool) -> None:
        config = Config(data=tmp_path, url="https://play.example.org")
        keys = [(await PushKeys(pool, config).key()).public for _ in range(2)]
        assert keys[0] == keys[1]
        given = _text((7).to_bytes(32, "big"))
        other = Config(data=tmp_path, url="https://play.example.org", vapid_key=given)
        assert (await PushKeys(pool, other).key()).public != keys[0]

    play(story)
    for bad in ("x", "", _text(bytes(32)), _text(b"\xff" * 32), _text(b"1" * 33)):
        with pytest.raises(GalloperError, match="no private key"):
            read_key(bad)


@pytest.mark.parametrize("p256dh", ["", "AAAA", _text(b"\x04" + b"1" * 64), "ü", "A" * 400])
def test_keys_that_nothing_can_be_sealed_for_are_refused(p256dh: str) -> None:
    good = Browser().keys
    require_keys(Keys(**good))
    with pytest.raises(BadInput):
        require_keys(Keys(p256dh=p256dh, auth=good["auth"]))
    with pytest.raises(BadInput):
        require_keys(Keys(p256dh=good["p256dh"], auth=_text(b"short")))
