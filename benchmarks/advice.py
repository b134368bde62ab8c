"""``python -m benchmarks.advice``: how often the search for the best of 200 orders finds one that is as good.

The truth is fought first, 20,000 battles of each order in dice of its own; then the search runs with 20 seeds. Exit
code 1 where its pick is more than 0.005 of margin behind the best on more than one seed of twenty.
"""

import argparse
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from time import perf_counter

from flagplot.advice.arms import BattleArm
from flagplot.advice.halving import choose
from flagplot.core.refusal import Faults
from flagplot.desk.advice import Search, candidates_of, find_owner
from flagplot.desk.battle import read_papers
from flagplot.desk.odds import question
from flagplot.desk.what_if import Variant
from flagplot.fta3.play.engines import compiled
from flagplot.odds.crew import cores, threads
from flagplot.odds.points import MARGIN, count_points
from flagplot.odds.steady import Opened

ROOT = Path(__file__).parent.parent
GOOD = 0.005
OF_TWENTY = 19
TRUTH_SEED = 0
"""No search has it."""


def arms_of(search: Search, found: Sequence[Variant], seed: int) -> list[BattleArm]:
    """The candidates with the dice of a seed."""
    recipes = [variant.question.oracle.recipe(variant.question.recipe.docket, seed) for variant in found]
    return [BattleArm(Opened(recipe), search.aim, search.side) for recipe in recipes]


def search_of(folder: Path) -> Search:
    """The search for the first side of an example."""
    papers = read_papers(folder / "scenario.toml", [folder / "red.txt", folder / "blue.txt"], Faults())
    assert papers is not None
    asked = question(papers)
    side, owner = find_owner(asked, "A", "benchmark")
    return Search(asked=asked, owner=owner, side=side, aim=MARGIN, battles=asked.oracle.BATTLES)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and tell; 0 where enough picks are good enough, else 1."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.advice", description="Does the search find the best?")
    parser.add_argument("--example", default="10v10", help="a folder of examples (default: 10v10)")
    parser.add_argument("--orders", type=int, default=200, help="how many orders there are to choose from (200)")
    parser.add_argument("--truth", type=int, default=20_000, help="battles of each order for the truth (20000)")
    parser.add_argument("--battles", type=int, default=40_000, help="the most battles of a search (40000)")
    parser.add_argument("--seeds", type=int, default=20, help="how many searches (20)")
    options = parser.parse_args(arguments)
    search = search_of(ROOT / "examples" / options.example)
    found = list(islice(candidates_of(search), options.orders))
    compiled()
    with threads(cores()).hire() as team:
        began = perf_counter()
        played = team.map(lambda arm: count_points(arm.play(0, options.truth)), arms_of(search, found, TRUTH_SEED))
        means = [points.mean for points in played]
        print(
            f"{len(means)} orders for {options.example}, {options.truth} battles each: {perf_counter() - began:.0f} s"
        )
        print(f"best {max(means):+.4f}, worst {min(means):+.4f}, within {GOOD} of the best: {near(means)}")
        good, spent, began = 0, 0, perf_counter()
        for seed in range(1, options.seeds + 1):
            choice = choose(arms_of(search, found, seed), options.battles, team)
            behind = max(means) - means[choice.pick.index]
            good, spent = good + (behind <= GOOD), max(spent, choice.battles)
            print(f"seed {seed}: order {choice.pick.index}, {behind:.4f} behind the best, {choice.battles} battles")
    seconds = perf_counter() - began
    print(
        f"{good} of {options.seeds} picks are within {GOOD}; at most {spent} battles; {seconds:.0f} s for the searches"
    )
    return int(good * 20 < OF_TWENTY * options.seeds)


def near(means: list[float]) -> int:
    """How many orders are as good as the best."""
    return sum(max(means) - mean <= GOOD for mean in means)


if __name__ == "__main__":
    sys.exit(main())
