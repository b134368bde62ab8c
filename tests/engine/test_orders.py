"""Order blocks in forum posts: the grammar, each fault with its place and mend, and what a post does to a block."""

import html
import textwrap
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.refusal import Fault, Faults
from flagplot.engine.orders import Block, Order, find_blocks, read_lines

VERBS = ("plan", "target", "withdraw", "range", "stand-down")
WORDS = ("cruiser", "capital", "escort", "planet")


def blocks_of(text: str) -> list[Block]:
    faults = Faults()
    blocks = find_blocks(text, "post.txt", VERBS, faults, WORDS)
    faults.settle()
    return blocks


def spelt(block: Block) -> list[str]:
    return [str(order) for order in block.orders]


def orders_of(*lines: str) -> list[str]:
    (block,) = blocks_of("\n".join(["ORDERS OF Alice", *lines, "END OF ORDERS"]))
    return spelt(block)


def faults_of(text: str) -> list[tuple[str, str]]:
    faults = Faults()
    find_blocks(text, "post.txt", VERBS, faults, WORDS)
    return [(refusal.code, refusal.where.removeprefix("post.txt, ")) for refusal in faults.found]


def faults_in(*lines: str) -> list[tuple[str, str]]:
    """The faults of a block whose first order is in line 2."""
    return faults_of("\n".join(["ORDERS OF Alice", *lines, "END OF ORDERS"]))


def remarks_in(*lines: str) -> tuple[str, ...]:
    (block,) = blocks_of("\n".join(["ORDERS OF Alice", *lines, "END OF ORDERS"]))
    return block.remarks


# The block


def test_block_has_its_owner_place_and_orders() -> None:
    (block,) = blocks_of(
        "Hi!\n\nORDERS OF Alice\nplan stand-off   # stay away\nTarget cruiser: capital, CA\nEND OF ORDERS\n--\nAlice"
    )
    assert (block.owner, block.source, block.line, block.depth, block.remarks) == ("Alice", "post.txt", 3, 0, ())
    assert spelt(block) == ["plan stand-off", "target cruiser: capital, CA"]
    plan, target = block.orders
    assert (plan.line, target.line) == (4, 5)
    assert [(token.text, token.line, token.column) for token in target.operands] == [
        ("cruiser", 5, 8),
        (":", 5, 15),
        ("capital", 5, 17),
        (",", 5, 24),
        ("CA", 5, 26),
    ]


@pytest.mark.parametrize(
    ("start", "owner"),
    [
        ("Orders of Alice", "Alice"),
        ("ORDERS OF: Alice", "Alice"),
        ("orders  of Alice:", "Alice"),
        ("ORDERS OF The Grand Duchy of Elsewhere # turn 3", "The Grand Duchy of Elsewhere"),
        ("ORDERS OF “Grand  Duchy”", "Grand Duchy"),
        ("[b]ORDERS OF[/b] [color=#ff0000]Zoë[/color]", "Zoë"),
        ("**ORDERS OF Alice**", "Alice"),
        ('ORDERS OF "Target Practice"', "Target Practice"),
        ("ORDERS OF 'The End of Orders'", "The End of Orders"),
        ("ORDERS OF Duchy, Grand", "Duchy, Grand"),
    ],
)
def test_start_line_names_the_owner(start: str, owner: str) -> None:
    (block,) = blocks_of(f"{start}\nplan x\nend of orders.")
    assert block.owner == owner
    assert spelt(block) == ["plan x"]


def test_several_owners_in_one_post_keep_their_order() -> None:
    blocks = blocks_of("ORDERS OF Bob\nplan a\nEND OF ORDERS\nORDERS OF Al\nplan b\nEND OF ORDERS # that is all")
    assert [(block.owner, block.line) for block in blocks] == [("Bob", 1), ("Al", 4)]


def test_prose_that_speaks_of_orders_is_no_block() -> None:
    assert faults_of("These are the orders of Alice\nand the end of orders is near") == [("no-orders", "post.txt")]


def test_post_without_a_block_is_told_the_shape() -> None:
    faults = Faults()
    assert find_blocks("target capital", "post.txt", VERBS, faults) == []
    (refusal,) = faults.found
    assert refusal.fault is Fault.MALFORMED
    assert "ORDERS OF <name>" in refusal.mend
    assert "END OF ORDERS" in refusal.mend


