"""How rules are run, without knowing any."""
