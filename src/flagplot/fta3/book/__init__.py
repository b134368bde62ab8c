"""What the moderator's sheets say: hulls, what they are fitted with, and what damage means for them."""
