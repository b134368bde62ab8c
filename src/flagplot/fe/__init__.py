"""Federation & Empire, in the order of its rulebook: what is printed as data, what is ruled as functions."""
