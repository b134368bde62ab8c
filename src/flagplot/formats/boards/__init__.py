"""Reports as posts: cut into pieces, spelt in a board's own mark-up, split by its length, and read back from it."""
