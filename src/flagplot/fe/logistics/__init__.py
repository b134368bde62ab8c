"""Supply (410): what blocks it."""
