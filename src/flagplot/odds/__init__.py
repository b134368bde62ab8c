"""Many battles at once: sampled or exact, summed up, and spread over cores or a cluster. It knows no game's rules."""
