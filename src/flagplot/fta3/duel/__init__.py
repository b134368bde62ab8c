"""The duel table: the small engagement, in which players decide what standing orders answer in a mass battle."""
