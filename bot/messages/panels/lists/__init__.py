"""Lists of games, and the question which of them somebody means."""
