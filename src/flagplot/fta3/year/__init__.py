"""The book-keeping year of a game: fleets, bases, yards and treasuries in a folder, taken from quarter to quarter."""
