"""Values that every room may use."""
