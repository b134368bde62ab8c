"""Phases of dice format 1 for the ground war and boarding: an id is never used for anything else.

The fleet battle has the ids below 40, the aftermath those up to 59.
"""

G_DOGFIGHT = 60
G_INTERDICTION = 61
G_INSERTION = 62
G_ORTILLERY = 63
G_GTO_SAVE = 64
G_RETURN_FIRE = 65
G_LEADERSHIP = 66
G_RESOLUTION = 67
G_SAVE = 68
G_SECOND_SAVE = 69
G_RECOVERY = 70
G_FORCED_SAVE = 71
B_CAPTURE = 80
B_SAVE = 81

D6 = 6
D8 = 8
D20 = 20
FORCE = 0
"""The roller of dice that belong to a side as a whole."""
