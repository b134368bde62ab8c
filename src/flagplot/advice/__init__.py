"""Which orders, and which force: search over candidates by sampled battles. It knows no game's rules."""
