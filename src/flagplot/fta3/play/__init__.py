"""A day of battle: how the fleets meet, and each engagement as it is played and told."""
