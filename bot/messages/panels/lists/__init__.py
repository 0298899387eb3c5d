"""Lists of games, and the question which of them a person means."""
