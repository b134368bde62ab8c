"""Settings that every test shares."""

from hypothesis import settings

# Examples are derived from the test itself, so that a run on another machine tries the same ones.
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=100)
settings.load_profile("ci")
