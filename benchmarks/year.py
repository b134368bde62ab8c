"""A game-quarter of many polities: a game with all its orders, and the reports of ten battles to be entered."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flagplot.core.papers import Paper
from flagplot.desk.battle import Papers, Verdict, adjudicate
from flagplot.fta3.aftermath.fates import Open
from flagplot.fta3.year.held import holds_up

POLITIES, SHIPS, ARMIES = 20, 25, 15
HULLS = ("BB", "CV", "CA", "CA", "CL", "CL", "DD", "DD", "FF", "FF")
MOST_QUESTIONS = 20


def write_game(home: Path) -> tuple[Path, ...]:
    """Write sheet, map and orders of 20 polities with 500 ships and 300 armies into ``home``; the orders' paths.

    Each polity sends its ships and armies to a neighbour's system, buys, builds a base and a ship, and repairs another.
    """
    lanes = [f'h{n},"x{n // 2}, h{(n + 1) % POLITIES}",P{n}' for n in range(POLITIES)]
    fields = [f"x{n},," for n in range(POLITIES // 2)]
    (home / "lanes.csv").write_text("\n".join(["system,lanes,owner", *lanes, *fields]), encoding="utf-8")
    (home / "game.toml").write_text("".join(_sheet()), encoding="utf-8")
    paths = []
    for owner in ("moderator", *(f"P{n}" for n in range(POLITIES))):
        path = home / f"{owner}.txt"
        lines = ["rate 2.5"] if owner == "moderator" else _orders(int(owner[1:]))
        path.write_text("\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]), encoding="utf-8")
        paths.append(path)
    return tuple(paths)


def _sheet() -> Iterator[str]:
    yield 'system = "fta3"\nname = "Large (invented)"\nyear = 2411\nmap = "lanes.csv"\nbook = "demo"\n'
    for n in range(POLITIES):
        yield f'[[polity]]\npolity = "P{n}"\nmoney = 90000\ndi = 900\ntokens = 9\nsupply = 2000\nfighters = "60 TL5"\n'
    for n in range(POLITIES):
        for ship in range(SHIPS):
            damage = 'damage = "light"\n' if ship == SHIPS - 1 else ""
            hull = HULLS[ship % len(HULLS)]
            yield f'[[ship]]\nship = "S{n} {ship}"\npolity = "P{n}"\nhull = "{hull}"\nat = "h{n}"\n{damage}'
        for army in range(ARMIES):
            yield f'[[army]]\narmy = "A{n} {army}"\npolity = "P{n}"\nat = "h{n}"\nweight = {army}\n'


def _orders(n: int) -> list[str]:
    fleet = ", ".join([*(f"S{n} {ship}" for ship in range(SHIPS - 1)), *(f"A{n} {army}" for army in range(ARMIES))])
    base = [f"base forward at x{n // 2}"] if n % 2 else []
    return [f"move {fleet} to x{n // 2}", "buy 500 supply", f"repair S{n} {SHIPS - 1}", f"build DD N{n} at h{n}", *base]


def fight_battles(home: Path) -> tuple[Path, ...]:
    """Ten battles of 24 ships a side, fought and settled; the paths of their reports."""
    paths = []
    for n in range(0, POLITIES, 2):
        path = home / f"battle-{n}.txt"
        path.write_text(_settled(n).write(), encoding="utf-8")
        paths.append(path)
    return tuple(paths)


def _settled(n: int) -> Verdict:
    """A battle with every question of its aftermath answered by the first choice that there is."""
    owners = (f"P{n}", f"P{n + 1}")
    decided = {owner: ["let-go others"] for owner in owners}
    rulings = ['home-ground nobody because "a benchmark"']
    for _ in range(MOST_QUESTIONS):
        verdict = adjudicate(_papers(owners, rulings, decided), bytes(32))
        waiting = [each for each in verdict.day.aftermath.open if holds_up(each)]
        if not waiting:
            return verdict
        for each in waiting:
            _answer(each, rulings, decided)
    raise AssertionError("the aftermath is never settled")


def _answer(question: Open, rulings: list[str], decided: dict[str, list[str]]) -> None:
    if question.who in decided:
        decided[question.who].append(question.choices[0])
    else:
        rulings.append(f'{question.choices[0]} because "a benchmark"')


def _papers(owners: tuple[str, ...], rulings: list[str], decided: dict[str, list[str]]) -> Papers:
    sides = []
    for owner in owners:
        ships = "\n".join(f"1 {HULLS[ship % len(HULLS)]} S{owner[1:]} {ship}" for ship in range(SHIPS - 1))
        sides.append(f'[[side]]\nname = "{owner}"\nfighters = "60 TL5"\nships = """\n{ships}\n"""\n')
    told = "\n".join(rulings)
    head = f'name = "Battle of {owners[0]}"\nbattle = "mobile"\nbook = "demo"\nrulings = """\n{told}\n"""\n'
    after = tuple(
        Paper(f"{owner}-after.txt", "\n".join([f"ORDERS OF {owner}", *lines, "END OF ORDERS"]))
        for owner, lines in decided.items()
    )
    orders = tuple(Paper(f"{owner}.txt", f"ORDERS OF {owner}\nplan press\nEND OF ORDERS\n") for owner in owners)
    return Papers(Paper("battle.toml", head + "".join(sides)), None, orders, aftermath=after)