def test_block_without_end_is_refused_where_it_began() -> None:
    assert faults_of("x\nORDERS OF Alice\nplan a\n") == [("no-end", "line 2")]
    assert faults_of("ORDERS OF Alice\nplan a\nORDERS OF Bob\nplan b\nEND OF ORDERS") == [("no-end", "line 1")]


def test_end_without_start_is_refused() -> None:
    assert faults_of("plan a\nEND OF ORDERS") == [("stray-end", "line 2")]
    assert faults_of("ORDERS OF A\nplan a\nEND OF ORDERS\nEND OF ORDERS") == [("stray-end", "line 4")]


def test_start_line_without_a_name_is_refused_each_time() -> None:
    text = "ORDERS OF\nplan a\nEND OF ORDERS\nORDERS OF:\nplan a\nEND OF ORDERS"
    assert faults_of(text) == [("missing-owner", "line 1"), ("missing-owner", "line 4")]


@pytest.mark.parametrize("name", ["Target Practice", ": plan", "End of orders and all", ""])
def test_name_that_begins_with_a_verb_or_with_the_end_is_no_name_without_quotes(name: str) -> None:
    faults = Faults()
    find_blocks(f"ORDERS OF {name} range x END OF ORDERS", "post.txt", VERBS, faults)
    refusal = faults.found[-1]
    assert (refusal.code, refusal.where) == ("missing-owner", "post.txt, line 1")
    assert "with a verb or END OF ORDERS in it goes in quotes" in refusal.mend


def test_block_without_orders_is_remarked() -> None:
    assert "no order" in remarks_in("# nothing this turn")[0]


# Two blocks of one owner


OWN = "ORDERS OF alice\nplan new\nEND OF ORDERS"
OLD = "ORDERS OF Alice\nplan old\nEND OF ORDERS"


@pytest.mark.parametrize(
    "old",
    [
        textwrap.indent(OLD, "> "),
        f"[quote='Alice, post: 5, member: 3']\n{OLD}\n[/quote]",
        f'[QUOTE="Alice, post: 5, member: 3"]{OLD}[/QUOTE]',
        "> ORDERS OF Alice\n> plna old\n> END OF ORDERS",  # its faults no longer matter
        "> ORDERS OF Alice\n> plan old",  # nor that its end was not quoted
    ],
)
def test_less_quoted_block_wins_wherever_it_stands(old: str) -> None:
    for text in (f"{old}\n{OWN}", f"{OWN}\n{old}"):
        if text.startswith(OWN) and "END" not in old:
            continue
        (block,) = blocks_of(text)
        assert (block.owner, block.depth, spelt(block)) == ("alice", 0, ["plan new"])
        (remark,) = block.remarks
        assert "give way" in remark
        assert f"line {block.line}" in remark


def test_faulty_block_does_not_give_way_to_an_older_quoted_one() -> None:
    text = f"{textwrap.indent(OLD, '> ')}\nORDERS OF Alice\nplna new\nEND OF ORDERS"
    assert faults_of(text) == [("misspelt-verb", "line 5")]


@pytest.mark.parametrize("prefix", ["", "> ", "> > "])
def test_two_blocks_at_equal_depth_are_refused_with_both_places(prefix: str) -> None:
    faults = Faults()
    text = textwrap.indent(f"{OLD}\n{OWN}", prefix)
    assert find_blocks(text, "post.txt", VERBS, faults) == []
    (refusal,) = faults.found
    assert (refusal.code, refusal.fault) == ("two-blocks", Fault.INCONSISTENT)
    assert "line 1 and line 4" in refusal.message


def test_depth_counts_quote_marks_and_quote_tags_together() -> None:
    (block,) = blocks_of("[quote][quote=Bob]\n>> ORDERS OF A\n>> plan a\n>> END OF ORDERS\n[/quote][/quote]")
    assert block.depth == 4
    (block,) = blocks_of("[quote]hi[/quote][/quote] \n| > ORDERS OF A\nplan a\nEND OF ORDERS")
    assert block.depth == 2


