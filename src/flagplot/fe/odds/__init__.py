"""The chances of a battle hex: what its rows hold, how it is sampled, and the exact chain where that holds."""
