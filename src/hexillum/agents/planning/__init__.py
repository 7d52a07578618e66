"""How the planner thinks, in the dialect of the rules: the same text runs as it stands and compiled."""
