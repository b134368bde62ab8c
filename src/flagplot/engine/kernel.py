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
    """The modules and functions copied so far, by identity of their originals."""

    def __init__(self, exchange: Mapping[Callable[..., Any], Callable[..., Any]]) -> None:
        self.exchange = {id(old): new for old, new in exchange.items()}
        self.functions: dict[int, FunctionType] = {}
        self.modules: dict[int, ModuleType] = {}

    def function(self, original: Any) -> Any:
        if id(original) in self.exchange:
            return self.exchange[id(original)]
        if id(original) not in self.functions:
            namespace = vars(self.module(original.__globals__))
            # Filling the namespace has copied the functions of its own module.
            if id(original) not in self.functions:
                self.functions[id(original)] = FunctionType(
                    original.__code__, namespace, original.__name__, original.__defaults__, original.__closure__
                )
        return self.functions[id(original)]

    def module(self, original: dict[str, Any]) -> ModuleType:
        """The one twin of the module with these globals, entered before it is filled: modules may form a circle."""
        if id(original) not in self.modules:
            twin = self.modules[id(original)] = ModuleType(original["__name__"])
            vars(twin).update(original)
            for name, value in original.items():
                vars(twin)[name] = self.value(value)
        return self.modules[id(original)]

    def value(self, value: Any) -> Any:
        if id(value) in self.exchange:
            return self.exchange[id(value)]
        if isinstance(value, FunctionType) and value.__module__.startswith(PROJECT):
            return self.function(value)
        if isinstance(value, ModuleType) and value.__name__.startswith(PROJECT):
            return self.module(vars(value))
        return value
