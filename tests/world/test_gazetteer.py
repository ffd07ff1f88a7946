"""Names looked up by what people write: the same whether they are kept ready or not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from world.gazetteer import Gazetteer, written


def forms(id: str, name: str) -> tuple[str, ...]:
    return id, name.casefold(), name.casefold().removesuffix(f" ({id})")


def first_letter(_: str, name: str) -> tuple[str, ...]:
    return (name[:1],)


NAMES = st.dictionaries(
    st.text("abc", min_size=1, max_size=2), st.text("aBc ()", max_size=4), max_size=8
)


@given(NAMES, st.lists(st.text("abcB ()", max_size=4), max_size=6))
def test_names_kept_ready_mean_what_names_looked_through_do(
    names: dict[str, str], texts: list[str]
) -> None:
    kept = Gazetteer(names)
    for text in [*texts, *names, *names.values()]:
        for by in (forms, first_letter, forms):
            meant = [id for id in sorted(names) if text in by(id, names[id])]
            assert list(written(kept, by, text)) == list(written(names, by, text)) == meant


def test_two_gazetteers_have_nothing_to_do_with_one_another() -> None:
    one, other = Gazetteer({"0101": "Lille"}), Gazetteer({"0202": "Lille"})
    assert one.written(forms, "lille") == ("0101",)
    assert other.written(forms, "lille") == ("0202",)
    assert one.written(forms, "0202") == ()


def test_a_gazetteer_is_a_dictionary_to_whoever_reads_it() -> None:
    assert Gazetteer({"b": "B", "a": "A"}) == {"b": "B", "a": "A"}
    assert list(Gazetteer({"b": "B", "a": "A"})) == ["b", "a"]
