"""``flagplot rules``: the rulebook's state."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from flagplot.cli.options import json_option

if TYPE_CHECKING:
    from flagplot.desk.rules import Proof
    from flagplot.engine.ruleset import Ruleset, Standing


@click.command()
@click.argument("system", required=False)
@click.argument("id_", metavar="[ID]", required=False)
@click.option("--prove", "proving", is_flag=True, help="Take each function of the done rules away; a case must fail.")
@json_option
@click.pass_context
def rules(ctx: click.Context, system: str | None, id_: str | None, proving: bool, as_json: bool) -> None:
    """List the rules of SYSTEM, or of every system: status, functions, cases; with ID show one rule in full.

    A rule is done when functions carry it out and cases show it. With --prove each of these functions is replaced, once
    by one that raises and once by one that does nothing; if all cases of the rule still pass, the proof has failed
    (exit code 1), and so it has if no rule is done.
    """
    from flagplot.desk import rules as desk
    from flagplot.desk.rulesets import chosen
    from flagplot.formats.writers import write

    found = [(ruleset, desk.rules(ruleset, id_)) for ruleset in chosen(system)]
    if proving:
        proofs = [_prove(ruleset, standings, quiet=as_json) for ruleset, standings in found]
        if as_json:
            click.echo(json.dumps([proof.as_dict() for proof in proofs]))
        else:
            for proof in proofs:
                click.echo("\n".join([*map(str, proof.survivals), proof.summary]))
        if not all(proof.holds for proof in proofs):
            ctx.exit(1)
    elif as_json:
        click.echo(json.dumps([desk.as_dict(ruleset, each) for ruleset, standings in found for each in standings]))
    else:
        reports = (
            desk.report(ruleset, standings[0]) if id_ else desk.list_report(ruleset, standings)
            for ruleset, standings in found
        )
        click.echo("\n\n".join(write(report, "text").rstrip() for report in reports))


def _prove(ruleset: "Ruleset", standings: "Sequence[Standing]", *, quiet: bool) -> "Proof":
    """Prove the done rules of one ruleset with a bar that shows how far it is."""
    from flagplot.cli.progress import progress
    from flagplot.desk import rules as desk

    with progress(len(desk.done_among(standings)), quiet=quiet) as bar:
        return desk.prove(ruleset, standings, progress=lambda id_: bar.update(1, id_))
