"""Flagplot: referee, battle computer and campaign office for strategic space-empire games."""

__version__ = "0.1.0"
