"""The star-lane map: read from both kinds of file, its ways the shortest, its faults all told."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from flagplot.core.papers import Paper
from flagplot.core.refusal import Faults
from flagplot.fta3.logistics.starlanes import BaseKind, StarMap, System, read_map

TOML = """
name = "The Reach"
[[system]]
system = "Home"
owner = "Bill"
lanes = "Alpha, Beta"
[[system]]
system = "Alpha"
base = "forward"
"base owner" = "Bill"
"base year" = 2401
[[system]]
system = "Beta"
lanes = "Alpha"
"""
CSV = """System,Jumps to,Territory,Base,Base of,Ready
Home,"Alpha, Beta",Bill,,,
Alpha,,,forward,Bill,2401
Beta,Alpha,,,,
"""


def read(text: str, name: str = "map.toml") -> tuple[StarMap | None, list[str]]:
    faults = Faults()
    return read_map(Paper(name, text), faults), [f"{fault.code} {fault.where}" for fault in faults.found]


def test_both_kinds_of_file_make_one_map() -> None:
    toml, csv = read(TOML)[0], read(CSV, "reach.csv")[0]
    assert toml is not None
    assert csv is not None
    assert (toml.systems, toml.lanes) == (csv.systems, csv.lanes)
    assert (toml.name, csv.name) == ("The Reach", "reach")
    assert toml.lanes["alpha"] == ("beta", "home"), "a lane told at one end counts at both"
    base = toml.systems["alpha"].base
    assert base is not None
    assert (base.kind, base.owner, base.year) == (BaseKind.FORWARD, "Bill", 2401)


def test_every_fault_is_told_with_its_place() -> None:
    bad = 'system,lanes,owner,base,base year\nHome,"Alfa, Home",Bill,,\nAlpha,,,forward,\nBeta,,,,2400\nGamma,,,fort,\n'
    found, told = read(bad, "map.csv")
    assert found is None
    assert [line.split()[0] for line in told] == [
        "unknown-choice",
        "lane-to-nowhere",
        "lane-to-itself",
        "no-owner",
        "no-base",
    ]
    assert "column lanes" in told[1]
    assert "row 2" in told[1]


def plain_map(n: int, lanes: set[tuple[int, int]]) -> StarMap:
    ends: dict[str, set[str]] = {str(i): set() for i in range(n)}
    for a, b in lanes:
        if a != b:
            ends[str(a)].add(str(b))
            ends[str(b)].add(str(a))
    systems = {id_: System(id=id_, name=id_) for id_ in ends}
    return StarMap(name="", systems=systems, lanes={id_: tuple(sorted(each)) for id_, each in ends.items()})


@given(
    st.integers(1, 8).flatmap(
        lambda n: st.tuples(
            st.just(n),
            st.sets(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=14),
            st.sets(st.integers(0, n - 1), max_size=3),
        )
    )
)
def test_jumps_are_the_fewest(drawn: tuple[int, set[tuple[int, int]], set[int]]) -> None:
    """Against the ways found by letting each system improve every other's, without any queue."""
    n, lanes, sources = drawn
    far = n + 1
    way = [[0 if a == b else far for b in range(n)] for a in range(n)]
    for a, b in lanes:
        if a != b:
            way[a][b] = way[b][a] = 1
    for via, a, b in product(range(n), repeat=3):
        way[a][b] = min(way[a][b], way[a][via] + way[via][b])
    best = {str(b): min((way[a][b] for a in sources), default=far) for b in range(n)}
    expected = {id_: jumps for id_, jumps in best.items() if jumps < far}
    assert plain_map(n, lanes).jumps_from(sorted(map(str, sources))) == expected
