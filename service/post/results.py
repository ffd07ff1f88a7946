"""Whether the relay found a mail to be from whom it says: ``Authentication-Results`` (RFC 8601).

Only what stands under the relay's own name counts.  A relay takes away what others wrote under it;
in case one does not, a result only ever counts once, the topmost, and any failure is a failure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Characters of a header that are looked at.
_LONGEST = 4_000

Verdict = Literal["pass", "fail", "missing"]
_Results = list[tuple[str, str, dict[str, str]]]


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
    methods: dict[str, tuple[str, dict[str, str]]] = {}
    for method, result, more in found:
        # The topmost counts, and of several signatures one that holds.
        if method not in methods or (method == "dkim" and methods[method][0] != "pass"):
            methods[method] = (result, more)
    if any(method == "dmarc" and result == "fail" for method, result, _ in found):
        return "fail"
    if "dmarc" in methods and methods["dmarc"][0] == "pass":
        return "pass"
    for method, names in (("dkim", ("header.d", "header.i")), ("spf", ("smtp.mailfrom",))):
        result, more = methods.get(method, ("none", {}))
        proved = next((more[name] for name in names if name in more), "")
        if result == "pass" and _aligned(proved.rpartition("@")[2], domain):
            return "pass"
    return "fail"


def _aligned(one: str, other: str) -> bool:
    one, other = one.lower().strip("."), other.lower().strip(".")
    if "." not in one or "." not in other:
        return False
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")


def _trusted(headers: Iterable[tuple[str, str]], authserv: str) -> _Results:
    """The results of headers under the relay's name.

    They stand above the second ``Received``: the relay's own is the first.
    """
    found: _Results = []
    received = 0
    for name, value in headers:
        received += name.lower() == "received"
        if received > 1:
            break
        if name.lower() == "authentication-results":
            server, *results = _plain(value[:_LONGEST]).split(";")
            if server.split()[:1] == [authserv.lower()]:
                found += [one for one in map(_result, results) if one is not None]
                if not found:
                    found.append(("none", "none", {}))
    return found


def _plain(value: str) -> str:
    """A header without comments, in lower case; what is quoted parts nothing."""
    depth, quoted, out = 0, False, []
    for character in value.lower():
        if character == '"' and not depth:
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