# The line


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("PLAN a", "plan a"),
        ("plan: a", "plan a"),
        ("target escort at 50%, 10x6 TL5 -1 +2", "target escort at 50%, 10x6 TL5 -1 +2"),
        ("target a:b,c", "target a: b, c"),
        ("target  red/ff-1   2=3", "target red/ff-1 2=3"),
        ('target "HMS  Hood", x', 'target "HMS Hood", x'),
        ("target “HMS Hood”", 'target "HMS Hood"'),
        ("target ‘HMS Hood’", 'target "HMS Hood"'),
        ("target «HMS Hood»", 'target "HMS Hood"'),
        ("target &quot;HMS Hood&quot; &amp; x", 'target "HMS Hood" & x'),
        ("target O'Brien", "target O'Brien"),
        ("target 'Alice’s Pride', x", 'target "Alice\'s Pride", x'),
        ("target 'The \"Boss\"'", "target 'The \"Boss\"'"),
        ('target "range", x', 'target "range", x'),
        ('target "a # b; c" # d', 'target "a # b; c"'),
        ("plan a#b", "plan a"),
        ("plan stand—off", "plan stand-off"),
        ("target\u00a0a\u200b\ufeff\u2009b\tc", "target a b c"),
        ("[list][*]target [b]a[/b] [url=http://x.y/?a=b]b[/url][/list]", "target a b"),
        ("[*] target [unknown] a", "target [unknown] a"),
        ("[quote]> target a", "target a"),
        ("- target a", "target a"),
        ("* target a", "target a"),
        ("\u2022 target a", "target a"),
        ("  \u2013 target a  ", "target a"),
        ("**target** `a`", "target a"),
        ("target &#8220;HMS Hood&#x201d;&nbsp;x", 'target "HMS Hood" x'),
    ],
)
def test_line_is_read_without_its_dress(line: str, order: str) -> None:
    assert orders_of(line) == [order]


def test_quoted_name_is_marked_and_never_a_verb() -> None:
    (block,) = blocks_of('ORDERS OF A\ntarget "range" range far\nEND OF ORDERS')
    assert spelt(block) == ['target "range"', "range far"]
    assert block.orders[0].operands[0].quoted


def test_column_points_into_the_line_as_it_was_sent() -> None:
    (block,) = blocks_of('ORDERS OF A\n> [b]target[/b] &quot;a b&quot; "c" d\nEND OF ORDERS')
    (order,) = block.orders
    assert order.verb.column == 6
    assert [token.column for token in order.operands] == [17, 33, 37]


# Orders and newlines


def test_new_order_begins_at_each_verb_and_behind_a_semicolon() -> None:
    assert orders_of("plan a target b; range far ;", "withdraw c") == ["plan a", "target b", "range far", "withdraw c"]


def test_newline_within_an_order_is_a_blank() -> None:
    assert orders_of("target cruiser:", "  capital,", "CA", "plan a") == ["target cruiser: capital, CA", "plan a"]


def test_number_at_the_start_of_a_line_keeps_its_sign() -> None:
    assert orders_of("target x", "-1", "- 2") == ["target x -1 - 2"]


def test_text_before_the_first_verb_is_refused_once() -> None:
    assert faults_in("modifier") == [("no-verb", "line 2")]
    faults = Faults()
    find_blocks("ORDERS OF A\nattack all of them\nplan a\nEND OF ORDERS", "post.txt", VERBS, faults)
    (refusal,) = faults.found
    assert (refusal.code, refusal.where, refusal.fault) == ("no-verb", "post.txt, line 2", Fault.MALFORMED)
    assert "attack" in refusal.message
    assert "withdraw" in refusal.mend
    assert faults_in("plan a; all of them; more") == [("no-verb", "line 2"), ("no-verb", "line 2")]


def test_misspelt_verb_is_refused_with_the_right_one() -> None:
    faults = Faults()
    text = "ORDERS OF A\nplan a\ntagret capital: cruiser\nwithdrw b\nEND OF ORDERS"
    (block,) = find_blocks(text, "post.txt", VERBS, faults, WORDS)
    assert [(refusal.code, refusal.where) for refusal in faults.found] == [
        ("misspelt-verb", "post.txt, line 3"),
        ("misspelt-verb", "post.txt, line 4"),
    ]
    assert "'target'" in faults.found[0].mend
    assert spelt(block) == ["plan a"]


def test_known_operands_and_quoted_names_are_no_misspelt_verbs() -> None:
    assert orders_of("target capital,", "planet", '"plann"', "x plann") == ['target capital, planet "plann" x plann']
    assert faults_in("target capital,", "plann") == [("misspelt-verb", "line 3")]


def test_all_faults_are_told_at_once() -> None:
    assert faults_in("tagret a", 'plan "x', "# c", "y z", "range a#1") == [
        ("unclosed-quote", "line 3, column 6"),
        ("text-after-comment", "line 5"),
        ("comment-in-word", "line 6, column 8"),
        ("misspelt-verb", "line 2"),
    ]


# Quotes and comments across lines


LONG = "target " + "x" * 60  # makes the block wide, so that nothing else in it looks broken for want of room


