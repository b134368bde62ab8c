"""Carriers on the map (V12.30): what their craft use up, where it comes from, and who goes without.

``stores`` has the arithmetic, ``auxiliaries`` the units that extend a carrier's time, ``servicing`` one movement phase
of a fleet: ``open_choices`` lists what its owners must decide, ``service`` carries it out, and ``happenings`` tells
it as facts with their rules. All are pure functions on frozen values; stocks are whole eighths of a cargo box.
"""
