"""``flagplot test``: rule cases from files."""

import json
from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("-k", "text", default="", metavar="TEXT", help="Only cases with TEXT in id, title or rules.")
@click.option("-v", "--verbose", is_flag=True, help="List the cases that pass, too.")
@json_option
@click.pass_context
def test(ctx: click.Context, files: tuple[Path, ...], text: str, verbose: bool, as_json: bool) -> None:
    """Run the rule cases in FILES, or those that come with Flagplot.

    Each case that fails is shown with its place and what was there instead; then the exit code is 1.
    """
    from flagplot.cli.progress import progress
    from flagplot.desk import case_files
    from flagplot.formats.writers import write

    trials = case_files.trials(files, text)
    outcomes = []
    with progress(len(trials), quiet=as_json) as bar:
        for trial in trials:
            bar.update(1, trial.case.id)
            outcomes.append(trial.run())
    if as_json:
        click.echo(json.dumps([outcome.as_dict() for outcome in outcomes]))
    else:
        click.echo(write(case_files.report(outcomes, verbose=verbose), "text").rstrip())
    if not all(outcome.result.passed for outcome in outcomes):
        ctx.exit(1)