def test_quote_that_is_not_closed_is_refused_and_swallows_nothing() -> None:
    assert faults_in(LONG, 'target "HMS Hood', "plan a") == [("unclosed-quote", "line 3, column 8")]
    faults = Faults()
    text = 'ORDERS OF A\ntarget "HMS Hood\nplan "a"\nEND OF ORDERS'  # the longest line, but a verb follows
    (block,) = find_blocks(text, "post.txt", VERBS, faults)
    assert [refusal.code for refusal in faults.found] == ["unclosed-quote"]
    assert spelt(block)[1] == 'plan "a"'
    assert faults_in('plan "a') == [("unclosed-quote", "line 2, column 6")]


def test_quote_broken_for_want_of_room_is_joined() -> None:
    assert orders_of('target cruiser, escort, "Grand', 'Fleet", x', "plan a") == [
        'target cruiser, escort, "Grand Fleet", x',
        "plan a",
    ]
    assert orders_of('target cruiser, escort, "Hunter-', 'Killer", x') == ['target cruiser, escort, "Hunter-Killer", x']


def test_word_broken_at_its_hyphen_is_joined_only_for_want_of_room() -> None:
    assert orders_of("target cruiser, escort, red/ff-", "1", "range far stand-", "down") == [
        "target cruiser, escort, red/ff-1",
        "range far stand- down",
    ]
    assert orders_of("range far, not close, but stand-", "down all") == ["range far, not close, but", "stand-down all"]


def test_rest_of_a_broken_comment_is_left_out_with_a_remark() -> None:
    lines = ("plan a # this is a long comment that", "went on for ever and", "ever", "target b")
    # "ever" would have fitted behind "and", so it is no rest of the comment.
    assert faults_in(*lines) == [("text-after-comment", "line 4")]
    lines = ("plan a # this is a long comment that", "went on for ever and ever, for all I", "know", "target b")
    assert orders_of(*lines) == ["plan a", "target b"]
    assert [remark[:6] for remark in remarks_in(*lines)] == ["line 3", "line 4"]
    assert "know" in remarks_in(*lines)[1]


def test_text_behind_a_comment_that_had_room_is_refused() -> None:
    assert faults_in(LONG, "plan a # comment", "frobnicate") == [("text-after-comment", "line 4")]
    assert faults_in(LONG, "plan a # comment", "", "frobnicate") == [("text-after-comment", "line 5")]
    assert faults_in(LONG, "plan a # comment", "# more", "target b") == []


def test_broken_comment_never_swallows_an_order() -> None:
    long = "plan a # a comment that makes this the longest line"
    assert orders_of(long, "target b") == ["plan a", "target b"]
    assert faults_in(long, "tagret b") == [("misspelt-verb", "line 3")]
    # The order before the comment wants an operand: what follows may be that.
    assert faults_in("target cruiser:  # a comment in the midst of an order", "capital") == [
        ("text-after-comment", "line 3")
    ]


def test_owner_broken_for_want_of_room_is_joined() -> None:
    (block,) = blocks_of("ORDERS OF The Grand Duchy of\nElsewhere and Beyond\nplan a\nEND OF ORDERS")
    assert block.owner == "The Grand Duchy of Elsewhere and Beyond"
    assert spelt(block) == ["plan a"]
    assert "Elsewhere" in block.remarks[0]
    assert faults_of(f"ORDERS OF Alice\nand Bob\n{LONG}\nEND OF ORDERS") == [("no-verb", "line 2")]


# Joined lines


def test_block_on_one_line_reads_as_on_many() -> None:
    (block,) = blocks_of("ORDERS OF Red plan press target capital: capital withdraw escort at 25% END OF ORDERS")
    assert (block.owner, block.line, block.remarks) == ("Red", 1, ())
    assert spelt(block) == ["plan press", "target capital: capital", "withdraw escort at 25%"]


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        ("Hello all. ORDERS OF Grand Duchy plan a END OF ORDERS -- Alice, target of many", ["Grand Duchy"]),
        ("orders of Red; plan a; end of orders; orders of Blue plan b end of orders", ["Red", "Blue"]),
        ("ORDERS OF Red plan a End of Orders. ORDERS OF Blue plan b END OF ORDERS!", ["Red", "Blue"]),
        ("ORDERS OF Red:\nplan a END OF ORDERS Orders of Blue\nplan b\nEND OF ORDERS", ["Red", "Blue"]),
        ("Hello all, here they are: ORDERS\nOF Red plan a END\nOF ORDERS of course", ["Red"]),
        ("ORDERS OF Red plan a to b and c to d END OF\nORDERS of mine", ["Red"]),
        ("[quote]hello[/quote]orders of Red plan a END OF ORDERS", ["Red"]),
        ("[list][*]orders of Red[*]plan a[*]END OF ORDERS[/list]", ["Red"]),
        ("ORDERS OF 'Red plan' plan 'END OF ORDERS' END OF ORDERS", ["Red plan"]),
    ],
)
def test_marks_are_found_within_lines(text: str, owners: list[str]) -> None:
    blocks = blocks_of(text)
    assert [block.owner for block in blocks] == owners
    assert all(len(block.orders) == 1 for block in blocks)


