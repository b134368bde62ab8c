"""``python -m benchmarks``: measure, print a table or JSON; exit code 1 where a limit is not held."""

import argparse
import json
import platform
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

from benchmarks.chains import measure_chains
from benchmarks.engine import measure_engine
from benchmarks.engine import table as claims_table
from benchmarks.measures import Result, help_loads_numpy, measure

CLAIMS = {"engine": measure_engine, "chains": measure_chains}
PARTS = ("programs", *CLAIMS)
CPUINFO = Path("/proc/cpuinfo")


def processor() -> str:
    """The kind of processor, as far as the system tells it."""
    if CPUINFO.exists():
        match = re.search(r"^model name\s*:\s*(.+)$", CPUINFO.read_text(encoding="utf-8"), re.MULTILINE)
        if match:
            return match[1].strip()
    return platform.processor() or platform.machine()


def as_dict(result: Result) -> dict[str, object]:
    """One result for JSON."""
    each = result.measure
    return {
        "name": each.name,
        "seconds": round(result.seconds, 6),
        "yardstick": each.yardstick,
        "ratio": round(result.ratio, 3),
        "limit": each.limit,
        "holds": result.holds,
        "dice_per_second": round(each.dice / result.seconds) if each.dice else None,
    }


def table(results: Sequence[Result]) -> Iterator[str]:
    """The results as the lines of a Markdown table."""
    yield "| measured | median | against its yardstick | limit |"
    yield "| --- | ---: | ---: | --- |"
    for result in results:
        each = result.measure
        rate = f" ({each.dice / result.seconds / 1e6:.2f} M dice/s)" if each.dice else ""
        ratio = f"{result.ratio:.2f} × {each.yardstick}" if each.yardstick else "1"
        limit = "" if each.limit is None else f"{each.limit:g} s: {'held' if result.holds else 'NOT HELD'}"
        yield f"| {each.name} | {result.seconds * 1000:.0f} ms{rate} | {ratio} | {limit} |"


def main() -> int:
    """Measure and tell; 0 where every limit is held, else 1."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure what the project claims.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"one of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is done (default: 5)")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds: at least one")
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    parts = options.parts or PARTS
    facts: dict[str, object] = {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "processor": processor(),
        "rounds": options.rounds,
    }
    lines = [f"{facts['date']}, Python {facts['python']}, {facts['processor']}; medians of {options.rounds}"]
    held = True
    if "programs" in parts:
        numpy, results = help_loads_numpy(), measure(options.rounds)
        facts |= {"help_loads_numpy": numpy, "measures": [*map(as_dict, results)]}
        lines += [f"flagplot --help loads NumPy: {'YES' if numpy else 'no'}", "", *table(results)]
        held = not numpy and all(result.holds for result in results)
    for part in (part for part in CLAIMS if part in parts):
        claims = CLAIMS[part](options.rounds)
        facts[part] = [{**asdict(claim), "holds": claim.holds} for claim in claims]
        lines += ["", *claims_table(claims)]
        held = held and all(claim.holds for claim in claims)
    print(json.dumps(facts, indent=1) if options.json else "\n".join(lines))
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
