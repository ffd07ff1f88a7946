"""Parameters: every number of the rules is data, with a name, a unit and the rule that owns it."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Generic, TypeVar

from world.errors import BadScenario, Fault

T = TypeVar("T")

_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_FRACTION = re.compile(r"[+-]?[0-9]{1,9}(/[1-9][0-9]{0,8}|\.[0-9]{1,9})?")
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
        wanted = type(self.default)
        if isinstance(value, str):
            value = _read(value, wanted)
        if isinstance(value, list):
            value = tuple(value)
        if type(value) is not wanted:
            raise BadScenario(
                f"{self.name}: found {value!r}, expected {wanted.__name__} ({self.unit})"
            )
        if self.choices and value not in self.choices:
            names = ", ".join(map(str, self.choices))
            raise BadScenario(f"{self.name}: found {value!r}, expected one of {names}")
        return value


def _read(text: str, wanted: type) -> Any:
    """A scenario's text as the wanted type where it is one, else unchanged."""
    if wanted is int and _WHOLE.fullmatch(text):
        return int(text)
    if wanted is Fraction and _FRACTION.fullmatch(text):
        return Fraction(text)
    if wanted is bool:
        return _TRUTH.get(text.lower(), text)
    if wanted is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text


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
