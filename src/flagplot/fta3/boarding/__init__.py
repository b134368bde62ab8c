"""The outdated boarding rules, off unless a table turns them on: what they ask for, and an action turn by turn."""
