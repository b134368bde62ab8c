"""Wilson's interval."""

from math import comb

import pytest

from flagplot.odds.interval import Z, half_width, wilson


def test_known_intervals() -> None:
    """Worked by hand from the two roots of (p - k/n)² = z² p (1 - p) / n."""
    for count, n in ((0, 10), (1, 10), (5, 10), (81, 263), (999, 1000)):
        for end in wilson(count, n):
            assert (end - count / n) ** 2 == pytest.approx(Z * Z * end * (1 - end) / n, abs=1e-12)
    assert wilson(0, 20)[0] == 0
    assert wilson(20, 20)[1] == 1
    assert half_width(10, 20) == pytest.approx(0.2007, abs=1e-4)


@pytest.mark.parametrize("n", [20, 50])
def test_the_truth_is_held_in_about_95_of_100_cases(n: int) -> None:
    """The coverage over many chances, computed exactly, in the mean within two of a hundred."""
    covered = []
    for thousandth in range(20, 981, 10):
        p = thousandth / 1000
        inside = [k for k in range(n + 1) if wilson(k, n)[0] <= p <= wilson(k, n)[1]]
        covered.append(sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in inside))
    assert sum(covered) / len(covered) == pytest.approx(0.95, abs=0.02)
    assert min(covered) > 0.83
