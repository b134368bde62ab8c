"""What a case may ask about the deck crew chief: his post, his benefits, extra actions, emergency crews."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flagplot.border_patrol.crew_chief import benefits
from flagplot.border_patrol.crew_chief.actions import Turn, check_allocation, crews_counted, extra_of
from flagplot.border_patrol.crew_chief.audit import audit
from flagplot.border_patrol.crew_chief.card import Unit, card_of
from flagplot.border_patrol.crew_chief.chief import (
    Candidate,
    Declared,
    Post,
    Quality,
    Station,
    check_appointment,
    check_eligible,
    check_posts,
    new_rating,
    rolls_for_fate,
)
from flagplot.border_patrol.crew_chief.deck_log import read_log
from flagplot.border_patrol.crew_chief.emergency import (
    Losses,
    acts_as_crew,
    can_work,
    check_conversion,
    conversion_ends,
    conversions,
)
from flagplot.border_patrol.crew_chief.fate import suffer_hits
from flagplot.border_patrol.options import options
from flagplot.core.refusal import Faults

Readings = Mapping[str, str]
Answer = dict[str, Any]


def ask_chief_post(
    station: str,
    carries_fighters: bool = False,
    rated: int = 0,
    present: int | None = None,
    declared: str = "later",
    starbase: bool = False,
    readings: Readings | None = None,
) -> Answer:
    """Whether a unit may have a crew chief."""
    unit = Candidate(
        id="unit",
        station=Station(station),
        carries_fighters=carries_fighters,
        rated=rated,
        present=rated if present is None else present,
        declared=Declared(declared),
        starbase=starbase,
    )
    faults = Faults()
    check_eligible(unit, options(readings), "unit", faults)
    faults.settle()
    return {"eligible": True}


def ask_officers(posts: Sequence[str] = (), former: str = "other", new: str = "other") -> Answer:
    """Whether these officers may serve together, and whether one of a former post may take a new one."""
    faults = Faults()
    check_posts(map(Post, posts), "unit", faults)
    check_appointment(Post(former), Post(new), "unit", faults)
    faults.settle()
    return {"allowed": True}


def ask_rating(rating: int, change: int = 0, readings: Readings | None = None) -> Answer:
    """A rating after a change."""
    faults = Faults()
    found = new_rating(rating, change, options(readings), "chief", faults)
    faults.settle()
    return {"rating": found}


def ask_chief_fate(box: str, hit: Sequence[str]) -> Answer:
    """Whether the chief in a box rolls for his fate when boxes are hit."""
    return {"rolls": rolls_for_fate(box, hit)}


def ask_extra_actions(
    rating: int,
    alive: int,
    complement: int | None = None,
    converted: int = 0,
    quality: str = "normal",
    rests: bool = False,
    readings: Readings | None = None,
) -> Answer:
    """Extra deck crew actions of a turn, those that can be dealt, those that are lost."""
    turn = _turn(alive, complement, converted, rests)
    extra = extra_of(turn, rating, Quality(quality), options(readings))
    counted = crews_counted(turn, options(readings))
    return {"crews": counted, "extra": extra.actions, "usable": extra.usable, "lost": extra.lost}


def ask_allocation(
    rating: int, alive: int, dealt: Mapping[str, int], converted: int = 0, quality: str = "normal"
) -> Answer:
    """Half actions dealt to crews ``1``, ``2`` … and emergency crews ``e1`` …, and what is left of the extra."""
    turn = _turn(alive, None, converted, False)
    extra = extra_of(turn, rating, Quality(quality), options())
    faults = Faults()
    check_allocation(dealt, turn, extra, "turn 1", faults)
    faults.settle()
    return {"dealt": Fraction(sum(dealt.values()), 2), "unused": extra.actions - Fraction(sum(dealt.values()), 2)}


def ask_packs(
    rating: int, quality: str = "normal", takes_v20: bool = False, readings: Readings | None = None
) -> Answer:
    """Extra booster packs and chaff pods."""
    packs = benefits.extra_packs(rating, Quality(quality), takes_v20=takes_v20, options=options(readings))
    return {"each": packs.of_each, "in_all": packs.in_all}


def ask_spare_shuttles(rating: int, quality: str = "normal", takes_v20: bool = False, unavailable: int = 0) -> Answer:
    """Further spare shuttles, and the craft that stay unavailable of those of V18.842."""
    made = benefits.made_available(rating, Quality(quality), takes_v20=takes_v20)
    return {
        "spare": benefits.spare_shuttles(rating, Quality(quality), takes_v20=takes_v20),
        "unavailable": benefits.still_unavailable(unavailable, made),
    }


def ask_ready_shuttle(rating: int, face: int, quality: str = "normal", tried: bool = False) -> Answer:
    """Whether the chief may try to ready a spare shuttle in battle, whether the die does it, and the chance."""
    may = not benefits.why_not_ready(Quality(quality), tried)
    return {
        "allowed": may,
        "ready": may and benefits.readies(rating, face),
        "chance": benefits.ready_chance(rating) if may else Fraction(0),
    }


def ask_ejection(rating: int, quality: str = "normal", based_here: bool = True) -> Answer:
    """What comes off a pilot's ejection roll."""
    return {"help": benefits.ejection_help(rating, Quality(quality), based_here=based_here)}


