"""The private panel in which a move is picked step by step and confirmed."""
