"""Combat (300)."""
