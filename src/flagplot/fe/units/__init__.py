"""Units (500, 750): ship types and ships, what is no ship, counters, fighters, ship tables."""
