"""Raising, breaking up and combining units: prices, trait slots, and what may not be rearranged."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from flagplot.core.citation import Citation, carries_out
from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.core.rounding import half_up
from flagplot.engine.columns import shorten
from flagplot.fta3.ground.tables import numbers, trait_rows
from flagplot.fta3.ground.units import SIZES, SPECIALIST, Price, Size, UnitType, battalions, price

DEFENSIVE = "defensive"


def _rule(id_: str) -> Citation:
    return Citation("fta3", id_)


@carries_out("fta3", "ground/trait-slots")
def trait_slots(size: Size, raised: Size) -> int:
    """How many traits of choice a unit has, by its size and the size that it was raised at."""
    table = numbers()["ground/trait-slots"]
    return int(table["slots"]) + (1 if size is raised and size.value in table["third_for"] else 0)


@carries_out("fta3", "ground/corps")
def may_be_raised(size: Size, doctrines: Collection[str]) -> bool:
    """Whether a power with these doctrines may have units of a size."""
    return size is not Size.CORPS or numbers()["ground/corps"]["doctrine"] in doctrines


@carries_out("fta3", "ground/splitting")
def surcharge(type_: str, size: Size) -> Price:
    """What breaking up a unit costs: half its price in $ and in DI, each rounded."""
    whole, share = price(type_, size), Fraction(numbers()["ground/splitting"]["percent"], 100)
    return Price(half_up(whole.cost * share), half_up(whole.di * share))


@carries_out("fta3", "ground/splitting")
def check_parts(raised: Size, parts: Sequence[Size], where: str, faults: Faults) -> None:
    """The parts of a broken unit are smaller than it, and together as large."""
    for part in parts:
        if battalions(part) >= battalions(raised):
            smaller = ", ".join(size.value for size in SIZES if battalions(size) < battalions(raised))
            message = f"a {raised.value} cannot be broken up into a {part.value}"
            mend = f"Into: {smaller}." if smaller else "A battalion is the smallest unit there is."
            faults.add("not-smaller", where, message, mend=mend, citation=_rule("ground/splitting"))
    whole, found = battalions(raised), sum(map(battalions, parts))
    if found != whole:
        gap = f"{abs(whole - found)} battalions {'missing' if found < whole else 'too many'}"
        message = f"a {raised.value} is {whole} battalions, its parts are {found}"
        mend = "List every part; battalions that have been destroyed are written in the column 'lost' of theirs."
        faults.add("parts-do-not-add-up", where, message, gap=gap, mend=mend, citation=_rule("ground/splitting"))


@carries_out("fta3", "ground/mustering")
def is_free(size: Size, raised: Size, *, paid: bool) -> bool:
    """Whether a unit may be combined with others: it was raised at this size, or its breaking up has been paid."""
    return size is raised or paid


@carries_out("fta3", "ground/mustering")
def check_combined(name: str, sizes: Sequence[Size], doctrines: Collection[str], where: str, faults: Faults) -> None:
    """Units that are combined make a brigade, a division or a corps, no other number of battalions."""
    whole = sum(map(battalions, sizes))
    allowed = [size for size in SIZES[1:] if may_be_raised(size, doctrines)]
    if whole not in map(battalions, allowed):
        near = min(allowed, key=lambda size: abs(battalions(size) - whole))
        more = battalions(near) - whole
        gap = f"{abs(more)} battalions {'short of' if more > 0 else 'more than'} a {near.value}"
        mend = ", ".join(f"a {size.value} is {battalions(size)}" for size in allowed)
        message = f"'{name}' has {whole} battalions, which is no unit"
        faults.add(
            "no-such-size", where, message, gap=gap, mend=f"{mend.capitalize()}.", citation=_rule("ground/mustering")
        )


@carries_out("fta3", "traits/defensive")
def may_attack(traits: Collection[str]) -> bool:
    """Whether a unit may be used in an offensive operation."""
    return DEFENSIVE not in traits


@carries_out("fta3", "traits/defensive")
def may_be_swapped(trait: str, type_: UnitType) -> bool:
    """Whether a trait may be taken from a unit for another: never a Defensive that came with its type."""
    return not (trait == DEFENSIVE and trait in type_.traits)


def known_traits() -> list[str]:
    """The names of all traits but the specialists', which have one for each kind of terrain."""
    return list(trait_rows())


def check_traits(
    chosen: Iterable[str],
    type_: UnitType,
    slots: int,
    node: str,
    where: str,
    faults: Faults,
) -> tuple[str, ...]:
    """The traits chosen for a unit, each known, allowed, and there once; not more than it has ``slots``."""
    found: list[str] = []
    for written in chosen:
        name = written.casefold()
        row = trait_rows().get(name)
        if row is None and not (name.endswith(SPECIALIST) and name.removesuffix(SPECIALIST).strip()):
            mend = nearest(name, [*known_traits(), f"<terrain>{SPECIALIST}"])
            message = f"there is no trait '{shorten(written)}'"
            faults.add("unknown-trait", where, message, mend=mend, citation=_rule("ground/trait-slots"))
            continue
        if name in (*type_.traits, *found):
            message = f"the unit has '{name}' already"
            faults.add("double-trait", where, message, fault=Fault.INCONSISTENT, mend="Choose another trait.")
            continue
        found.append(name)
    if "garrison" in found and not node:
        message = "a garrison has a node that it is for"
        faults.add("no-node", where, message, mend="Name it in 'node'.", citation=_rule("traits/garrison"))
    if len(found) > slots:
        gap = f"{len(found) - slots} too many"
        message = f"{len(found)} traits are chosen, the unit has room for {slots}"
        mend = "A third stands only with a division or corps that was raised as one and is not broken up."
        faults.add("too-many-traits", where, message, gap=gap, mend=mend, citation=_rule("ground/trait-slots"))
    return tuple(found)


@carries_out("fta3", "traits/mobile-gto-network", "traits/garrison")
def check_reserved(chosen: Iterable[str], polity: Collection[str], where: str, faults: Faults) -> None:
    """Traits that are not for everybody: some come with a type of unit alone, one from a polity trait."""
    for trait in chosen:
        row = trait_rows().get(trait, {})
        only = row.get("only", "")
        if only == "inherent":
            message, mend = f"'{trait}' cannot be chosen", "It comes with its type of unit alone."
        elif only and only not in polity:
            message, mend = f"'{trait}' needs the polity trait '{only}'", f"Write polity = '{only}' for a side with it."
        else:
            continue
        faults.add("reserved-trait", where, message, mend=mend, citation=_rule(row["rule"]))
