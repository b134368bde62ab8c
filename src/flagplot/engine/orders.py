"""One order a line, verb first, found inside any forum post. The grammar knows no game: the caller brings the verbs.

A new order begins at every unquoted verb, so a post that was re-wrapped on its way, or whose lines were joined, reads
the same. Words are cut at blanks; ``,`` and ``:`` stand for themselves (a ``:`` right behind the verb is a habit
without meaning and is dropped); ``;`` ends an order; a name with blanks, or that is a verb, goes in quotes; ``#``
starts a comment to the end of the line.

``ORDERS OF`` begins a block at the start of a line, or behind END OF ORDERS, in any spelling; within a line it does in
capitals only, so that prose may speak of orders. The owner's name ends with the line or before the first verb: one that
has a verb or the words END OF ORDERS in it goes in quotes. ``END OF ORDERS`` ends the block wherever it stands
unquoted, and what follows is outside; in a comment it must be in capitals, or be a line by itself.

A comment swallows what is joined to its line, and nobody can tell where it ended. So a comment is refused

- if it has a verb in it (blanks around it, no quotes), and lines of the block were joined: a verb, or one of the two
  marks, stands within a line;
- else, if behind a verb in it there are only operands to the end of the comment (words that the caller knows, figures
  and quoted names, and among them words with a capital), and the comment does not begin with that verb, as an order
  does that was struck out.

``# target the big ones`` is thus a comment where each order has its line, and so is ``# target capital``. A line that
begins with a verb is an order even after a comment.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.post import Line, undress
from flagplot.engine.scanner import Scanner, Stands, find_start, has_end
from flagplot.engine.tokens import Lexicon, Token, spell

SHAPE = "ORDERS OF <name>, then one order a line, then END OF ORDERS"
"""What a block looks like, for refusals and help."""

WHERE_IT_STARTS = "ORDERS OF counts at the start of a line, and in capitals anywhere."
"""Where a block may begin, for refusals."""


@dataclass(frozen=True)
class Order:
    """A verb, spelt as the caller spells it, and what stands behind it. ``str`` gives its canonical line."""

    verb: Token
    operands: tuple[Token, ...]

    @property
    def line(self) -> int:
        """The line where the order begins, counted from 1 in the text as it was sent."""
        return self.verb.line

    def __str__(self) -> str:
        return spell((self.verb, *self.operands))


@dataclass(frozen=True)
class Block:
    """The orders of one owner. ``line`` is that of the start line, ``depth`` the number of quotations around it.

    ``remarks`` tell what was read otherwise than a glance at the post would suggest.
    """

    owner: str
    orders: tuple[Order, ...]
    source: str
    line: int
    depth: int
    remarks: tuple[str, ...] = ()


def find_blocks(
    text: str, source: str, verbs: Collection[str], faults: Faults, words: Collection[str] = ()
) -> list[Block]:
    """The blocks of orders in a post, in its order; all else in it is ignored.

    ``words`` are operands that are never taken for misspelt verbs. Of two blocks of one owner the one less deeply
    quoted counts; two at equal depth are refused, and so is a post without any block.
    """
    lexicon = Lexicon(verbs, words)
    lines = undress(text)
    drafts: list[tuple[Block, Faults]] = []
    stray = False
    index = position = 0
    while index < len(lines):
        line = lines[index]
        start = find_start(lines, index, position)
        if has_end(line.text, position, len(line.text) if start is None else start):
            stray = True
            message = "END OF ORDERS without ORDERS OF before it"
            mend = f"Expected: {SHAPE}. {WHERE_IT_STARTS}"
            faults.add("stray-end", f"{source}, line {line.number}", message, fault=Fault.MALFORMED, mend=mend)
        if start is None:
            index, position = index + 1, 0
            continue
        found = Faults()
        scanner = Scanner(source, lexicon, found)
        index, position, ended = scanner.scan_block(lines, index, start)
        drafts.append((_read_block(scanner, line, found, ended=ended), found))
    if not drafts and not stray:
        message = "there is no block of orders in this text"
        faults.add("no-orders", source, message, fault=Fault.MALFORMED, mend=f"Expected: {SHAPE}. {WHERE_IT_STARTS}")
    return _settle(drafts, source, faults)


def read_lines(
    text: str, source: str, verbs: Collection[str], faults: Faults, words: Collection[str] = ()
) -> tuple[Order, ...]:
    """The orders of a text that has no start and end lines, such as a template or a moderator's rulings."""
    lexicon = Lexicon(verbs, words)
    scanner = Scanner(source, lexicon, faults)
    scanner.scan(undress(text))
    return _gather(scanner.tokens, source, lexicon, faults)


