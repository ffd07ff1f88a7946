"""What the semaphore watch takes for cipher, and what it lets pass in any language."""

from __future__ import annotations

import pytest

from couriers.cipher import looks_like_cipher


@pytest.mark.rule("C-SEM-01")
@pytest.mark.parametrize(
    "text",
    [
        "FORT VELLA HAS FALLEN",
        "Send more guns from Mons",
        "L'ennemi a passé la Sambre à Charleroi avec 3 divisions",
        "Der Feind steht mit starken Kräften südlich der Straße von Nivelles",
        "Nieprzyjaciel przekroczył rzekę, czekam na rozkazy w Szczebrzeszynie",
        "Враг перешёл реку ночью и стоит у моста",  # noqa: RUF001 - Russian, not a disguise
        "敵軍は川を渡った",
        "No",
        "12 guns, 400 horse, 3000 foot at Ligny",
        "Yes yes yes",
    ],
)
def test_clear_text_passes_in_any_language(text: str) -> None:
    assert looks_like_cipher(text) is None


@pytest.mark.rule("C-SEM-01")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("71293 00182 55410 99381", "figures"),
        ("lobster garden" + "s" * 30, "more than 30"),
        ("RABOT TENIL MOSAD LEPIR KANUT SOBEL DIRAM TOLEN", "groups of 5"),
        ("XQZRT PLKMW BVCXN QWRTZ MNBVC", "vowels"),
        ("Meet at the aeiouaeiouaeiouaeiouaeiou aeio", "vowels"),
        ("the column marches with kbstrmpf guns and more", "nobody can say"),
        ("... !", "no words"),
    ],
)
def test_what_nobody_writes_in_clear_is_flagged_with_the_reason(text: str, why: str) -> None:
    reason = looks_like_cipher(text)
    assert reason is not None
    assert why in reason
