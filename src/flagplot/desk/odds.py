"""Odds: the chances of a battle from the papers that it would be fought from, and any of its samples told in full."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

from flagplot import __version__
from flagplot.core.canonical import digest
from flagplot.core.dice import FORMAT
from flagplot.core.refusal import Fault, Faults
from flagplot.core.report import Report
from flagplot.desk.battle import Papers
from flagplot.desk.oracle import Asked, Oracle, oracle_of
from flagplot.engine.battle import RowForm, Sampled
from flagplot.odds.charts import loss_chart
from flagplot.odds.crew import Crew, alone, cores, processes
from flagplot.odds.method import Method
from flagplot.odds.report import as_dict, report_of
from flagplot.odds.sampling import FIRST_CHECK, MOST_SAMPLES, Target, gather, is_enough
from flagplot.odds.summary import Summary, Typical, read_wanted, summarise
from flagplot.odds.tally import Tally, count_chances
from flagplot.odds.tally_file import merge, read_tally, write_tally

SEED = 1812
ERROR = 0.01
"""The half-width of the interval that is aimed at where nothing else is asked for."""

PATIENCE = 1.0
"""Seconds of work that this thread does by itself before it sends for others, who take as long to come."""

SAVE_SECONDS = 30
STOPPED = "STOPPED EARLY: these are the samples that were counted until then."


@dataclass(frozen=True)
class Question:
    """A battle whose odds are asked for: its papers, the recipe by which it is sampled, and the battle itself."""

    papers: Papers
    recipe: Asked

    @cached_property
    def battle(self) -> Sampled:
        """The battle, for whatever is asked in this thread."""
        return self.recipe.open()

    @property
    def oracle(self) -> Oracle:
        """What answers for this kind of battle."""
        return oracle_of(self.papers)

    @property
    def form(self) -> RowForm:
        """What the battle's rows hold."""
        return self.battle.form

    @property
    def job(self) -> str:
        """A digest of all that the samples depend on; tallies of one job can be added up."""
        saved = self.oracle.saved(self.recipe)
        rules = {"rules": self.recipe.fingerprint, "flagplot": __version__, "dice_format": FORMAT}
        return digest({**rules, "papers": self.papers.as_dict(), "seed": self.recipe.seed, "saved": saved})


