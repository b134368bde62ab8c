"""A battle of one hex, played by the steps of the combat phase: state, questions, instructions, events, report."""
