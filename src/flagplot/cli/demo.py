"""``flagplot demo``: a first battle without any file."""

import json
from pathlib import Path

import click

from flagplot.cli.options import json_option, report_options


@click.command()
@click.argument("system", default="fta3")
@click.option(
    "--files", type=click.Path(path_type=Path), metavar="FOLDER", help="Put the demonstration's files there instead."
)
@report_options
@json_option
def demo(
    system: str, files: Path | None, form: str, width: int | None, length: int | None, out: Path | None, as_json: bool
) -> None:
    """Fight a demonstration battle and print the report: of fta3 the page's example fleet against its equal, of fe a
    battle station that is attacked.
    """
    from flagplot.cli.options import put
    from flagplot.desk import demo as example

    if files is not None:
        written = [str(path) for path in example.write_files(files, system)]
        click.echo(json.dumps(written) if as_json else "\n".join(written))
        return
    put(example.demo(system), "json" if as_json else form, width, out, length)
