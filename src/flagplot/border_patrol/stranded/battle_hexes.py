"""Where a stranded craft meets the enemy (V12.16, V12.22): who may form a battle hex, and who would be mad to."""

from __future__ import annotations

from typing import NamedTuple

from flagplot.border_patrol.craft import Kind, is_patrol_ship
from flagplot.border_patrol.stranded.deadline import is_sub_light
from flagplot.core.citation import carries_out


class Meeting(NamedTuple):
    """What a stranded craft and a hostile unit in one hex may do about it.

    ``craft_may_form`` of a sub-light craft is None: that is for V13.16 and V13.18 to say, which the table has.
    """

    craft_may_form: bool | None
    hostile_may_form: bool
    sub_light: bool
    only_to_surrender: bool


@carries_out("bp", "V12.16", "V12.22")
def meeting(kind: Kind) -> Meeting:
    """A stranded craft in one hex with a hostile unit."""
    sub_light = is_sub_light(kind, stranded=True)
    runs = is_patrol_ship(kind)
    return Meeting(
        craft_may_form=None if sub_light else True, hostile_may_form=True, sub_light=sub_light, only_to_surrender=runs
    )
