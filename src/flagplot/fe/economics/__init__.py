"""Economics (430, 750): income at the start, capitals, prices, what may be built or mended where."""