@dataclass(frozen=True)
class Answer:
    """The odds: what was counted, in summary, and how it came about. ``stopped`` where it was broken off."""

    question: Question
    tally: Tally
    method: Method
    stopped: bool = False

    @property
    def title(self) -> str:
        """What the answer is called."""
        return f"Odds of {self.question.recipe.docket.scenario.name}"

    @cached_property
    def summary(self) -> Summary:
        """Chances, losses, survival."""
        return summarise(self.question.form, self.tally)

    def report(self) -> Report:
        """The answer as a tree."""
        banner = (STOPPED,) if self.stopped else ()
        return report_of(self.title, self.question.form, self.tally, self.summary, self.method, banner)

    def chart(self) -> dict[str, Any]:
        """What each side loses, as Vega-Lite."""
        return loss_chart(self.question.form, self.tally, self.title)

    def as_dict(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {**as_dict(self.question.form, self.summary, self.method), "stopped": self.stopped}


def question(papers: Papers, *, seed: int = SEED, faults: Faults | None = None) -> Question:
    """Papers as for a battle; raises ``Refused`` with every fault, those found in ``faults`` before included."""
    oracle = oracle_of(papers)
    return Question(papers, oracle.recipe(oracle.read_docket(papers, faults or Faults()), seed))


def exact(asked: Question) -> Answer | None:
    """The exact answer; None where there is none in a reasonable time."""
    chances = asked.battle.chances()
    if chances is None:
        return None
    detail = chances.how
    if chances.left_out:
        detail += f"; ways that are too unlikely were left out, {chances.left_out:.1e} of the whole"
    return Answer(asked, count_chances(asked.form, chances), method_of(asked, Tally(), "exact", detail))


def sample(
    asked: Question,
    target: Target,
    crew: Crew | None = None,
    *,
    first: int = 0,
    kept: Path | None = None,
    watch: Callable[[Tally], object] = lambda tally: None,
    notice: Callable[[str], object] = lambda text: None,
) -> Answer:
    """Sample from ``first`` on until it is enough; ``watch`` is told how far it is, ``notice`` that the compiled engine
    is built meanwhile, where it takes longer than a moment and there is none yet.

    Without a crew this thread begins, and processes take over if it takes longer. A file ``kept`` holds the tally: what
    is in it already is gone on from, and it is written again now and then and at the end. Ctrl-C ends it with what has
    been counted, and is passed on where nothing has.
    """
    start, stopped = _read_kept(asked, kept, first), False
    total, saved, began, built = start, monotonic(), monotonic(), False
    if kept is not None:
        write_tally(kept, asked.job, start)  # a place that cannot be written to is better known now
    try:
        for total in _gather(asked, target, crew, start, first):
            refuse_endless(asked, total)
            watch(total)
            if not built and monotonic() - began > PATIENCE:
                built = True
                asked.oracle.build_engine(notice)
            if kept is not None and monotonic() - saved > SAVE_SECONDS:
                write_tally(kept, asked.job, total)
                saved = monotonic()
    except KeyboardInterrupt:
        if not total.n:
            raise
        stopped = True
    if kept is not None:
        write_tally(kept, asked.job, total)
    return answer(asked, total, stopped=stopped)


def merged(asked: Question, paths: Iterable[Path], faults: Faults | None = None) -> Answer:
    """The answer from the tallies of slices, each read from its file; raises ``Refused`` with every fault."""
    faults = faults or Faults()
    read = [(path, read_tally(path, asked.job, faults)) for path in paths]
    total = merge(((path, tally) for path, tally in read if tally is not None), faults)
    faults.settle()
    return answer(asked, total)


def answer(asked: Question, tally: Tally, *, stopped: bool = False) -> Answer:
    """The answer that a sampled tally gives."""
    detail = "every die rolled by the rules' own code, intervals by Wilson"
    return Answer(asked, tally, method_of(asked, tally, "sampled", detail), stopped)


def wanted_sample(asked: Question, wanted: str, samples: int | None = None) -> int | Typical:
    """As ``odds.summary.read_wanted``; refused, too, where a number is that of none of so many samples."""
    choice = read_wanted(asked.form, wanted)
    most = samples or MOST_SAMPLES
    if isinstance(choice, int) and choice >= most:
        faults = Faults()
        gap = f"{choice - most + 1} too high"
        faults.add("no-such-sample", "--open", f"there is no sample {choice}", gap=gap, mend=f"Below {most}.")
        faults.settle()
    return choice


def opened(asked: Question, choice: int | Typical, tally: Tally) -> Report:
    """One sample as the report of a battle; a typical one is looked for in ``tally``."""
    return asked.battle.narrate(choice if isinstance(choice, int) else choice.find(tally))


def slice_of(samples: int, part: int, parts: int) -> tuple[int, int]:
    """The first sample of slice ``part`` (from 1) of ``parts``, and how many samples it has."""
    first, end = samples * (part - 1) // parts, samples * part // parts
    return first, end - first


def _gather(asked: Question, target: Target, crew: Crew | None, start: Tally, first: int) -> Iterator[Tally]:
    """As ``odds.sampling.gather``, but without a crew this thread begins, and processes take over."""
    if crew is not None:
        yield from gather(asked.recipe, target, crew, start=start, first=first)
        return
    began, total, moment = perf_counter(), start, None
    for total in gather(asked.recipe, target, alone(), start=start, first=first):
        yield total
        # The clock starts with the first block, which may have had to load the engine.
        moment = moment or perf_counter()
        if perf_counter() - moment > PATIENCE and cores() > 1:
            break
    spent = perf_counter() - began
    if is_enough(total, target, spent):
        return
    left = None if target.seconds is None else target.seconds - spent
    yield from gather(asked.recipe, replace(target, seconds=left), processes(cores()), start=total, first=first)


def _read_kept(asked: Question, kept: Path | None, first: int) -> Tally:
    if kept is None or not kept.exists():
        return Tally()
    faults = Faults()
    total = read_tally(kept, asked.job, faults) or Tally()
    if total.n and total.spans != ((first, first + total.n),):
        message = "these are not the samples that this run would begin with"
        mend = "Give the slice that the file was begun with."
        faults.add("other-slice", str(kept), message, fault=Fault.INCONSISTENT, mend=mend)
    faults.settle()
    return total


def refuse_endless(asked: Question, tally: Tally) -> None:
    """Refuse a battle of which nothing but the limit of rounds makes an end, once enough of it was counted."""
    endless = asked.form.endless
    if tally.n >= FIRST_CHECK and endless is not None and set(tally["ending"].bins) == {endless}:
        faults = Faults()
        rounds = max(tally["length"].bins)
        message = f"none of {tally.n} battles came to an end in {rounds} rounds"
        mend = asked.oracle.NEVER_ENDS
        faults.add("never-ends", asked.papers.scenario.name, message, fault=Fault.INCONSISTENT, mend=mend)
        faults.settle()


def method_of(asked: Question, tally: Tally, how: str, detail: str) -> Method:
    """How an answer to this question came about."""
    return Method(
        how=how,
        detail=detail,
        spans=tally.spans,
        seed=asked.recipe.seed,
        version=__version__,
        ruleset=asked.oracle.RULESET,
        fingerprint=asked.recipe.fingerprint,
        readings=asked.oracle.readings_told(asked.recipe.docket),
    )
