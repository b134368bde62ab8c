"""``flagplot bp dice``: the dice of a phase, laid open."""

from pathlib import Path

import click

from flagplot.cli.options import json_option


@click.command()
@click.argument("campaign", type=click.Path(path_type=Path))
@click.argument("phase")
@click.option("--secret", type=click.Path(path_type=Path), metavar="FILE", help="The secret, now that it may be known.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@json_option
def dice(campaign: Path, phase: str, secret: Path | None, out: Path | None, as_json: bool) -> None:
    """Lay the dice of PHASE, such as T5-M4, of CAMPAIGN open, as JSON in any case: secret, key, and each die's address.

    The verifier that comes with the documentation rolls them again without Flagplot.
    """
    import json

    from flagplot.core.commitment import read_secret
    from flagplot.core.folder import put
    from flagplot.core.refusal import Faults
    from flagplot.desk.bp_dice import dice

    faults = Faults()
    known = read_secret(secret, faults) if secret is not None else None
    faults.settle()
    text = json.dumps(dice(campaign, phase, known), indent=1, sort_keys=True)
    if out is None:
        click.echo(text)
    else:
        put(out, f"{text}\n")
