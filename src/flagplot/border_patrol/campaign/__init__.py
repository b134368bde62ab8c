"""A campaign of Border Patrol: the sheet that begins it, the orders of a movement phase, and how a phase goes.

``sheet`` reads what a campaign master writes into a head and a world; ``pieces`` looks at that world as units and
craft; ``papers`` reads orders; ``phase`` takes one movement phase through its steps, which live in ``movement``,
``combat``, ``shelter`` and ``upkeep``; ``outlook`` says what is to be decided and who dies next; ``report`` tells it.
"""
