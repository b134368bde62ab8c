"""``flagplot bp pf``: the life-support check of a stranded patrol ship."""

import click

from flagplot.border_patrol.terrain import Terrain
from flagplot.cli.options import json_option

TERRAINS = [terrain.value for terrain in Terrain]


@click.command()
@click.option("--ace", is_flag=True, help="The crew is an ace; no other quality counts.")
@click.option("--crippled", is_flag=True, help="The ship is crippled (S2.4).")
@click.option("--interceptor", is_flag=True, help="It is an interceptor.")
@click.option("--terrain", type=click.Choice(TERRAINS), default="empty-space", show_default=True, help="Its hex.")
@click.option("--checks", type=click.IntRange(1, 100), default=1, show_default=True, help="So many, one after another.")
@json_option
def pf(ace: bool, crippled: bool, interceptor: bool, terrain: str, checks: int, as_json: bool) -> None:
    """Tell what is added to the die of a life-support check, which faces are survived, and the chance (V12.14)."""
    from flagplot.border_patrol.craft import Kind
    from flagplot.core.canonical import canonical_json
    from flagplot.desk.bp_stranded import check
    from flagplot.formats.writers import write

    kind = Kind.INTERCEPTOR if interceptor else Kind.PF
    found = check(kind=kind, ace=ace, crippled=crippled, terrain=Terrain(terrain), checks=checks)
    click.echo(canonical_json(found.as_dict()) if as_json else write(found.report(), "text").rstrip())
