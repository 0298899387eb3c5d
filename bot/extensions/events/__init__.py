"""Events of clubs: groups with a final, and ladders."""
