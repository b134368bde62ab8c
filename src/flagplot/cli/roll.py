"""``flagplot roll``: dice outside a battle."""

import re
import secrets
from pathlib import Path

import click

from flagplot.cli.options import json_option


def _key(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    if value is None:
        return None
    if not re.fullmatch(r"[0-9a-fA-F]{1,16}", value):
        raise click.BadParameter(f"'{value}' is no key: up to 16 hexadecimal digits.")
    return int(value, 16)


@click.command()
@click.argument("notation")
@click.option("--naturals", is_flag=True, help="The highest face always succeeds, a 1 never.")
@click.option("--purpose", default="", metavar="TEXT", help="What the dice are for.")
@click.option("--secret", type=click.Path(path_type=Path), metavar="FILE", help="Take the key from a promised secret.")
@click.option("--key", metavar="HEX", callback=_key, help="Roll the dice of a key again.")
@json_option
def roll(notation: str, naturals: bool, purpose: str, secret: Path | None, key: int | None, as_json: bool) -> None:
    """Roll NOTATION: '2d6', 'd20+2', or '11#d20+2 >= 15' for eleven dice of which those that reach 15 count.

    Every die can be rolled again from the key that is shown. Without --secret the key is drawn afresh; with it the key
    comes from the secret and the purpose, so that it could be promised beforehand.
    """
    if secret is not None and key is not None:
        raise click.UsageError("--secret and --key both give the key: take one of them.")
    if secret is not None and not purpose.strip():
        raise click.UsageError("--secret needs a --purpose: without one, every roll would have the same dice.")

    from flagplot.core.canonical import canonical_json
    from flagplot.core.commitment import read_secret
    from flagplot.core.refusal import Faults
    from flagplot.desk import roll as dice
    from flagplot.formats.writers import write

    if secret is not None:
        faults = Faults()
        promised = read_secret(secret, faults)
        faults.settle()
        assert promised is not None
        rolled = dice.roll_promised(notation, naturals=naturals, purpose=purpose, secret=promised)
    else:
        rolled = dice.roll(
            notation, naturals=naturals, purpose=purpose, key=secrets.randbits(64) if key is None else key
        )
    click.echo(canonical_json(dice.as_dict(rolled)) if as_json else write(dice.report(rolled), "text").rstrip())
