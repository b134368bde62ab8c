"""What the project claims about its speed, measured again by one command: ``uv run python -m benchmarks``."""
