"""Marks that the kernel's loader reads off a function; they change nothing when it runs interpreted."""

from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def merge(function: Function) -> Function:
    """Mark a function that takes the whole battle: the compiled twin writes it into its caller."""
    function.__merge__ = True  # type: ignore[attr-defined]
    return function


def embed(function: Function) -> Function:
    """Mark a function whose code the compiled twin repeats in every caller, as it does by itself for those without a
    loop: for loops that are quick only where it is known over what they run.
    """
    function.__embed__ = True  # type: ignore[attr-defined]
    return function
