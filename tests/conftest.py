"""Settings that every test shares."""

import os

import pytest
from hypothesis import settings

# Examples are derived from the test itself, so that a run on another machine tries the same ones.
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("ci")


@pytest.fixture(scope="session", autouse=True)
def cache_home(request: pytest.FixtureRequest) -> str:
    """Where all tests, and the programs they start, find compiled kernels, and the next run finds them again."""
    folder = str(request.config.cache.mkdir("kernels"))
    os.environ["XDG_CACHE_HOME"] = folder
    return folder
