"""Parameters: every number of the rules is data, with a name, a unit and the rule that owns it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Generic, TypeVar

from world.errors import BadScenario, Fault

T = TypeVar("T")

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_FRACTION = re.compile(r"[+-]?[0-9]{1,9}(/[1-9][0-9]{0,8}|\.[0-9]{1,9})?")
_NAMES = {
    int: "a whole number",
    Fraction: "a number such as 19/20 or 0.95",
    bool: "true or false",
    str: "a word",
    tuple: "a list",
}
_TRUTH = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class Param(Generic[T]):
    """A named figure of the rules, which a scenario may override (C-GEN-02).

    Args:
        name: dotted name, ``march.road_km_per_day``.
        default: the value where the scenario is silent; its type is the parameter's type.
        unit: unit in words, ``km/day``.
        rule: id of the rule that owns it.
        about: one line for the reference.
        choices: allowed values, where the parameter names a mode.
    """

    __slots__ = ("about", "choices", "default", "name", "rule", "unit")

    def __init__(
        self,
        name: str,
        default: T,
        unit: str,
        rule: str,
        about: str = "",
        choices: tuple[T, ...] = (),
    ) -> None:
        self.name = name
        self.default = default
        self.unit = unit
        self.rule = rule
        self.about = about
        self.choices = choices

    def __repr__(self) -> str:
        return f"Param({self.name}={self.default!r} {self.unit}, {self.rule})"

    def accept(self, value: Any) -> T:
        """A scenario's value, if it is of the parameter's type and among its choices.

        Raises:
            BadScenario: naming the parameter, what was found and what is wanted.
        """
        value = _read(value, self.default)
        if not _alike(value, self.default):
            wanted = _NAMES.get(type(self.default), type(self.default).__name__)
            raise BadScenario(f"{self.name}: found {value!r}, expected {wanted} ({self.unit})")
        if self.choices and value not in self.choices:
            names = ", ".join(map(str, self.choices))
            raise BadScenario(f"{self.name}: found {value!r}, expected one of {names}")
        return value  # type: ignore[no-any-return]


def _read(value: Any, like: Any) -> Any:
    """A scenario's text as the type of *like* where it is one, else unchanged."""
    if isinstance(like, tuple) and isinstance(value, str):
        value = [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(like, tuple) and isinstance(value, list | tuple):
        return tuple(_read(part, like[0]) if like else part for part in value)
    if type(like) is Fraction and type(value) is int:
        return Fraction(value)
    if not isinstance(value, str):
        return value
    if type(like) is int and _WHOLE.fullmatch(value):
        return int(value)
    if type(like) is Fraction and _FRACTION.fullmatch(value):
        return Fraction(value)
    if type(like) is bool:
        return _TRUTH.get(value.lower(), value)
    return value


def _alike(value: Any, like: Any) -> bool:
    """Whether a value is of the type of *like*, all the way down."""
    if type(value) is not type(like):
        return False
    return not (isinstance(like, tuple) and like) or all(_alike(part, like[0]) for part in value)


class Params:
    """The figures in force in one campaign: the pack's defaults under the scenario's overrides."""

    __slots__ = ("_values", "overrides")

    def __init__(self, known: dict[str, Param[Any]], overrides: dict[str, Any]) -> None:
        self.overrides = dict(overrides)
        self._values = {name: param.default for name, param in known.items()}
        for name, value in overrides.items():
            if name not in known:
                raise BadScenario(f"{name}: there is no such parameter (C-GEN-02)")
            self._values[name] = known[name].accept(value)

    def __getitem__(self, param: Param[T]) -> T:
        try:
            return self._values[param.name]  # type: ignore[no-any-return]
        except KeyError:
            raise Fault(f"the pack does not declare the parameter {param.name}") from None
