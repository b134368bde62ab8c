"""``flagplot fta3 ground-odds``: what may become of a ground war."""

from pathlib import Path

import click

from flagplot.cli.options import json_option, orders_option
from flagplot.cli.sampling import quarters_option, seed_option


@click.command("ground-odds")
@click.argument("scenario", type=click.Path(path_type=Path))
@orders_option("A side's orders; repeat it.")
@quarters_option(1)
@click.option("--samples", type=click.IntRange(100, 100_000), metavar="N", help="Fight so many wars, exact or not.")
@seed_option
@json_option
def ground_odds(
    scenario: Path, orders: tuple[Path, ...], quarters: int, samples: int | None, seed: int, as_json: bool
) -> None:
    """Tell the chances of the ground war of SCENARIO by the orders of both sides, as 'flagplot odds' does.

    They are exact for a quarter of any size, and for more quarters while there are no more than a million states to be
    kept side by side. Beyond that the war is fought many times, and the answer says so.
    """
    from flagplot.cli.options import put_report
    from flagplot.core.refusal import Faults
    from flagplot.desk.battle import read_papers
    from flagplot.desk.ground_odds import ground_outlook

    faults = Faults()
    papers = read_papers(scenario, orders, faults)
    if papers is None:
        faults.settle()
        raise AssertionError("papers that cannot be read leave a fault")
    found = ground_outlook(papers, quarters=quarters, samples=samples, seed=seed, faults=faults)
    put_report(found.report(), found.as_dict(), "json" if as_json else "text", None, None)
