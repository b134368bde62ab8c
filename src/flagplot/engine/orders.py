"""One order a line, verb first, found inside any forum post. The grammar knows no game: the caller brings the verbs.

A new order begins at every unquoted verb, so a post that was re-wrapped on its way reads the same. Words are cut at
blanks; ``,`` and ``:`` stand for themselves (a ``:`` right behind the verb is a habit without meaning and is dropped);
``;`` ends an order; a name with blanks goes in quotes; ``#`` starts a comment to the end of the line.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace

from flagplot.core.refusal import Fault, Faults, nearest
from flagplot.engine.post import Line, undress
from flagplot.engine.tokens import Lexicon, Scanner, Stands, Token, spell

SHAPE = "ORDERS OF <name>, then one order a line, then END OF ORDERS"
"""What a block looks like, for refusals and help."""

_START = re.compile(r"orders\s+of(?:[\s:].*)?", re.IGNORECASE)
_END = re.compile(r"end\s+of\s+orders\s*[.:;!]*\s*(?:#.*)?", re.IGNORECASE)


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
    drafts: list[_Draft] = []
    draft: _Draft | None = None
    stray = False
    for line in undress(text):
        if _START.fullmatch(line.text):
            draft = _Draft([line])
            drafts.append(draft)
        elif draft is None:
            if _END.fullmatch(line.text):
                stray = True
                where = f"{source}, line {line.number}"
                message = "END OF ORDERS without a line ORDERS OF before it"
                faults.add("stray-end", where, message, fault=Fault.MALFORMED, mend=f"Expected: {SHAPE}.")
        elif _END.fullmatch(line.text):
            draft.ended = True
            draft = None
        else:
            draft.lines.append(line)
    if not drafts and not stray:
        message = "there is no block of orders in this text"
        faults.add("no-orders", source, message, fault=Fault.MALFORMED, mend=f"Expected: {SHAPE}.")
    lexicon = Lexicon(verbs, words)
    return _settle([(draft.read(source, lexicon), draft.faults) for draft in drafts], source, faults)


def read_lines(
    text: str, source: str, verbs: Collection[str], faults: Faults, words: Collection[str] = ()
) -> tuple[Order, ...]:
    """The orders of a text that has no start and end lines, such as a template or a moderator's rulings."""
    lexicon = Lexicon(verbs, words)
    scanner = Scanner(source, lexicon, faults)
    scanner.scan(undress(text))
    return _gather(scanner.tokens, source, lexicon, faults)


@dataclass
class _Draft:
    """The lines of a block, start line included; its faults count only if no other block of its owner does."""

    lines: list[Line]
    ended: bool = False
    faults: Faults = field(default_factory=Faults)

    def read(self, source: str, lexicon: Lexicon) -> Block:
        start = self.lines[0]
        where = f"{source}, line {start.number}"
        scanner = Scanner(source, lexicon, self.faults)
        scanner.scan(self.lines)
        remarks = scanner.remarks
        length = _length_of_name(scanner.tokens, start.number, lexicon)
        owner = _owner([token for token, _ in scanner.tokens[:length]])
        orders = _gather(scanner.tokens[length:], source, lexicon, self.faults)
        if any(token.line > start.number for token, _ in scanner.tokens[:length]):
            remarks.append(f"line {start.number}: the name goes on in the next line: {owner}")
        if not owner:
            message = "ORDERS OF without a name behind it"
            self.faults.add("missing-owner", where, message, fault=Fault.MALFORMED, mend=f"Expected: {SHAPE}.")
        if not self.ended:
            message = "the block of orders that begins here has no line END OF ORDERS"
            mend = "Was the post cut off? Send it again whole."
            self.faults.add("no-end", where, message, fault=Fault.MALFORMED, mend=mend)
        elif not orders and not self.faults.found:
            remarks.append(f"line {start.number}: there is no order in this block")
        return Block(owner, orders, source, start.number, start.depth, tuple(remarks))


def _length_of_name(tokens: Sequence[tuple[Token, Stands]], line: int, lexicon: Lexicon) -> int:
    """How many of ``tokens`` belong to the start line ``line``, or to its name where that was broken by re-wrapping."""
    for count, (token, stands) in enumerate(tokens):
        if token.line == line or stands is Stands.WITHIN:
            continue
        broken = stands is Stands.FIRST_FOR_WANT_OF_ROOM
        if not broken or lexicon.verb(token) or lexicon.misspelt(token):
            return count
    return len(tokens)


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
    for block, found in drafts:
        # Blocks without a name are no rivals of each other: each is a fault of its own.
        key = (block.owner.casefold(), 0 if block.owner else block.line)
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
            places = " and ".join(f"line {block.line}" for block in winners)
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
