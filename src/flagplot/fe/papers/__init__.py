"""The papers of a battle of one hex: a scenario in TOML, and the instructions of each side as orders in a post."""