@pytest.mark.parametrize(
    "text",
    [
        "These are the orders of Red, mind you.",
        "They follow. Orders of Red, plan and all",
        'Write "ORDERS OF Red" before and "END OF ORDERS" behind them, (ORDERS OF Red).',
        "DISORDERS OF Red, BORDERS OFF limits; by end of orders",
        "The last ORDERS\nof Red.",
    ],
)
def test_prose_within_a_line_is_no_block(text: str) -> None:
    assert faults_of(text) == [("no-orders", "post.txt")]
    (block,) = blocks_of(f"{text}\nORDERS OF Alice\nplan a\nEND OF ORDERS\n{text}")
    assert spelt(block) == ["plan a"]


@pytest.mark.parametrize(
    "text",
    [
        "hello, orders of Red plan a END OF ORDERS",
        "hello, Orders of Red plan a end of orders",
        "ODRERS OF Red plan a END OF ORDERS",
        "ORDERS OF Blue plan b END OF ORDERS and for Red, orders of Red plan a end of orders",
    ],
)
def test_orders_whose_start_is_not_seen_are_not_passed_over(text: str) -> None:
    faults = Faults()
    find_blocks(text, "post.txt", VERBS, faults)
    (refusal,) = faults.found
    assert (refusal.code, refusal.where) == ("stray-end", "post.txt, line 1")
    assert "in capitals anywhere" in refusal.mend


def test_block_without_end_ends_before_the_next_in_its_line() -> None:
    faults = Faults()
    blocks = find_blocks("ORDERS OF Red plan a ORDERS OF Blue plan b END OF ORDERS", "post.txt", VERBS, faults)
    assert [(block.owner, spelt(block)) for block in blocks] == [("Red", ["plan a"]), ("Blue", ["plan b"])]
    assert [refusal.code for refusal in faults.found] == ["no-end"]
    assert faults_of("ORDERS OF Red\nplan x ORDERS\nOF Blue plan b END OF ORDERS") == [("no-end", "line 1")]


def test_two_blocks_of_one_owner_in_one_line_are_told_apart_by_their_quotation() -> None:
    (block,) = blocks_of("[quote=Red]ORDERS OF Red plan a END OF ORDERS[/quote] ORDERS OF Red plan b END OF ORDERS")
    assert spelt(block) == ["plan b"]
    (block,) = blocks_of("> [quote]hi[/quote] ORDERS OF Red plan a END OF ORDERS")
    assert block.depth == 1
    text = "ORDERS OF Red plan a END OF ORDERS ORDERS OF Red plan b END OF ORDERS"
    assert faults_of(text) == [("two-blocks", "line 1")]
    text = "ORDERS OF plan a END OF ORDERS ORDERS OF plan b END OF ORDERS"
    assert faults_of(text) == [("missing-owner", "line 1"), ("missing-owner", "line 1")]


def test_misspelt_verb_behind_the_name_does_not_become_part_of_it() -> None:
    assert faults_of("ORDERS OF Red plann a target b END OF ORDERS") == [("misspelt-verb", "line 1")]
    assert faults_of("ORDERS OF Red plann a END OF ORDERS") == [("misspelt-verb", "line 1")]
    (block,) = blocks_of("ORDERS OF The Planner\nplan a target b\nEND OF ORDERS")
    assert block.owner == "The Planner"


def test_quote_that_is_not_closed_does_not_hide_the_end_in_the_next_line() -> None:
    for end in ("END OF ORDERS", "end of orders", "END OF ORDERS -- Alice"):
        assert faults_of(f'ORDERS OF A\nplan a, b, c and d, "HMS Hood\n{end}\n"bye"') == [
            ("unclosed-quote", "line 2, column 21")
        ]


# Comments in joined lines


