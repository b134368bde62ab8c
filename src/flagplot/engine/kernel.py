"""The twin of a kernel: the same function objects over another set of globals, so that there is one source and no
copy of it.

Here only the interpreted twin, in which named functions are exchanged at any depth: how scripted and enumerated dice
enter
a battle that knows of neither.
"""

from collections.abc import Callable, Mapping
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

PROJECT = __name__.partition(".")[0] + "."


def rebound(function: Function, exchange: Mapping[Callable[..., Any], Callable[..., Any]]) -> Function:
    """A copy of ``function`` in which, at any depth, each function that is a key of ``exchange`` is its value instead.

    Only functions of this project that are reached as globals, by name or through their module, are copied; classes and
    constants are shared.
    """
    return cast(Function, _Twin(exchange).function(function))


class _Twin:
    """The namespaces and functions copied so far, by identity; each namespace is entered before it is filled
    (cycles).
    """

    def __init__(self, exchange: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
        self.exchange = {id(old): new for old, new in exchange.items()}
        self.functions: dict[int, FunctionType] = {}
        self.namespaces: dict[int, dict[str, Any]] = {}

    def function(self, original: Any) -> Any:
        if id(original) in self.exchange:
            return self.exchange[id(original)]
        if id(original) not in self.functions:
            namespace = self.namespace(original.__globals__)
            # Filling the namespace has copied the functions of its own module.
            if id(original) not in self.functions:
                self.functions[id(original)] = FunctionType(original.__code__, namespace, original.__name__)
        return self.functions[id(original)]

    def namespace(self, original: dict[str, Any]) -> dict[str, Any]:
        if id(original) not in self.namespaces:
            twin = self.namespaces[id(original)] = dict(original)
            for name, value in original.items():
                twin[name] = self.value(value)
        return self.namespaces[id(original)]

    def value(self, value: Any) -> Any:
        if id(value) in self.exchange:
            return self.exchange[id(value)]
        if isinstance(value, FunctionType) and value.__module__.startswith(PROJECT):
            return self.function(value)
        if isinstance(value, ModuleType) and value.__name__.startswith(PROJECT):
            module = ModuleType(value.__name__, value.__doc__)
            module.__dict__.update(self.namespace(vars(value)))
            return module
        return value
