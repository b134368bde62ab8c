"""Armies: how they are raised, landed, bombarded and fought, quarter by quarter."""