JOINED = [
    "ORDERS OF Red plan a # keep away target b END OF ORDERS",
    "ORDERS OF Red plan a # keep away TARGET: b END OF ORDERS",
    "ORDERS OF Red plan a # they break sooner target the big ones\nEND OF ORDERS",
    "ORDERS OF Red\nplan a target b # they have a plan\nEND OF ORDERS",
    "ORDERS OF Red\nplan a\n# target the big ones\nrange far target b\nEND OF ORDERS",
    "ORDERS OF Red # for turn 3 plan a target b END OF ORDERS",
    "ORDERS OF Red # first # second stand-down END OF ORDERS",
    "Hello. ORDERS OF Red\nplan a # keep away target b\nEND OF ORDERS",
    "ORDERS OF Red\nplan a # keep away target b END OF ORDERS",
    "ORDERS OF Red\nplan a # keep away target b END OF\nORDERS",
    # Broken again after the joining, so that the comment goes on in the next line.
    "ORDERS OF Red plan a # we keep\naway target b END OF ORDERS",
    "ORDERS OF Red plan a # away stand-\ndown b END OF ORDERS",
]


@pytest.mark.parametrize("text", JOINED)
def test_comment_with_a_verb_among_joined_lines_is_refused(text: str) -> None:
    faults = Faults()
    find_blocks(text, "post.txt", VERBS, faults)
    (refusal,) = faults.found
    assert (refusal.code, refusal.fault) == ("order-in-comment", Fault.MALFORMED)
    assert "Put the comment on a line of its own" in refusal.mend


@pytest.mark.parametrize(
    "comment",
    [
        "the cruisers first, they break sooner",
        "see 'target' above",
        'what is a "plan"?',
        "We target. Then we planned",
    ],
)
def test_comment_without_a_verb_among_joined_lines_is_left_out(comment: str) -> None:
    (block,) = blocks_of(f"ORDERS OF Red plan a # {comment} END OF ORDERS bye")
    assert (block.owner, spelt(block)) == ("Red", ["plan a"])
    (remark,) = block.remarks
    assert "END OF ORDERS ends a comment" in remark
    (block,) = blocks_of(f"ORDERS OF Red plan a # {comment}\ntarget b END OF ORDERS bye")
    assert (spelt(block), block.remarks) == (["plan a", "target b"], ())


def test_end_in_a_comment_counts_in_capitals_or_alone_on_its_line() -> None:
    assert faults_of("ORDERS OF Red plan a # before the end of orders") == [("no-end", "line 1")]
    text = "ORDERS OF Red plan a # a comment that is long END OF\nORDERS"
    assert spelt(blocks_of(text)[0]) == ["plan a"]
    assert orders_of("plan a # a long comment before the", "end of orders is come", "range b") == ["plan a", "range b"]
    assert faults_in("plan a # END OF ORDERS", "target b") == [("stray-end", "line 4")]
    assert faults_of("ORDERS OF Red\nplan a # c\n\nfoo END OF ORDERS\nfoo") == [("text-after-comment", "line 4")]


@pytest.mark.parametrize(
    "comment",
    [
        "target the big ones",
        "the big ones are the target of all",
        "a plan to keep out of range at all times",
        "plan",
        "this is the plan",
        "no plan B",
        "we withdraw at 25% or so",
        "range far is better, but range close will do",
        "we range far. Then we target capital ships",
        "target capital",  # an order that was struck out
        "# range far: cruiser, escort",
        "still 'target' capital, escort",
    ],
)
def test_comment_with_a_verb_is_legal_where_each_order_has_its_line(comment: str) -> None:
    for lines in ((f"plan a # {comment}", LONG), ("plan a", f"#{comment}", LONG), (LONG, f"plan a # {comment}")):
        assert len(orders_of(*lines)) == 2
        assert remarks_in(*lines) == ()


@pytest.mark.parametrize(
    "comment",
    [
        "keep away target capital: cruiser, escort",
        "keep away withdraw escort 25%",
        'keep away target "the big ones", x-1',
        "keep away target Hood 10x6, Swift 1x6 range 2 # and so on",
        "keep away target capital; as above",
        "keep away tagret capital",
        "target capital range escort plan 9 # and so on",
    ],
)
def test_comment_that_closes_like_an_order_is_refused_anywhere(comment: str) -> None:
    assert faults_in(f"plan a # {comment}", "target b") == [("order-in-comment", "line 2")]
    assert faults_in("plan a", f"# {comment}") == [("order-in-comment", "line 3")]


# Lines without a block


