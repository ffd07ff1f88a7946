"""Figures of mail in."""

from __future__ import annotations

from prometheus_client import Counter

MAILS = Counter(
    "galloper_mails_in", "Mails the relay brought, by what became of them at the door", ["fate"]
)
SEEN_TO = Counter(
    "galloper_mails_seen_to", "Mails that were kept, by what became of them", ["fate"]
)
