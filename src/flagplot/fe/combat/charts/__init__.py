"""The combat charts as pure functions: figures in, results out, each by the rule that prints it."""