def test_lines_without_start_and_end_have_the_same_grammar() -> None:
    faults = Faults()
    orders = read_lines("> plan a\n* target b,\nc", "defend", VERBS, faults)
    assert [str(order) for order in orders] == ["plan a", "target b, c"]
    assert read_lines("", "defend", VERBS, faults) == ()
    assert not faults.found
    read_lines("tagret b", "defend", VERBS, faults)
    assert [(refusal.code, refusal.where) for refusal in faults.found] == [("misspelt-verb", "defend, line 1")]


# Properties


NAMES = ("HMS Hood", "Old Ironsides", "Hunter-Killer", "Zoë's Pride", "Grand Fleet of the Outer Rim")
OPERANDS = ("cruiser", "capital", "stand-off", "50%", "10x6", "TL5", "-1", "+2", "red/ff-1", "far")
COMMENTS = ("we keep away from their battleships for as long as the tubes hold out", "so there", "see above")


@st.composite
def order_lines(draw: st.DrawFn, least: int = 0) -> str:
    """An order of at least that many operands, in one of the spellings that mean the same."""
    operand = st.one_of(st.sampled_from(OPERANDS), st.sampled_from(NAMES).map('"{}"'.format))
    operands = draw(st.lists(operand, min_size=least, max_size=6))
    spelling = draw(st.sampled_from(VERBS))
    for index, each in enumerate(operands):
        spelling += each if index and spelling[-1] == " " else f" {each}"
        if index + 1 < len(operands):
            spelling += draw(st.sampled_from(["", ", ", ": "]))
    return spelling


def smarten(post: str) -> str:
    """Quotes opened and closed in turn, as an editor does."""
    pieces = post.split('"')
    return "".join(piece + "“”"[i % 2] for i, piece in enumerate(pieces[:-1])) + pieces[-1]


def wrap(width: int, post: str) -> str:
    return "\n".join(textwrap.fill(line, width) for line in post.split("\n"))


def quote(marks: str, post: str) -> str:
    return "\n".join(f"{marks}{line}" for line in post.split("\n"))


def embolden(post: str) -> str:
    """BBCode around each first word, as a tidy player puts it."""
    return "\n".join(f"[b]{line.replace(' ', '[/b] ', 1)}" for line in post.split("\n"))


def tag(post: str) -> str:
    return f'[quote="Alice, post: 5, member: 3"]{post}[/quote]'


def surround(post: str) -> str:
    return f"Hello all, my orders are these; mind the range.\n\n{post}\n\n-- \nAlice, target of many plans\n"


def trail(post: str) -> str:
    return post.replace("\n", "  \n").replace("  \n", "\t\n", 1)


def escape(post: str) -> str:
    return html.escape(post)


DRESS: dict[str, Callable[[str], str]] = {
    "smart quotes": smarten,
    "entities": escape,
    "tags": embolden,
    "quote tag": tag,
    "trailing blanks": trail,
    "surroundings": surround,
    "two quotations": partial(quote, ">> "),
    "a bar": partial(quote, "| "),
}


@given(
    st.lists(st.tuples(order_lines(), st.sampled_from(["", *COMMENTS])), min_size=1, max_size=6),
    st.lists(st.sampled_from(["smart quotes", "entities", "surroundings"]), max_size=2, unique=True),
    st.sets(st.sampled_from(sorted(DRESS))),
    st.integers(0, 3),
    st.integers(30, 80),
    st.booleans(),
)
def test_dressed_and_rewrapped_post_parses_the_same(
    lines: list[tuple[str, str]], first: list[str], then: set[str], depth: int, width: int, quoted_first: bool
) -> None:
    plain = Faults()
    bare = "\n".join(line for line, _ in lines)
    expected = read_lines(bare, "bare", VERBS, plain, [*OPERANDS, *WORDS])
    assert not plain.found
    assert len(expected) == len(lines)

    post = "\n".join(f"{line} # {comment}" if comment else line for line, comment in lines)
    post = f"ORDERS OF Alice\n{post}\nEND OF ORDERS"
    quotes = partial(quote, "> " * depth)
    for name in first:
        post = DRESS[name](post)
    if "entities" in first:
        then -= {"tags", "quote tag"}  # with markup from before and after, no measure of the lines is left to go by
    post = wrap(width, quotes(post)) if quoted_first else quotes(wrap(width, post))
    for name in DRESS:
        post = DRESS[name](post) if name in then and name not in first else post
    faults = Faults()
    (block,) = find_blocks(post, "post.txt", VERBS, faults, [*OPERANDS, *WORDS])
    assert faults.found == []
    assert block.owner == "Alice"
    assert block.orders == expected


