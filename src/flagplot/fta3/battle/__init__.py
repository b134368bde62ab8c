"""The FTA3 fleet battle: one file a phase, arrays and integers only, so that it can be compiled as it stands."""
