"""How the command ends when something is refused, missing or broken off: plain words and an exit code."""

import json
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from flagplot.cli.options import JSON
from flagplot.core.refusal import Refusal, Refused
from flagplot.formats.plain import one_line

# What a shell shows for a process that such a signal ended.
INTERRUPTED = 128 + signal.SIGINT
PIPE_CLOSED = 128 + 13  # SIGPIPE, which Windows lacks

MOST_SPOKEN = 200  # what nobody would read to its end is cut short, for people only


@contextmanager
def plain_endings(ctx: click.Context) -> Iterator[None]:
    """Turn refusals, files that cannot be opened, a closed pipe and Ctrl-C into messages and exit codes.

    ``Refused`` gives 1, 3 or 4 by the kinds of its faults; a file that cannot be read or written gives 2.
    """
    try:
        yield
    except Refused as refused:
        tell(refused, as_json=ctx.meta.get(JSON, False))
        ctx.exit(refused.exit_code)
    except BrokenPipeError:
        # Python would write what is left in the buffer once more while it shuts down, and complain.
        sys.stdout = sys.stderr = None
        ctx.exit(PIPE_CLOSED)
    except OSError as error:
        what = f"{one_line(str(error.filename))}: " if error.filename else ""
        click.echo(f"Error: {what}{error.strerror or error}.", err=True)
        ctx.exit(2)
    except (KeyboardInterrupt, click.Abort):
        click.echo("Stopped.", err=True)
        ctx.exit(INTERRUPTED)


def tell(refused: Refused, *, as_json: bool) -> None:
    """Print every refusal: as ``{"refusals": [...]}`` on standard output, or for people on standard error."""
    refusals = in_order(refused.refusals)
    if as_json:
        # Escaped to ASCII: a file's name may hold bytes that are no text.
        click.echo(json.dumps({"refusals": [refusal.as_dict() for refusal in refusals]}, sort_keys=True))
        return
    for refusal in refusals[:MOST_SPOKEN]:
        click.echo(spoken(refusal), err=True)
    count = len(refused.refusals)
    if count > MOST_SPOKEN:
        click.echo(f"… and {count - MOST_SPOKEN} more; --json tells all.", err=True)
    click.echo(f"{count} fault{'' if count == 1 else 's'}; nothing was changed.", err=True)


def in_order(refusals: Sequence[Refusal]) -> list[Refusal]:
    """File by file and part by part as they first come up, and in each by line, row or whatever its number is."""
    files: dict[str, int] = {}
    parts: dict[str, int] = {}
    places = {}
    for refusal in refusals:
        # A1, B1, A2: sheets are read by rows.
        where = re.sub(r"\bcell [A-Z]{1,3}(?=[0-9])", "cell ", refusal.where)
        part = re.split("[0-9]", where, maxsplit=1)[0]
        file = files.setdefault(re.split("[,:]", part)[0], len(files))
        numbers = [int(each) for each in re.findall("[0-9]{1,9}", where[len(part) :])]
        places[refusal] = (file, parts.setdefault(part, len(parts)), numbers)
    return sorted(refusals, key=places.__getitem__)


def spoken(refusal: Refusal) -> str:
    """One refusal for people: place and message, then gap, rule and mend, each on a line of its own.

    They may quote a stranger's file, so nothing in them reaches the terminal that could steer it.
    """
    lines = [f"{click.style(one_line(refusal.where), bold=True)}: {one_line(refusal.message)}"]
    if refusal.gap:
        lines.append(f"  gap:  {one_line(refusal.gap)}")
    if refusal.citation:
        lines.append(f"  rule: {refusal.citation}")
    if refusal.mend:
        lines.append(f"  mend: {one_line(refusal.mend)}")
    return "\n".join(lines)
