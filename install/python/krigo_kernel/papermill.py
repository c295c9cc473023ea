"""Go for papermill: papermill -p NAME VALUE passes parameters to notebooks of krigo.

papermill imports this module through the entry point papermill.engine.
"""

import json
import math
import re
from itertools import chain

from papermill.engines import NBClientEngine
from papermill.models import Parameter
from papermill.translators import Translator, papermill_translators

SCALARS = {bool: "bool", int: "int", float: "float64", str: "string"}


def common_type(values):
    """Returns the Go type that holds all the values: any where there is no other."""
    values = list(values)
    if values and all(isinstance(v, list) for v in values):
        return "[]" + common_type(chain.from_iterable(values))
    if values and all(isinstance(v, dict) for v in values):
        return "map[string]" + common_type(chain.from_iterable(v.values() for v in values))
    types = {SCALARS.get(type(v), "any") for v in values}
    if types == {"int", "float64"}:
        return "float64"
    return types.pop() if len(types) == 1 else "any"


def literal(value, go_type):
    """Returns the Go expression of a value in a place of that type."""
    if go_type == "any":
        go_type = common_type([value])
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return float_literal(value)
    if isinstance(value, list):
        element = go_type.removeprefix("[]")
        return go_type + "{" + ", ".join(literal(v, element) for v in value) + "}"
    if isinstance(value, dict):
        element = go_type.removeprefix("map[string]")
        return go_type + "{" + ", ".join(f"{quote(k)}: {literal(v, element)}" for k, v in value.items()) + "}"
    return str(value) if isinstance(value, int) else quote(value)


def float_literal(value):
    if math.isnan(value):
        return "math.NaN()"
    if math.isinf(value):
        return f"math.Inf({1 if value > 0 else -1})"
    return repr(value)


def quote(value):
    return json.dumps(str(value), ensure_ascii=False)


class GoTranslator(Translator):
    @classmethod
    def translate(cls, val):
        return literal(val, "any")

    @classmethod
    def comment(cls, cmt_str):
        return f"// {cmt_str}".strip()

    @classmethod
    def assign(cls, name, str_val):
        return f"var {name} any" if str_val == "nil" else f"{name} := {str_val}"

    # A line such as: n := 10 // rows
    DECLARATION = re.compile(r"(?:var\s+)?(?P<name>\w+)(?:\s+(?P<type>[\w.*\[\]]+))?\s*:?=\s*(?P<value>.*?)(?:\s*//\s*(?P<help>.*))?$")

    @classmethod
    def inspect(cls, parameters_cell):
        """Returns the parameters that a cell declares, for papermill --help-notebook."""
        found = map(cls.DECLARATION.match, parameters_cell["source"].splitlines())
        return [Parameter(m["name"], m["type"] or "None", m["value"], m["help"] or "") for m in found if m]


for name in ("krigo", "go"):
    papermill_translators.register(name, GoTranslator)


class Engine(NBClientEngine):
    """papermill's usual engine; its entry point makes papermill import this module."""
