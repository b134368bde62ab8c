"""From the Ashes 3, in the order of its page."""