def _read_block(scanner: Scanner, start: Line, faults: Faults, *, ended: bool) -> Block:
    """The block that was cut into tokens, from the line ``start`` on."""
    where = f"{scanner.source}, line {start.number}"
    remarks = scanner.remarks
    length = _length_of_name(scanner.tokens, start.number, scanner.lexicon)
    name, behind = [token for token, _ in scanner.tokens[:length]], scanner.tokens[length:]
    owner = _owner(name)
    orders = _gather(behind, scanner.source, scanner.lexicon, faults)
    if any(token.line > start.number for token in name):
        remarks.append(f"line {start.number}: the name goes on in the next line: {owner}")
    if not owner:
        message = "ORDERS OF without a name behind it"
        mend = f"Expected: {SHAPE}. A name with a verb or END OF ORDERS in it goes in quotes."
        faults.add("missing-owner", where, message, fault=Fault.MALFORMED, mend=mend)
    if behind[0][1] is Stands.WITHIN if behind else scanner.joined:
        _refuse_misspelt_verb_in_name(name, scanner.source, scanner.lexicon, faults)
    if not ended:
        message = "the block of orders that begins here has no END OF ORDERS"
        mend = "Was the post cut off? Send it again whole."
        faults.add("no-end", where, message, fault=Fault.MALFORMED, mend=mend)
    elif not orders and not faults.found:
        remarks.append(f"line {start.number}: there is no order in this block")
    return Block(owner, orders, scanner.source, start.number, start.depth, tuple(remarks))


def _length_of_name(tokens: Sequence[tuple[Token, Stands]], line: int, lexicon: Lexicon) -> int:
    """How many of ``tokens`` are the words ORDERS OF, in line ``line``, and the name behind them.

    The name ends before a verb, at a semicolon, or with its line, unless that was broken by re-wrapping.
    """
    for count, (token, stands) in enumerate(tokens):
        if count < len(("ORDERS", "OF")):
            continue
        if lexicon.verb(token) or token.is_mark(";"):
            return count
        if token.line == line or stands is Stands.WITHIN:
            continue
        if stands is not Stands.FIRST_FOR_WANT_OF_ROOM or lexicon.misspelt(token):
            return count
    return len(tokens)


def _refuse_misspelt_verb_in_name(name: Sequence[Token], source: str, lexicon: Lexicon, faults: Faults) -> None:
    """Refuse what may be an order with a misspelt verb where orders stand in one line with the name."""
    for token in name[3:]:
        meant = lexicon.misspelt(token)
        if meant is not None:
            message = f"'{token.text}' is no verb, and would belong to the owner's name"
            mend = f"Did you mean '{meant}'? If it belongs to the name, put the name in quotes."
            where = f"{source}, line {token.line}"
            faults.add("misspelt-verb", where, message, fault=Fault.MALFORMED, mend=mend)


def _owner(tokens: Sequence[Token]) -> str:
    """The name on a start line, without the words ORDERS OF, a colon around it, or the quotes of a quoted one."""
    name = list(tokens[2:])
    if name and name[0].is_mark(":"):
        del name[0]
    if name and name[-1].is_mark(":"):
        del name[-1]
    return name[0].text if len(name) == 1 else spell(name)


def _gather(tokens: Iterable[tuple[Token, Stands]], source: str, lexicon: Lexicon, faults: Faults) -> tuple[Order, ...]:
    """The orders that ``tokens`` make; what belongs to no order, or to a misspelt one, is refused and left out."""
    orders: list[tuple[Token, list[Token]]] = []
    operands: list[Token] | None = None  # of the order being read; None before a verb and behind a semicolon
    told = False
    for token, stands in tokens:
        verb = lexicon.verb(token)
        meant = None if stands is Stands.WITHIN else lexicon.misspelt(token)
        where = f"{source}, line {token.line}"
        if verb is not None:
            operands = []
            orders.append((replace(token, text=verb), operands))
        elif token.is_mark(";"):
            operands, told = None, False
        elif meant is not None:
            mend = f"Did you mean '{meant}'? If it belongs to the order before, put it in quotes."
            message = f"the line begins with '{token.text}', which is no verb"
            faults.add("misspelt-verb", where, message, fault=Fault.MALFORMED, mend=mend)
            operands, told = None, True
        elif operands is None:
            if not told:
                message = f"an order begins with a verb, and '{token.text}' is none"
                faults.add("no-verb", where, message, fault=Fault.MALFORMED, mend=nearest(token.text, lexicon.verbs))
            told = True
        elif operands or not token.is_mark(":"):
            operands.append(token)
    return tuple(Order(verb, tuple(operands)) for verb, operands in orders)


def _settle(drafts: Sequence[tuple[Block, Faults]], source: str, faults: Faults) -> list[Block]:
    """One block an owner, the least quoted; the faults of a block that gives way are forgotten with it."""
    by_owner: dict[tuple[str, int], list[tuple[Block, Faults]]] = {}
    for number, (block, found) in enumerate(drafts, start=1):
        # Blocks without a name are no rivals of each other: each is a fault of its own.
        key = (block.owner.casefold(), 0 if block.owner else number)
        by_owner.setdefault(key, []).append((block, found))
    settled = []
    for rivals in by_owner.values():
        least = min(block.depth for block, _ in rivals)
        winners = [block for block, _ in rivals if block.depth == least]
        for block, found in rivals:
            if block.depth == least:
                faults.found.extend(found.found)
        winner = winners[0]
        if len(winners) > 1:
            places = " and ".join(dict.fromkeys(f"line {block.line}" for block in winners))
            faults.add(
                "two-blocks",
                f"{source}, line {winners[1].line}",
                f"{winner.owner} gives orders more than once: {places}",
                fault=Fault.INCONSISTENT,
                mend="Leave only the block that counts.",
            )
            continue
        gone = tuple(
            f"line {block.line}: these orders of {winner.owner} are quoted and give way to those in line {winner.line}"
            for block, _ in rivals
            if block is not winner
        )
        settled.append(replace(winner, remarks=winner.remarks + gone))
    return sorted(settled, key=lambda block: block.line)
