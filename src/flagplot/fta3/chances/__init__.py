"""What a battle's dice may bring: samples of a whole day, any of them told in full, and exact chances."""