BREAKS = st.sampled_from([" ", " ", " ", "  ", "\n", "\n\n"])
OWNERS = ("Alice", "Zoë", "The Grand Duchy of Elsewhere and Beyond", '"Target Practice"', "'The End of Orders'")


@st.composite
def joined_posts(
    draw: st.DrawFn, comments: st.SearchStrategy[str], least: int = 0
) -> tuple[list[tuple[str, list[str]]], str]:
    """The owners and order lines of some blocks, and a post of them whose lines were joined, wrapped and dressed."""
    owners = draw(st.lists(st.sampled_from(OWNERS), min_size=1, max_size=2, unique=True))
    blocks = [(owner, draw(st.lists(order_lines(least), min_size=1, max_size=6))) for owner in owners]
    lines = draw(st.sampled_from([[], ["Hello all, my orders are these; mind the range."]]))
    for owner, orders in blocks:
        lines = [*lines, f"ORDERS OF {owner}"]
        for order in orders:
            comment = draw(comments)
            lines.append(f"{order} # {comment}" if comment else order)
        lines.append("END OF ORDERS")
    lines += draw(st.sampled_from([[], ["--", "Alice, target of many plans"]]))
    post = lines[0] + "".join(draw(BREAKS) + line for line in lines[1:])
    width = draw(st.integers(30, 100))
    marks = partial(quote, "> " * draw(st.integers(0, 3)))
    post = wrap(width, marks(post)) if draw(st.booleans()) else marks(wrap(width, post))
    then = draw(st.sets(st.sampled_from(sorted(DRESS))))
    for name in DRESS:
        post = DRESS[name](post) if name in then else post
    return blocks, post


def read(text: str) -> tuple[list[Block], Faults]:
    faults = Faults()
    return find_blocks(text, "post.txt", VERBS, faults, [*OPERANDS, *WORDS]), faults


def as_typed(blocks: list[tuple[str, list[str]]]) -> list[tuple[str, tuple[Order, ...]]]:
    found, faults = read("\n".join("\n".join([f"ORDERS OF {o}", *lines, "END OF ORDERS"]) for o, lines in blocks))
    assert not faults.found
    assert [len(block.orders) for block in found] == [len(lines) for _, lines in blocks]
    return [(block.owner, block.orders) for block in found]


@given(joined_posts(st.just("")))
def test_post_whose_lines_were_joined_parses_the_same(joined: tuple[list[tuple[str, list[str]]], str]) -> None:
    expected, post = joined
    blocks, faults = read(post)
    assert faults.found == []
    assert [(block.owner, block.orders) for block in blocks] == as_typed(expected)


# A verb alone at the end of a comment is no order: "this is the plan".
@given(joined_posts(st.sampled_from(["", *COMMENTS]), least=1))
def test_comment_in_joined_lines_is_refused_or_changes_nothing(joined: tuple[list[tuple[str, list[str]]], str]) -> None:
    expected, post = joined
    blocks, faults = read(post)
    if not faults.found:
        assert [(block.owner, block.orders) for block in blocks] == as_typed(expected)


@given(order_lines())
def test_canonical_spelling_reads_back(line: str) -> None:
    faults = Faults()
    (order,) = read_lines(line, "x", VERBS, faults)
    assert read_lines(str(order), "x", VERBS, faults) == (order,)
    assert not faults.found


SNIPPETS = st.sampled_from(
    [
        "\n",
        "ORDERS OF ",
        "orders of A ",
        "END OF ",
        "ORDERS ",
        "END OF ORDERS\n",
        "[*]",
        "plan ",
        "tagret ",
        '"',
        "'",
        "#",
        ";",
        "> ",
        "[quote]",
        "[/quote]",
        "&gt;",
    ]
)


@given(st.lists(st.one_of(SNIPPETS, st.text(max_size=8)), max_size=40).map("".join))
def test_arbitrary_text_collects_faults_and_raises_nothing(text: str) -> None:
    faults = Faults()
    blocks = find_blocks(text, "post.txt", VERBS, faults, WORDS)
    assert blocks or faults.found
    read_lines(text, "post.txt", VERBS, faults, WORDS)
    lines = text.count("\n") + 1
    for block in blocks:
        for order in block.orders:
            for token in (order.verb, *order.operands):
                assert 1 <= token.line <= lines
                assert 1 <= token.column <= len(text.split("\n")[token.line - 1])
