"""Whether the relay found a mail to be from whom it says: ``Authentication-Results`` (RFC 8601).

Only what stands under the relay's own name counts.  A relay takes away what others wrote under it;
in case one does not, of each method only the topmost header that names it counts, and any failure
is a failure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Characters of a header that are looked at.
_LONGEST = 4_000

#: Where each method says whom it found a mail to be from.
_NAMES = {
    "dmarc": ("header.from",),
    "dkim": ("header.d", "header.i"),
    "spf": ("smtp.mailfrom",),
}

Verdict = Literal["pass", "fail", "missing"]
_Results = list[tuple[str, str, dict[str, str]]]  # of one header


def verdict(headers: Iterable[tuple[str, str]], authserv: str, domain: str) -> Verdict:
    """Whether it is proved that a mail is from a domain.

    Args:
        headers: names and values, the topmost first.
        authserv: the name under which the relay writes its results.
        domain: that of the address in ``From``.

    Returns:
        ``pass``: by DMARC, or by DKIM or SPF for that very domain or one above or below it;
        ``missing``: the relay wrote nothing.
    """
    found = _trusted(headers, authserv)
    if not found:
        return "missing"
    methods: dict[str, list[tuple[str, dict[str, str]]]] = {}
    for results in found:
        # The topmost header counts, and of the several signatures in it each that holds.
        said: dict[str, list[tuple[str, dict[str, str]]]] = {}
        for method, result, more in results:
            said.setdefault(method, []).append((result, more))
        methods = said | methods
    every = [one for results in found for one in results]
    if any(method == "dmarc" and result == "fail" for method, result, _ in every):
        return "fail"
    for method, names in _NAMES.items():
        for result, more in methods.get(method, ()):
            proved = next((more[name] for name in names if name in more), "")
            # A relay need not say of whom it found DMARC to hold: it is of the address in From.
            unsaid = method == "dmarc" and not proved
            if result == "pass" and (unsaid or _aligned(proved.rpartition("@")[2], domain)):
                return "pass"
    return "fail"


def _aligned(one: str, other: str) -> bool:
    one, other = one.lower().strip("."), other.lower().strip(".")
    if "." not in one or "." not in other:
        return False
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")


def _trusted(headers: Iterable[tuple[str, str]], authserv: str) -> list[_Results]:
    """The results of headers under the relay's name, by header.

    They stand above the second ``Received``: the relay's own is the first.
    """
    found: list[_Results] = []
    received = 0
    for name, value in headers:
        received += name.lower() == "received"
        if received > 1:
            break
        if name.lower() == "authentication-results":
            server, *results = _plain(value[:_LONGEST]).split(";")
            if server.split()[:1] == [authserv.lower()]:
                found.append([one for one in map(_result, results) if one is not None])
    return found


def _plain(value: str) -> str:
    """A header without comments, in lower case; what is quoted or escaped parts nothing."""
    depth, quoted, escaped, out = 0, False, False, list[str]()
    for character in value.lower():
        if escaped:
            escaped = False
            if not depth:
                out.append("_")
        elif character == "\\" and (depth or quoted):
            escaped = True
        elif character == '"' and not depth:
            quoted = not quoted
        elif quoted:
            out.append("_" if character in ";= " else character)
        elif character == "(":
            depth += 1
        elif character == ")":
            depth = max(0, depth - 1)
        elif not depth:
            out.append(character)
    return "".join(out)


def _result(text: str) -> tuple[str, str, dict[str, str]] | None:
    words = text.replace(" = ", "=").split()
    if not words or "=" not in words[0]:
        return None
    method, _, result = words[0].partition("=")
    pairs = (word.partition("=") for word in words[1:])
    return method.partition("/")[0], result, {name: value for name, _, value in pairs}
