"""Scenarios, forces, orders and rulings as they come in, read and held against one another."""
