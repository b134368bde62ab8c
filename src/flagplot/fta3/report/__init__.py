"""What a battle comes to, for people: outcome, forces, luck, dice, and what a correction changed."""
