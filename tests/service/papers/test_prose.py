"""Reports of the rules are shown as they are meant, and nothing in them is more than text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from service.papers.prose import prose

REPORT = """# Spring of year 1

- **Arvale**: pass.
- rolls: 5 + 1

| Kingdom | Economy |
|---|---:|
| Arvale | Healthy (0) |

Nobody fell.
Nobody rose.
"""


def test_headings_lists_tables_and_bold_words_are_shown() -> None:
    shown = str(prose(REPORT))
    assert shown.startswith("<h4>Spring of year 1</h4><ul><li><strong>Arvale</strong>: pass.</li>")
    assert "<td>Healthy (0)</td>" in shown
    assert "---" not in shown
    assert shown.endswith("<p>Nobody fell.<br>Nobody rose.</p>")


@given(st.text(st.sampled_from("<>&\"'|*-# \nabc"), max_size=60))
def test_what_is_quoted_in_a_report_stays_text(text: str) -> None:
    shown = str(prose(text))
    ours = {"h4", "ul", "li", "p", "br", "div", "table", "thead", "tbody", "tr", "th", "td"}
    ours |= {"strong"}
    tags = {part.split(">")[0].split(" ")[0].strip("/") for part in shown.split("<")[1:]}
    assert tags <= ours
