"""Supply: the star-lane map, what units burn on it, the bases that relieve them, and the stock that pays."""
