"""For numba: NamedTuples of arrays by reference.

A battle is a NamedTuple of NamedTuples of some two hundred arrays. By numba's own rules every call would hand on each
array's address and shape one by one, which takes minutes to compile. Here the value is laid out as words in memory
before the call (``engine.kernel_words``), and functions hand on one address. What stands there never changes, and the
compiler is told so.

Only ``engine.kernel`` imports this module, because it loads numba.
"""

# Numba's points of extension have no types of their own.
# mypy: disable-error-code="no-untyped-call,untyped-decorator"

from __future__ import annotations

import hashlib
import operator
from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate, Signature
from numba.extending import infer_getattr, intrinsic, lower_builtin, lower_getattr_generic, register_model
from numba.np import arrayobj

from flagplot.engine.kernel_words import WORD, Form

ADDRESS = ir.IntType(8).as_pointer()


class Reference(types.Type):
    """The type of the address of a NamedTuple's value."""

    def __init__(self, form: Form) -> None:
        self.form = form
        # A name goes into each symbol, and all of a battle's would be thousands of letters long.
        digest = hashlib.sha256(repr(form).encode()).hexdigest()[:8]
        super().__init__(f"Reference({form.name}-{digest})")


def type_of(form: Form) -> types.Type:
    """The type in which a kernel's functions hand on a value of a form."""
    if form.fields:
        return Reference(form)
    return Grid(form.dimensions) if form.dimensions else types.int64


class Grid(types.Array):
    """The type of an array of integers whose indices are never negative, which the compiler then need not ask.

    It would add the array's size to those that are, as Python does: four instructions for each index, in loops whose
    bodies are little else.
    """

    def __init__(self, dimensions: int) -> None:
        super().__init__(types.int64, dimensions, "C", name=f"grid({dimensions}d)")

    def copy(self, *, ndim: int, layout: Any) -> types.Array:  # type: ignore[override]
        """The type of a part: of a row."""
        return Grid(ndim) if layout == "C" else super().copy(ndim=ndim, layout=layout)


register_model(Grid)(models.ArrayModel)


@lower_builtin(operator.getitem, Grid, types.Integer)
def load_of_row(context: Any, builder: Any, signature: Signature, arguments: Any) -> Any:
    """``grid[i]``."""
    return arrayobj.getitem_arraynd_intp(context, builder, _unsigned(signature), arguments)


@lower_builtin(operator.getitem, Grid, types.BaseTuple)
def load_of_grid(context: Any, builder: Any, signature: Signature, arguments: Any) -> Any:
    """``grid[i, j]``."""
    return arrayobj.getitem_array_tuple(context, builder, _unsigned(signature), arguments)


@lower_builtin(operator.setitem, Grid, types.Any, types.Any)
def store(context: Any, builder: Any, signature: Signature, arguments: Any) -> Any:
    """``grid[i] = value`` and ``grid[i, j] = value``."""
    return arrayobj.setitem_array(context, builder, _unsigned(signature), arguments)


def _unsigned(signature: Signature) -> Signature:
    """The signature with indices of which numba knows that they are not negative; in memory they are the same."""
    grid, index, *value = signature.args
    if isinstance(index, types.BaseTuple):
        index = types.Tuple([_as_unsigned(each) for each in index])  # type: ignore[attr-defined]
    unsigned: Signature = signature.replace(args=(grid, _as_unsigned(index), *value))
    return unsigned


def _as_unsigned(index: types.Type) -> types.Type:
    """The type of an index, or of another thing in brackets."""
    return types.uintp if isinstance(index, types.Integer) else index


@register_model(Reference)
class ReferenceModel(models.PrimitiveModel):
    """An address."""

    def __init__(self, manager: Any, type_: Reference) -> None:
        super().__init__(manager, type_, ADDRESS)
        self._form = type_.form

    def from_argument(self, builder: Any, value: Any) -> Any:
        """What a function makes of a reference that it is given: it may read all words at any time.

        Knowing that, the compiler moves reading out of loops, also where it is not sure yet whether a word is needed.
        """
        value.attributes.dereferenceable = self._form.words * WORD
        value.attributes.align = WORD
        return value


@infer_getattr
class ReferenceFields(AttributeTemplate):
    """Fields have the types that a value's own would have, or references to them."""

    key = Reference

    def generic_resolve(self, reference: Reference, name: str) -> types.Type | None:  # type: ignore[override]
        """The type of a field; None where there is none such."""
        fields = dict(reference.form.fields)
        return type_of(fields[name]) if name in fields else None


@lower_getattr_generic(Reference)
def load_field(context: Any, builder: Any, reference: Reference, address: Any, name: str) -> Any:
    """A field, word by word, so that unused words vanish; or its own address."""
    place = reference.form.place(name)
    part = builder.gep(address, [ir.IntType(64)(place * WORD)], inbounds=True)
    field = type_of(dict(reference.form.fields)[name])
    if isinstance(field, Reference):
        return part
    type_ = context.get_value_type(field)
    value = _load(builder, builder.bitcast(part, type_.as_pointer()), type_)
    return impl_ret_borrowed(context, builder, field, value)


def _load(builder: Any, address: Any, type_: Any) -> Any:
    """A value from memory that does not change while the kernel runs."""
    if isinstance(type_, ir.Aggregate):
        value = ir.Constant(type_, ir.Undefined)
        for index in range(len(type_)):
            part = _load(builder, cgutils.gep_inbounds(builder, address, 0, index), type_.gep(ir.IntType(32)(index)))
            value = builder.insert_value(value, part, index)
        return value
    value = builder.load(address)
    value.set_metadata("invariant.load", builder.module.add_metadata([]))
    return value


def refer_to(form: Form) -> Any:
    """For kernels: a function from the words of a value of a form to a reference to it."""
    reference = Reference(form)

    @intrinsic
    def refer(typing_context: Any, words: types.Type) -> Any:
        def generate(context: Any, builder: Any, signature: Signature, arguments: Any) -> Any:
            array = context.make_array(words)(context, builder, arguments[0])
            return builder.bitcast(array.data, ADDRESS)

        return reference(words), generate

    return refer
