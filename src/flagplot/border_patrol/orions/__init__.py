"""Fighters and Deathriders of the Orion Pirates (V12.50): what is for sale, what may be captured, what is replaced.

``sources`` holds dates, ``share`` the Coalition's three tenths, ``buying`` hosts and equipment, ``captures`` fighters
that come with a prize (``most_transferred``, ``scrap_left``, ``is_replaced``), ``deathriders`` the one PF that the
pirates may have.
"""