def ask_conversion(
    rating: int,
    alive: int,
    complement: int,
    quality: str = "normal",
    begun: int = 0,
    intact_boxes: int = 1,
    start: int = 1,
    readings: Readings | None = None,
) -> Answer:
    """Whether one more crew unit may be converted, how many in all, and the impulse that ends it."""
    losses = Losses(complement=complement, alive=alive, conversions=begun, intact_boxes=intact_boxes)
    faults = Faults()
    check_conversion(losses, rating, Quality(quality), options(readings), "conversion", faults)
    faults.settle()
    most = conversions(rating, Quality(quality))
    return {"most": most, "ends": conversion_ends(start), "impulses": most * conversion_ends(0) + most}


def ask_chief_works(
    rating: int, living: int, intact_boxes: int = 1, quality: str = "normal", readings: Readings | None = None
) -> Answer:
    """Whether the chief counts as a deck crew, and whether deck crews can work at all."""
    acts = acts_as_crew(rating, Quality(quality), living, options(readings))
    return {"acts": acts and can_work(intact_boxes), "can_work": can_work(intact_boxes)}


def ask_chief_card(
    rating: int | None,
    crews: int,
    alive: int | None = None,
    quality: str = "normal",
    intact_boxes: int = 1,
    converting: bool = False,
    unavailable: int | None = None,
    readings: Readings | None = None,
) -> Answer:
    """The card of a unit; no rating is a chief who is dead."""
    unit = Unit(
        id="unit",
        rating=rating,
        quality=Quality(quality),
        crews=crews,
        alive=crews if alive is None else alive,
        intact_boxes=intact_boxes,
        converting=converting,
        down=unavailable,
    )
    return card_of(unit, options(readings)).as_dict()


def ask_chief_hit(rating: int, box: str, hit: Sequence[str], fate: str = "open") -> Answer:
    """What is told when boxes are hit with a chief in one of them; ``fate`` is open, lives or dies."""
    unit = Unit(id="unit", rating=rating, quality=Quality.NORMAL, crews=12, alive=12)
    lives = {"open": None, "lives": True, "dies": False}[fate]
    after, told = suffer_hits(unit, box, hit, lives, options())
    return {"told": [each.kind for each in told], "alive": after.rating is not None}


def ask_deck_log(log: str, readings: Readings | None = None) -> Answer:
    """The audit of a deck log: half actions earned by each action, extra actions by turn, work finished by craft."""
    faults = Faults()
    found = read_log(log, "log", faults)
    checked = audit(replace(found, options=options(readings)), faults)
    faults.settle()
    return {
        "credits": [line.credit for line in checked.lines],
        "extra": [turn.extra.usable for turn in checked.turns],
        "dealt": [Fraction(turn.dealt, 2) for turn in checked.turns],
        "finished": [f"{task.craft} {task.work.id} {task.finished}" for task in checked.tasks],
        "over": [task.over for task in checked.tasks],
        "readied": [succeeded for _, succeeded in checked.readied],
    }


def _turn(alive: int, complement: int | None, converted: int, rests: bool) -> Turn:
    """A turn with regular crews 1, 2 … and emergency crews e1, e2 …"""
    return Turn(
        complement=alive if complement is None else complement,
        regular=tuple(str(n) for n in range(1, alive + 1)),
        converted=tuple(f"e{n}" for n in range(1, converted + 1)),
        rests=rests,
    )


QUESTIONS: dict[str, Callable[..., Answer]] = {
    name.removeprefix("ask_"): function for name, function in list(globals().items()) if name.startswith("ask_")
}
