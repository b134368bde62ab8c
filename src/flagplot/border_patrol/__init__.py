"""Border Patrol, Section 12: fighters and fast patrol ships on the strategic map."""
