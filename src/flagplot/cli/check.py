"""``flagplot check``: faults before the deadline, not after it."""

from pathlib import Path

import click

from flagplot.cli.options import json_option, orders_option


@click.command()
@click.argument("scenario", type=click.Path(path_type=Path), required=False)
@orders_option("Orders to check; repeat it.")
@click.option(
    "--aftermath",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Decisions for the time after the battle of the SCENARIO; repeat it.",
)
@click.option(
    "--book",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Your ship book; the demonstration's without it.",
)
@click.option(
    "--fittings",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A sheet of traits, modules, doctrines and quirks that goes with the book.",
)
@click.option(
    "--fleet", type=click.Path(path_type=Path), metavar="FILE", help="Your own forces: name, tl, ships, fighters."
)
@click.option(
    "--design",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Ship designs to hold against the book: slots, tech level, price.",
)
@json_option
def check(
    scenario: Path | None,
    orders: tuple[Path, ...],
    aftermath: tuple[Path, ...],
    book: Path | None,
    fittings: Path | None,
    fleet: Path | None,
    design: Path | None,
    as_json: bool,
) -> None:
    """Read orders, a ship book or a fleet and tell every fault at once, or give a receipt.

    A moderator names the SCENARIO. A player leaves it out and checks his own orders against his own book, and if he
    likes against his own fleet; nothing of the enemy is needed.
    """
    if scenario is None and not (orders or book or fittings or fleet or design):
        message = "There is nothing to check: name a scenario, or give one of --orders, --book, --fittings and --fleet."
        raise click.UsageError(message)
    if design is not None and (scenario or orders or fleet):
        raise click.UsageError("--design is checked against --book and --fittings alone.")
    if scenario is not None and (book or fittings or fleet):
        message = "The scenario names book, fittings and fleets: leave --book, --fittings and --fleet out."
        raise click.UsageError(message)
    if scenario is None and aftermath:
        raise click.UsageError("--aftermath goes with a scenario, which knows whose ships are meant.")

    from flagplot.core.canonical import canonical_json
    from flagplot.core.papers import read_paper
    from flagplot.core.refusal import Faults
    from flagplot.desk.battle import read_papers
    from flagplot.desk.check import check_battle, check_designs, check_orders, receipt_report
    from flagplot.desk.sheets import read_sheet
    from flagplot.formats.plain import one_line
    from flagplot.formats.writers import write

    faults = Faults()
    if scenario is not None:
        papers = read_papers(scenario, orders, faults, aftermath)
        if papers is None:
            faults.settle()
            raise AssertionError("papers that cannot be read leave a fault")
        receipts = check_battle(papers, faults)
    else:
        sheets = [paper for path in orders if (paper := read_paper(path, faults))]
        remarks: list[str] = []
        book_paper = read_sheet(book, faults, remarks) if book else None
        fleet_paper = read_sheet(fleet, faults, remarks) if fleet else None
        fittings_paper = read_sheet(fittings, faults, remarks) if fittings else None
        for remark in remarks:
            click.echo(f"Note: {one_line(remark)}.", err=True)
        if (book and book_paper is None) or (fittings and fittings_paper is None):
            faults.settle()
        design_paper = read_paper(design, faults) if design else None
        if design is not None:
            faults.settle()
        if design_paper is not None:
            receipts = check_designs(design_paper, book_paper, faults, fittings_paper)
        else:
            receipts = check_orders(sheets, book_paper, fleet_paper, faults, fittings_paper)
    if as_json:
        click.echo(canonical_json([receipt.as_dict() for receipt in receipts]))
    else:
        click.echo(write(receipt_report(receipts), "text"), nl=False)
