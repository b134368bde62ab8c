"""``flagplot commit``: a promised secret."""

import json
import shlex
from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.option("--battle", required=True, metavar="NAME", help="The battle's name, as in its scenario.")
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to keep the secret; else NAME.secret, here."
)
@json_option
def commit(battle: str, out: Path | None, as_json: bool) -> None:
    """Draw a secret for a battle, keep it in a file and print the line to post before orders close.

    The line binds you to the secret and gives nothing of it away. A file that is already there is never written over.
    """
    from flagplot.core.dice import FORMAT
    from flagplot.desk import commit as desk
    from flagplot.formats.plain import one_line

    drawn = desk.commit(battle)
    path = out or Path(drawn.file_name)
    desk.save(drawn, path)
    if as_json:
        answer = {"battle": battle, "commitment": drawn.digest, "dice_format": FORMAT, "line": drawn.line}
        click.echo(json.dumps({**answer, "file": str(path)}, sort_keys=True))
        return
    name = one_line(shlex.quote(str(path)))
    click.echo(drawn.line)
    click.echo()
    click.echo(f"Post that line before orders close. The secret is in {name}: show it to nobody before the battle.")
    click.echo(f"Then fight with it: flagplot battle SCENARIO --orders FILE --orders FILE --secret {name}")
