"""Craft that have lost their carrier, tender or base: one file for each of the rules that bear on them.

Everything here is a pure function on values; ``campaign`` asks them in the order of a movement phase, and ``routes``
reckons the odds with the very same functions.
"""
